import type { Bar, Lane, Picture } from '../../picture/picture.ts';
import { laneGroups } from '../../picture/picture.ts';

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
    events.push({ ph: 'X', name: rule, cat: 'rules', pid: rules, tid: 1, ts: at * 1000, dur: 0, args: { exchange } });
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

const stretch = ({ from, to, label, tells, exchange }: Bar, cat: string, pid: number, tid: number): TraceEvent => ({
  ph: 'X',
  name: label,
  cat,
  pid,
  tid,
  ts: from * 1000,
  dur: (to - from) * 1000,
  args: { tells, ...(exchange !== undefined && { exchange }) },
});

const counters = ({ name, levels }: Lane, pid: number): readonly TraceEvent[] =>
  (levels?.steps ?? []).map(({ at, used }) => ({ ph: 'C', name, pid, tid: 0, ts: at * 1000, args: { used } }));

/** Bars that do not overlap, in as few rows as will do. */
const rowsOf = (bars: readonly Bar[]): readonly (readonly Bar[])[] => {
  const rows: Bar[][] = [];
  const ends: number[] = [];
  for (const bar of bars) {
    const found = ends.findIndex((end) => end <= bar.from);
    const row = found < 0 ? rows.length : found;
    rows[row] ??= [];
    rows[row].push(bar);
    ends[row] = bar.to;
  }
  return rows;
};
