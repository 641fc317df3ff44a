import type { Exchange, History, Stretch } from '../history.ts';
import { targetOf } from '../history/listing.ts';
import { collect, firstBeyond, readOnce } from '../history/selectors.ts';
import { begunQueries } from './calls.ts';

/* How long the client did nothing: it neither slept, nor waited for an answer, before a retry, or for a notification. */

/** Whether the client did nothing at all in the first so many milliseconds from there on, before that call. */
export const wasIdleFor = (history: History, length: number, from: number, call: Exchange): boolean => {
  if (call.at - from <= length) return false;
  const next = history.exchanges[firstBeyond(sentAt(history), from)];
  const wasBusy = next !== undefined && next.at <= from + length && next.place < call.place;
  return !wasBusy && idleTime(history, { from, to: call.at }) > length;
};

const sentAt = readOnce(({ exchanges }) => exchanges.map(({ at }) => at));

/** Milliseconds of a stretch that the client let pass of its own. */
const idleTime = (history: History, { from, to }: Stretch): number => {
  const { stretches, ends } = readOccupied(history);
  let idle = 0;
  let reached = from;
  for (let at = firstBeyond(ends, from); at < stretches.length && reached < to; at++) {
    const other = stretches[at] as Stretch;
    idle += Math.max(0, Math.min(other.from, to) - reached);
    reached = other.to;
  }
  return idle + Math.max(0, to - reached);
};

/** All stretches in which the client had something to wait for, in order, with none that overlap. */
const readOccupied = readOnce((history) => {
  const { exchanges, slept } = history;
  const answers = exchanges.map(({ at, overAt }): Stretch => ({ from: at, to: overAt ?? Number.POSITIVE_INFINITY }));
  const all = [...slept, ...answers, ...backOffs(history), ...untold(history)];
  const stretches: Stretch[] = [];
  for (const { from, to } of all.sort((one, other) => one.from - other.from)) {
    const last = stretches.at(-1);
    if (last === undefined || from > last.to) stretches.push({ from, to });
    else if (to > last.to) stretches.splice(-1, 1, { from: last.from, to });
  }
  return { stretches, ends: stretches.map(({ to }) => to) };
});

/** From each failure of a call to the next try. */
const backOffs = readOnce(({ exchanges }): readonly Stretch[] => {
  const failed = new Map<string, number>();
  return collect(exchanges, (call): readonly Stretch[] => {
    const { at, overAt, sure, subject, request } = call;
    const key = subject?.key ?? `${request.method} ${targetOf(request.url)}`;
    const from = failed.get(key);
    if (sure?.isWhole === true && sure.status < 400) failed.delete(key);
    else if (overAt !== undefined) failed.set(key, overAt);
    return from === undefined || from > at ? [] : [{ from, to: at }];
  });
});

/** From the beginning of each query until the application heard of its end. */
const untold = readOnce((history): readonly Stretch[] =>
  collect([...begunQueries(history).values()], ({ begun, notifications }): readonly Stretch[] => {
    const heard = collect(notifications, ({ deliveries }) => deliveries.filter(({ status }) => status !== undefined));
    return [{ from: begun.at, to: heard[0]?.at ?? Number.POSITIVE_INFINITY }];
  }),
);
