import { ms, showDuration } from '../../spec/time.ts';
import type { Entry } from '../../trace/entry.ts';
import type { History } from '../history.ts';
import type { Action } from '../history/entry-parts.ts';
import { type Evidence, heldUnless, inconclusive, type Verdict } from '../verdicts.ts';
import { type BegunQuery, begunQueries, type PortabilityCall } from './calls.ts';
import { readAttempts } from './same-call.ts';

/* How long a client may go on: an end is owed once all that it had to deal with is over. */

/** Longer than a day, since the quota of a day may have to be waited for, and with room for what follows. */
const leastAllowance = ms('2d');

/** Nobody means to get through by repeating one call for so long. */
const endless = 2 * leastAllowance;

/** One after the other, each notification that does not come may be waited for. */
export const allowance = (history: History): number => leastAllowance * Math.max(1, untold(history).length);

const untold = (history: History): readonly BegunQuery[] =>
  [...begunQueries(history).values()].filter(({ notifications }) =>
    notifications.every(({ deliveries }) => deliveries.every(({ status }) => status === undefined)),
  );

/** Whether an entry is something that a client had to deal with, and did not do itself. */
const disturbs: Readonly<Record<Entry['kind'], boolean>> = {
  began: false,
  authorized: false,
  request: false,
  answer: false,
  arrived: false,
  hungUp: false,
  fault: true,
  transition: true,
  notification: true,
  notificationFault: true,
  delivered: true,
  undelivered: true,
  action: true,
  due: false,
  dropped: false,
  slept: true,
  ended: false,
};

const isDisturbing = (entry: Entry): boolean =>
  disturbs[entry.kind] || (entry.kind === 'answer' && entry.injected === true);

/**
 * When the service, the network or a scenario last did something that the client had to deal with, or a fault was over; and not
 * before the client was run, as far as the trace tells.
 */
export const lastDisturbance = (history: History, now: number): number => {
  const { entries } = history;
  let place = entries.length - 1;
  while (place >= 0 && !isDisturbing(entries[place] as Entry)) place -= 1;
  return Math.min(now, Math.max(entries[place]?.at ?? 0, beganAt(history), ...readFaults(history).values()));
};

/** The first call of the last run. One that sent nothing may have begun as late as it ended, but for the first. */
const beganAt = ({ exchanges, ended, ends }: History): number => {
  const first = exchanges.find(({ run }) => run === ends.length - 1);
  return first?.at ?? (ends.length > 1 ? (ended?.at ?? 0) : 0);
};

/** Whether something is still out of order that a scenario broke. */
export const faultsLast = (history: History, now: number): boolean =>
  [...readFaults(history).values()].some((until) => until >= now);

/** Faults of the service and of regions, each with the time of its end. */
const readFaults = ({ actions }: History): ReadonlyMap<string, number> => {
  const faults = new Map<string, number>();
  for (const { action, at } of actions) follow(faults, action, at);
  return faults;
};

const follow = (faults: Map<string, number>, action: Action, at: number): void => {
  switch (action.do) {
    case 'beginFault':
    case 'regionDown':
      faults.set(nameFault(action), at + (action.for ?? Number.POSITIVE_INFINITY));
      return;
    case 'endFault':
    case 'regionUp':
      faults.delete(nameFault(action));
      return;
    default:
  }
};

const nameFault = (action: { readonly fault: string } | { readonly region: string }): string =>
  'fault' in action ? action.fault : action.region;

/** What can be said of a client that was broken off at a time, though it was not stuck. */
export const judgeBrokenOff = (history: History, at: number, why: string): Verdict => {
  const against = findEndless(history, at);
  if (against !== undefined) return heldUnless([against]);
  if (isCollecting(history)) return collecting;
  return at - lastDisturbance(history, at) <= allowance(history)
    ? inconclusive('the client was broken off while it had still something to deal with')
    : heldUnless([{ at, text: why }]);
};

/** Whether a query is still collected, so that there is something to wait for. */
export const isCollecting = (history: History): boolean =>
  [...begunQueries(history).values()].some(({ ended }) => ended === undefined);

export const collecting = inconclusive('a collection was never finished');

/**
 * A call that was repeated without success, and without end. That a collection lasts is no excuse: it takes a limit all the same,
 * and what is waited for is the notification. (Errors, interface C, retry rules)
 */
const findEndless = (history: History, now: number): Evidence | undefined => {
  for (const chain of readAttempts(history)) {
    const failed = chain.slice(1 + chain.findLastIndex(({ answer }) => answer?.isOk === true));
    const [first] = failed;
    const last = failed.at(-1);
    if (first === undefined || last === undefined) continue;
    const length = (isBeforeNext(history, failed) ? now : last.at) - first.at;
    if (length <= endless) continue;
    return { at: last.at, exchange: last.number, text: sayEndless(last, length) };
  }
  return undefined;
};

const sayEndless = ({ operation }: PortabilityCall, length: number): string =>
  `${operation} was repeated for ${showDuration(length)} without success`;

/** Whether there is nothing that a client can be waiting for but its next try. */
const isBeforeNext = (history: History, failed: readonly PortabilityCall[]): boolean =>
  failed.length > 2 && history.exchanges.at(-1) === failed.at(-1) && untold(history).length === 0;
