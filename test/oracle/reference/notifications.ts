import { answered, eventAt, type History, isSeenBy, type View, whenTimeGetsTo } from './history.ts';
import { endingOf, type Query, queriesOf } from './queries.ts';
import { lengths, retryWaits } from './rows.ts';

/** An attempt to notify the application. */
export interface Attempt {
  readonly number: number;
  readonly at: number;
  /** What had happened when it was sent. */
  readonly moment: View;
  /** What the application answered, once it has. */
  readonly heard: 'accepted' | 'rejected' | undefined;
}

export interface Notification {
  readonly query: number;
  readonly application: string;
  readonly status: 'COMPLETED' | 'CANCELED';
  readonly region: string;
  readonly attempt: number;
  readonly at: number;
}

const hearing = (history: History, query: Query, attempt: number, view: View): number =>
  history.events.findIndex(
    (event, index) =>
      index < view.before && event.kind === 'heard' && event.query.of === query.startedBy && event.attempt === attempt,
  );

/** The first attempt follows the end of the query, a later one the failure of the one before. (notification.retry) */
export const attemptsOf = (history: History, query: Query, view: View): readonly Attempt[] => {
  const ending = endingOf(history, query, view);
  if (ending === undefined) return [];
  const attempts: Attempt[] = [];
  let at = ending.moment.now + query.notifiedAfter;
  let due = query.notifiedAfter === 0 ? ending.moment : whenTimeGetsTo(history, at);
  while (isSeenBy(due, view)) {
    const number = attempts.length + 1;
    const heard = hearing(history, query, number, view);
    const event = heard < 0 ? undefined : eventAt(history, heard);
    const accepted = event?.kind === 'heard' && event.accepted;
    attempts.push({
      number,
      at,
      moment: due,
      heard: event === undefined ? undefined : accepted ? 'accepted' : 'rejected',
    });
    const wait = retryWaits[number - 1];
    if (history.settings.choices['notification.retry'] === 'once') break;
    if (event === undefined || accepted || wait === undefined) break;
    at = event.at + wait;
    due = whenTimeGetsTo(history, at);
  }
  return attempts;
};

/** The region of the create that started the query, or of the last that was answered with its id. (region.notification) */
const regionOf = (history: History, query: Query, { before }: View): string => {
  if (history.settings.choices['region.notification'] === 'region-of-create') return query.region;
  const create = history.events.findLast((event, index) => {
    if (index >= before || event.kind !== 'create') return false;
    const { content } = answered(history, index);
    return content.kind === 'query' && content.query === query.startedBy;
  });
  return create?.kind === 'create' ? create.region : query.region;
};

/** All notifications that left the service, in the order of leaving. (notification.duplicates) */
export const notificationsUpTo = (history: History, view: View): readonly Notification[] => {
  const twice = history.settings.choices['notification.duplicates'] === 'twice';
  return queriesOf(history, view).flatMap((query) => {
    const ending = endingOf(history, query, view);
    if (ending === undefined) return [];
    return attemptsOf(history, query, view).flatMap(({ number, at, moment }) => {
      const { startedBy, application } = query;
      const region = regionOf(history, query, moment);
      const one = { query: startedBy, application, status: ending.status, region, attempt: number, at };
      return twice ? [one, one] : [one];
    });
  });
};

export type Listability = 'listable' | 'not completed' | 'elapsed';

/** Whether the records of a query can be listed: from its notification on, for an hour. */
export const listability = (history: History, query: Query, view: View): Listability => {
  const { choices } = history.settings;
  if (endingOf(history, query, view)?.status !== 'COMPLETED') return 'not completed';
  const attempts = attemptsOf(history, query, view);
  if (attempts.length === 0) return choices['list.beforeNotification'] === 'records' ? 'listable' : 'not completed';
  const opening =
    choices['notification.windowStart'] === 'first-attempt'
      ? attempts[0]
      : attempts.find(({ heard }) => heard === 'accepted');
  if (opening === undefined) return 'listable';
  const age = view.now - opening.at;
  const open = choices['list.windowBoundary'] === 'open' ? age <= lengths.window : age < lengths.window;
  return open ? 'listable' : 'elapsed';
};
