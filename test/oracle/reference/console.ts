import { eventAt, type History, lastBefore, type View } from './history.ts';
import type { Api } from './settings.ts';

/** What the developer console says of applications. */

/** The event that made the application what it is: its creation, -1 when it was there from the start. */
const originOf = (history: History, view: View, application: string): number | undefined => {
  const last = lastBefore(
    history,
    view.before,
    (event) => (event.kind === 'createProfile' || event.kind === 'deleteProfile') && event.application === application,
  );
  if (last !== undefined) return eventAt(history, last).kind === 'createProfile' ? last : undefined;
  return history.settings.applications.some(({ id }) => id === application) ? -1 : undefined;
};

export const applicationExists = (history: History, view: View, application: string): boolean =>
  originOf(history, view, application) !== undefined;

/** Whether there ever was such an application. Deleting its profile takes back no consent. */
export const applicationWasMade = (history: History, view: View, application: string): boolean =>
  history.settings.applications.some(({ id }) => id === application) ||
  lastBefore(history, view.before, (event) => event.kind === 'createProfile' && event.application === application) !==
    undefined;

/** The last word on something since the application came to be: on, off, or as it was at first. */
const lastWord = (
  history: History,
  view: View,
  application: string,
  words: { readonly on: string; readonly off: string; readonly about: (event: object) => boolean },
  atFirst: (known: History['settings']['applications'][number]) => boolean,
): boolean => {
  const origin = originOf(history, view, application);
  if (origin === undefined) return false;
  const last = lastBefore(
    history,
    view.before,
    (event) =>
      (event.kind === words.on || event.kind === words.off) &&
      'application' in event &&
      event.application === application &&
      words.about(event),
  );
  if (last !== undefined && last > origin) return eventAt(history, last).kind === words.on;
  const known = history.settings.applications.find(({ id }) => id === application);
  return origin === -1 && known !== undefined && atFirst(known);
};

export const isAllowlisted = (history: History, view: View, application: string): boolean =>
  lastWord(
    history,
    view,
    application,
    { on: 'allowlistApp', off: 'delistApp', about: () => true },
    ({ allowlisted }) => allowlisted,
  );

export const scopeEnabled = (history: History, view: View, application: string, scope: string): boolean =>
  lastWord(
    history,
    view,
    application,
    { on: 'enableScope', off: 'disableScope', about: (event) => 'scope' in event && event.scope === scope },
    ({ scopes }) => scopes.includes(scope),
  );

export const isAttached = (history: History, view: View, application: string, api: Api): boolean =>
  lastWord(
    history,
    view,
    application,
    { on: 'attachProfile', off: 'detachProfile', about: (event) => 'api' in event && event.api === api },
    ({ attached }) => attached.includes(api),
  );
