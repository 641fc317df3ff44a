import { retryWaits } from '../../spec/retry.ts';
import { ms, showDuration } from '../../spec/time.ts';
import { readInstant } from '../../trace/read-instant.ts';
import type { Evidence, Rule } from '../rule.ts';
import type { History } from '../history.ts';
import { type Asked, groupBy, readConduct } from './conduct.ts';
import { readOwners } from './owners.ts';
import { isRow, isTransient, nameRefusal, type Refusal } from './subjects.ts';
import { at, decide, inconclusive } from './verdicts.ts';
import { collect } from '../history/collect.ts';

type Refused = Asked & { readonly refusal: Refusal; readonly heardAt: number; readonly place: number };

const toRefused = (one: Asked): readonly Refused[] => {
  const { call, refusal } = one;
  return refusal === undefined || call.heard === undefined
    ? []
    : [{ ...one, refusal, heardAt: call.heard.at, place: call.heard.place }];
};

/** Not even in the table, or it cannot be read: "is retried first". (Errors, interface C) */
const isStrange = (refusal: Refusal): boolean => !refusal.listed && !isTransient(refusal);

const isWorthRetrying = (refusal: Refusal): boolean =>
  isTransient(refusal) || isStrange(refusal) || isRow(refusal, 'blockedRequest');

export const retriesTransient: Rule = {
  id: 'C7',
  name: 'retries-transient',
  judges: 'client',
  level: 'must',
  claim:
    'Refusals with 429, 500 and 504 are retried, blocked requests too, and errors outside the table at least once.',
  why: 'They pass, and an import that gives up at the first one fails for nothing.',
  section: 'Errors, interface C',
  judge: (history) => {
    const { asked, ended } = readConduct(history);
    const refused = collect(asked, toRefused).filter(({ refusal }) => isWorthRetrying(refusal));
    const left = refused.filter((one) => !wasTriedAgain(history, one));
    if (left.length === 0) return decide([], refused.length, 'nothing was refused for the time being');
    if (ended === undefined) return inconclusive('the trace ends before the client does');
    // Nobody has to wait for the next day, and what stopped the client may have been another of its calls.
    const certain = left.filter(
      ({ refusal, place }) => !isRow(refusal, 'quotaExceeded') && !hadOtherCause(history, place),
    );
    const against = certain.map(({ call, refusal }) =>
      at(call, `${call.operation} was refused with ${nameRefusal(refusal)} and never tried again`),
    );
    return decide(against, false, 'the client had other reasons to give up');
  },
};

/** It went out again, or was a retry itself: the limit of retries is the client's choice. */
const wasTriedAgain = (history: History, { call, subject }: Refused): boolean => {
  const { maybeSame } = readOwners(history);
  const { asked } = readConduct(history);
  return asked.some((other) => {
    if (other.call === call || !maybeSame(other.call.credentials, call.credentials)) return false;
    const isLater = other.call.place > call.place;
    if (other.subject.key !== subject.key) return isLater && other.subject.query === undefined;
    return isLater || cameToNothing(other);
  });
};

const cameToNothing = ({ call: { heard, over }, refusal }: Asked): boolean =>
  heard === undefined ? over !== undefined : !heard.isWhole || (refusal !== undefined && isWorthRetrying(refusal));

const hadOtherCause = (history: History, place: number): boolean =>
  readConduct(history).calls.some(({ heard, place: sent, over }) => {
    if (heard === undefined) return over !== undefined && sent > place;
    return heard.place > place && (heard.status >= 400 || !heard.isWhole);
  });

const waits: readonly number[] = retryWaits.map((wait) => ms(wait));
const lastWait = waits[waits.length - 1] ?? 0;
/** What comes after so long a pause is a new attempt, and what follows it are retries of that. */
const mostPatient = 2 * lastWait;

export const backsOff: Rule = {
  id: 'C8',
  name: 'backs-off',
  judges: 'client',
  level: 'should',
  claim: 'Before the retries of a call pass at least 1, 2, 4, 10 and 30 seconds, and no fewer than 30 from then on.',
  why: 'A service in trouble is not helped by callers who come back at once.',
  section: 'Errors, interface C',
  judge: (history) => {
    const { asked } = readConduct(history);
    const chains = groupBy(
      asked,
      ({ call, subject }) => `${call.exchange.region}\n${call.credentials}\n${subject.key}`,
    );
    const judged = collect([...chains.values()], (chain) => judgeChain(history, chain));
    const against = judged.filter((one) => one !== 'kept');
    return decide(against, judged.length, 'nothing was retried');
  },
};

/** Retries of one call in one region: "a caller may switch regions at any time". (What the service does, interface C) */
const judgeChain = (history: History, chain: readonly Asked[]): readonly (Evidence | 'kept')[] => {
  const judged: (Evidence | 'kept')[] = [];
  let retries = 0;
  for (const [index, { call }] of chain.entries()) {
    const before = chain[index - 1];
    const refused = before === undefined ? undefined : toRefused(before)[0];
    // Two of them under way at once are no retries of each other.
    const follows = refused !== undefined && call.place > refused.place && isWorthRetrying(refused.refusal);
    const passed = follows ? call.at - refused.heardAt : 0;
    retries = follows && passed <= mostPatient ? retries + 1 : 0;
    if (!follows) continue;
    if (retries === 0) {
      judged.push('kept');
      continue;
    }
    const isFree = retries === 1 && !isTransient(refused.refusal);
    const suggested = waits[retries - 1] ?? lastWait;
    const wanted = isFree ? 0 : Math.min(suggested, toldToWait(history, refused) ?? suggested);
    const late = `retry ${retries} of ${call.operation} came ${showDuration(passed)} after`;
    const what = `${late} ${nameRefusal(refused.refusal)}, where ${showDuration(wanted)} were to pass`;
    judged.push(passed + rounding < wanted ? at(call, what) : 'kept');
  }
  return judged;
};

/** Timers of some libraries fire a little early. */
const rounding = 5;

/** A 429 may say itself when to come back, in seconds or as a date. (Assumption `limits.retryAfter`) */
const toldToWait = ({ epoch = 0 }: History, { call, heardAt }: Refused): number | undefined => {
  const { headers = {} } = call.heard?.answer.wire ?? {};
  const header = headers['retry-after'];
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const until = readInstant(header);
  if (until === undefined) return undefined;
  const byOwnClock = until - epoch - heardAt;
  const said = readInstant(headers['date'] ?? '');
  return said === undefined ? byOwnClock : Math.min(byOwnClock, until - said);
};
