import { showDuration } from '../../spec/time.ts';
import type { Evidence, Rule } from '../rule.ts';
import type { History } from '../history.ts';
import type { Call } from './calls.ts';
import { idleTime, isSuccess, readConduct } from './conduct.ts';
import { foundOtherTrouble } from './other-trouble.ts';
import { type Page, readDownloads, readOrigins, targetOf } from './pages.ts';
import { linkLifetime } from './published.ts';
import { at, decide, inconclusive } from './verdicts.ts';

/** How a dead link answers. (Assumption `links.expiredAnswer`) */
export const isDead = ({ heard }: Call): boolean => heard?.status === 403 || heard?.status === 410;

export const freshLinks: Rule = {
  id: 'C13',
  name: 'fresh-links',
  judges: 'client',
  level: 'must',
  claim: 'Links are used within five minutes of their response; when one has died, the page is listed again.',
  why: 'A link that has died never works again.',
  section: 'Endpoints, interface C',
  judge: (history) => {
    const downloads = readDownloads(history);
    const dead = new Map<string, number>();
    const against: Evidence[] = [];
    for (const call of downloads) {
      against.push(...findFault(history, call, dead));
      if (isDead(call) && call.heard !== undefined) dead.set(call.request.url, call.heard.place);
    }
    if (against.length > 0) return decide(against, true, '');
    const died = downloads.filter(isDead);
    const left = died.filter((call) => !wasReplaced(history, call));
    if (left.length === 0) return decide([], downloads.length, 'nothing was downloaded');
    if (readConduct(history).ended === undefined) return inconclusive('the trace ends before the client does');
    const [first] = left;
    const hasGivenUp = readConduct(history).ended?.outcome === 'rejected';
    if (hasGivenUp && left.length < died.length) return inconclusive('it gave up after listing again for other links');
    if (hasGivenUp && downloads.some((call) => isLost(call, downloads))) {
      return inconclusive('it may have given up since another download failed');
    }
    if (first?.heard !== undefined && foundOtherTrouble(history, first.heard.place, isDead)) {
      return inconclusive('something else went wrong, too');
    }
    return decide(
      left.map((call) => at(call, `a link had died, and its page was not listed again`)),
      true,
      '',
    );
  },
};

const findFault = (history: History, call: Call, dead: ReadonlyMap<string, number>): readonly Evidence[] => {
  const { url } = call.request;
  const pages = readOrigins(history).get(url) ?? [];
  const latest = pages.findLast(({ place }) => place < call.place);
  const died = dead.get(url);
  if (died !== undefined && died < call.place && (latest === undefined || latest.place < died)) {
    return [at(call, 'a link was tried again that had been found dead')];
  }
  return latest === undefined ? [] : findDelay(history, call, latest);
};

/** Only the time that the client let pass of its own counts: downloads may be slow, and a scenario may let it sleep. */
const findDelay = (history: History, call: Call, { heardAt }: Page): readonly Evidence[] => {
  const lifetime = linkLifetime(history);
  const age = call.at - heardAt;
  if (age <= lifetime || idleTime(readConduct(history), { from: heardAt, to: call.at }) <= lifetime) return [];
  return [at(call, `a link was used ${showDuration(age)} after its response`)];
};

/** Its page was listed again, its query was replaced by another, or the file was got by another link. */
const wasReplaced = (history: History, { request, heard }: Call): boolean => {
  const page = readOrigins(history).get(request.url)?.at(-1);
  const from = heard?.place ?? 0;
  const { asked } = readConduct(history);
  const isListedAgain = asked.some(({ call, subject }) => {
    if (call.place < from) return false;
    return subject.query === undefined || page === undefined || subject.query === page.query;
  });
  const target = targetOf(request.url);
  return (
    isListedAgain || readDownloads(history).some((other) => isWhole(other) && targetOf(other.request.url) === target)
  );
};

/** Refused or broken off, though its link was alive, and never got. */
const isLost = (call: Call, downloads: readonly Call[]): boolean => {
  const target = targetOf(call.request.url);
  const isOver = call.heard !== undefined || call.over !== undefined;
  return isOver && !isDead(call) && !downloads.some((one) => isWhole(one) && targetOf(one.request.url) === target);
};

const isWhole = ({ heard }: Call): boolean => heard?.isWhole === true && isSuccess(heard.status);
