import type { Bar, Lane, Picture } from '../../picture/picture.ts';
import { laneGroups } from '../../picture/drawing.ts';

/** An event of Chrome's Trace Event Format, as far as it is used here. Times are microseconds. */
interface TraceEvent {
  /** `X` is a stretch of time, `C` a counter, `M` says what a process or a thread is called. */
  readonly ph: 'X' | 'C' | 'M';
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts?: number;
  readonly dur?: number;
  readonly cat?: string;
  readonly args: Readonly<Record<string, string | number>>;
}

/**
 * A run in the Trace Event Format, which Perfetto, speedscope and chrome://tracing open: a process for each group of lanes, a
 * thread for each lane, or for each row of it where bars overlap, since stretches of one thread must lie within each other.
 */
export const writeTraceEvents = ({ epoch, seed, lanes, broken }: Picture): string => {
  const events: TraceEvent[] = [];
  for (const [index, group] of laneGroups.entries()) {
    const pid = index + 1;
    const members = lanes.filter((lane) => lane.group === group);
    if (members.length === 0) continue;
    events.push(called('process_name', pid, 0, group), sorted('process_sort_index', pid, 0));
    let tid = 0;
    for (const lane of members) {
      for (const [row, bars] of rowsOf(lane.bars).entries()) {
        tid += 1;
        events.push(called('thread_name', pid, tid, row === 0 ? lane.name : `${lane.name} (${row + 1})`));
        events.push(sorted('thread_sort_index', pid, tid), ...bars.map((bar) => stretch(bar, group, pid, tid)));
      }
      events.push(...counters(lane, pid));
    }
  }
  const rules = laneGroups.length + 1;
  if (broken.length > 0)
    events.push(called('process_name', rules, 0, 'broken rules'), called('thread_name', rules, 1, 'rules'));
  for (const { rule, at, exchange = 0 } of broken) {
    events.push({ ph: 'X', name: rule, cat: 'rules', pid: rules, tid: 1, ts: at * 1000, dur: 1, args: { exchange } });
  }
  return `${JSON.stringify({ displayTimeUnit: 'ms', otherData: { epoch, seed }, traceEvents: events })}\n`;
};

type Named = 'process_name' | 'thread_name';
type Sorted = 'process_sort_index' | 'thread_sort_index';

const called = (ph: Named, pid: number, tid: number, name: string): TraceEvent => ({
  ph: 'M',
  name: ph,
  pid,
  tid,
  args: { name },
});

const sorted = (ph: Sorted, pid: number, tid: number): TraceEvent => ({
  ph: 'M',
  name: ph,
  pid,
  tid,
  args: { sort_index: tid === 0 ? pid : tid },
});

const stretch = ({ bar, ts, dur }: Placed, cat: string, pid: number, tid: number): TraceEvent => {
  const { label, tells, exchange } = bar;
  const args = { tells, ...(exchange !== undefined && { exchange }) };
  return { ph: 'X', name: label, cat, pid, tid, ts, dur, args };
};

const counters = ({ name, levels }: Lane, pid: number): readonly TraceEvent[] =>
  (levels?.steps ?? []).map(({ at, used }) => ({ ph: 'C', name, pid, tid: 0, ts: at * 1000, args: { used } }));

/** A bar with its time in microseconds. */
interface Placed {
  readonly bar: Bar;
  readonly ts: number;
  readonly dur: number;
}

/**
 * Bars that do not overlap, in as few rows as will do. What takes no time gets a microsecond, and what happens at one instant is
 * laid side by side, with another between: readers lose what has no length, and take what touches for one within the other.
 * Instants are whole milliseconds, so that nothing comes too late by that.
 */
const rowsOf = (bars: readonly Bar[]): readonly (readonly Placed[])[] => {
  const rows: Placed[][] = [];
  const ends: number[] = [];
  for (const bar of bars) {
    const begin = bar.from * 1000;
    const found = ends.findIndex((end) => end < begin + 999);
    const row = found < 0 ? rows.length : found;
    const ts = Math.max(begin, (ends[row] ?? -1) + 1);
    const dur = Math.max(1, bar.to * 1000 - ts);
    rows[row] ??= [];
    rows[row].push({ bar, ts, dur });
    ends[row] = ts + dur;
  }
  return rows;
};
