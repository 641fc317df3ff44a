import { describeDropped } from '../clock/dropped-timers.ts';
import type { Misuse } from '../misuse.ts';
import { type CallSite, pointTo } from './call-site.ts';
import { userFrames } from '../print/thrown.ts';
import { foldTimeline } from '../print/timeline/swimlane.ts';
import { whatHappened } from '../print/timeline/what-happened.ts';
import type { Entry, EntryOf } from '../trace/entry.ts';

/** Has an error that ended a run point into the test. What the client itself called wrongly points to the client already. */
export const tellOfRun = (error: Misuse, entries: readonly Entry[], site: CallSite | undefined): Misuse => {
  if (error.code === 'CLOCK_STUCK') return tellStuck(error, entries, site);
  return error.code === 'DISPOSED' || userFrames(error).length === 0 ? pointTo(error, site) : error;
};

/**
 * Adds to the error of a run that cannot go on what one looks for first: what the client probably waits for, what happened
 * last, and the line of the test that began it.
 */
const tellStuck = (error: Misuse, entries: readonly Entry[], site: CallSite | undefined): Misuse => {
  const cause = findCause(entries) ?? describeDropped();
  return tellWhatHappened(error, cause === undefined ? [] : ['', `the likely cause: ${cause}`], entries, site);
};

/** Adds to an error, whose first line stays as it is, what else is told and what happened; points to the site. */
export const tellWhatHappened = (
  error: Misuse,
  told: readonly string[],
  entries: readonly Entry[],
  site: CallSite | undefined,
): Misuse => {
  const message = [error.message, ...told, '', ...whatHappened(foldTimeline(entries, { isEnd: true }))].join('\n');
  Object.defineProperty(error, 'message', { value: message, configurable: true, writable: true });
  return pointTo(error, site);
};

/** What keeps a client waiting for ever, as far as the trace shows it: a call that is open, or else news that did not get through. */
export const findCause = (entries: readonly Entry[]): string | undefined =>
  firstOf(entries.map((entry) => causeInCalls(entry, entries))) ??
  firstOf(entries.toReversed().map((entry) => causeInNews(entry, entries)));

const firstOf = (causes: readonly (string | undefined)[]): string | undefined =>
  causes.find((cause) => cause !== undefined);

const causeInCalls = (entry: Entry, entries: readonly Entry[]): string | undefined => {
  if (entry.kind !== 'fault' || entry.fault.name !== 'silence') return undefined;
  const isOver = entries.some((one) => one.kind === 'hungUp' && one.exchange === entry.exchange);
  return isOver ? undefined : `#${entry.exchange} is never answered (silence), and the client has no time-out for it`;
};

const causeInNews = (entry: Entry, entries: readonly Entry[]): string | undefined => {
  switch (entry.kind) {
    case 'notificationFault':
      if (!isLost(entry)) return undefined;
      return `notification ${entry.notification} got lost, and a client that waits for it needs a time-out`;
    case 'undelivered': {
      if (entries.some((one) => isLost(one) && one.notification === entry.notification)) return undefined;
      const remedy = entry.why.startsWith('no endpoint') ? '; call env.onNotification before the first query' : '';
      return `notification ${entry.notification} was not taken: ${entry.why}${remedy}`;
    }
    case 'delivered': {
      if (entry.status < 300) return undefined;
      const why = entry.why === undefined ? '' : `: ${entry.why}`;
      return `notification ${entry.notification} was answered ${entry.status}${why}`;
    }
    default:
      return undefined;
  }
};

const isLost = (entry: Entry): entry is EntryOf<'notificationFault'> =>
  entry.kind === 'notificationFault' && entry.fault.name === 'lost';
