import type { Exchange, History, Stretch } from '../history.ts';
import { targetOf } from '../history/listing.ts';
import { collect, firstBeyond, readOnce } from '../history/selectors.ts';
import { begunQueries } from './calls.ts';

/* How long the client did nothing: it neither slept, nor waited for an answer, before a retry, or for a notification. */

/** Whether the client sent nothing in the first so many milliseconds from there on, and before that call was idle for longer. */
export const wasIdleFor = (history: History, length: number, from: number, call: Exchange): boolean => {
  const next = history.exchanges[firstBeyond(sentAt(history), from)];
  return next !== undefined && next.at > from + length && idleTime(history, from, call.at) > length;
};

const sentAt = readOnce(({ exchanges }) => exchanges.map(({ at }) => at));

/** Milliseconds that the client let pass of its own, up to a call: what it waits for from then on is the last that counts. */
const idleTime = (history: History, from: number, to: number): number => {
  let idle = 0;
  let reached = from;
  for (const other of readOccupied(history)) {
    idle += Math.max(0, Math.min(other.from, to) - reached);
    reached = Math.max(reached, other.to);
  }
  return idle;
};

/** All stretches in which the client had something to wait for, by their beginnings. */
const readOccupied = readOnce((history) => {
  const { exchanges, slept } = history;
  const answers = exchanges.map(({ at, overAt }): Stretch => ({ from: at, to: overAt ?? Number.POSITIVE_INFINITY }));
  const all = [...slept, ...answers, ...backOffs(history), ...untold(history), ...betweenRuns(history)];
  return all.sort((one, other) => one.from - other.from);
});

/** From the last call of one run of the client to the first of the next: nobody knows when that began. */
const betweenRuns = ({ exchanges }: History): readonly Stretch[] =>
  collect(exchanges, ({ at: to, run }, index): readonly Stretch[] => {
    const before = exchanges[index - 1];
    return before === undefined || before.run === run ? [] : [{ from: before.at, to }];
  });

/** From each failure of a call to the next try. */
const backOffs = readOnce(({ exchanges }): readonly Stretch[] => {
  const failed = new Map<string, number | undefined>();
  return collect(exchanges, (call): readonly Stretch[] => {
    const { at, overAt, sure, subject, request } = call;
    const key = subject?.key ?? `${request.method} ${targetOf(request.url)}`;
    const from = failed.get(key);
    if (sure?.isWhole === true && sure.status < 400) failed.delete(key);
    else failed.set(key, overAt);
    return from === undefined ? [] : [{ from, to: at }];
  });
});

/** From the beginning of each query until the application heard of its end. */
const untold = readOnce((history): readonly Stretch[] =>
  collect([...begunQueries(history).values()], ({ begun, notifications }): readonly Stretch[] => {
    const heard = collect(notifications, ({ deliveries }) => deliveries.filter(({ status }) => status !== undefined));
    return [{ from: begun.at, to: heard[0]?.at ?? Number.POSITIVE_INFINITY }];
  }),
);
