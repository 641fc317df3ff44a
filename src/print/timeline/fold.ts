import type { Row } from './row.ts';
import { showTime } from './row.ts';

/** A line of the timeline as it is shown: a row, or a remark that stands for what is left out. */
export type Line =
  | { readonly kind: 'row'; readonly row: Row; readonly isMarked: boolean }
  | { readonly kind: 'pause'; readonly length: number }
  | {
      readonly kind: 'repeated';
      readonly lines: number;
      readonly times: number;
      readonly every?: number;
      readonly from: number;
      readonly until: number;
    }
  | { readonly kind: 'hidden'; readonly rows: number; readonly length: number };

type Shown = Extract<Line, { kind: 'row' }>;

/** Fewer repetitions than this are quicker read than explained. */
const fewestRepeats = 3;
/** The longest pattern that is looked for: a page, and the downloads of its links. */
const longestPattern = 24;
/** More rows than this nobody reads; the whole is written by `--trace`. */
const mostRows = 40;
/** Rows kept around what matters when a run is longer: around the last marks, and of all marks as many as there is room for. */
const [atBeginning, atEnd, around] = [6, 10, 4];
const mostMarks = 20;
/** From here on a pause is worth a line of its own. */
const longPause = 60_000;

/** What is shown of a run: what repeats is shown once, of what is too long the parts that matter, and pauses are named. */
export const fold = (rows: readonly Row[], isMarked: (row: Row) => boolean): readonly Line[] =>
  addPauses(hide(foldRepeats(rows.map((row) => ({ kind: 'row', row, isMarked: isMarked(row) })))));

/** The same but for numbers, ids among them. What is marked is not like what is not, and so never hidden by it. */
const patternOf = ({ row, isMarked }: Shown): string =>
  `${isMarked} ${JSON.stringify(row.cells).replace(/#\d+|query [0-9a-f]{4}|notification \d+/g, '#')}`;

const foldRepeats = (rows: readonly Shown[]): readonly Line[] => {
  const patterns = rows.map(patternOf);
  const lines: Line[] = [];
  for (let index = 0; index < rows.length; ) {
    const { length, times } = findRepeat(patterns, index);
    lines.push(...rows.slice(index, index + length));
    if (times > 1) lines.push(describeRepeat(rows.slice(index, index + length * times), length, times));
    index += length * times;
  }
  return lines;
};

/** The pattern that covers most rows from here on; a single row when nothing repeats. */
const findRepeat = (patterns: readonly string[], from: number): { length: number; times: number } => {
  let best = { length: 1, times: 1 };
  for (let length = 1; length <= longestPattern; length++) {
    // Each row is compared with the one a pattern further on: as long as they agree, the pattern goes on.
    let agreeing = 0;
    while (
      patterns[from + agreeing] === patterns[from + agreeing + length] &&
      from + agreeing + length < patterns.length
    ) {
      agreeing += 1;
    }
    const times = 1 + Math.floor(agreeing / length);
    if (times >= fewestRepeats && times * length > best.times * best.length) best = { length, times };
  }
  return best;
};

const describeRepeat = (rows: readonly Shown[], lines: number, times: number): Line => {
  const starts = rows.filter((_, index) => index % lines === 0).map(({ row }) => row.at);
  const steps = new Set(starts.slice(1).map((at, index) => at - (starts[index] ?? at)));
  const [every] = steps;
  const [from = 0] = starts;
  const until = rows.at(-1)?.row.at ?? from;
  return { kind: 'repeated', lines, times, ...(steps.size === 1 && every !== undefined && { every }), from, until };
};

const hide = (lines: readonly Line[]): readonly Line[] => {
  if (lines.length <= mostRows) return lines;
  const marks = lines.flatMap((line, index) => (line.kind === 'row' && line.isMarked ? [index] : []));
  // Where everything is marked, the first and the last marks have to do.
  const shownMarks = new Set([...marks.slice(0, mostMarks / 2), ...marks.slice(-mostMarks / 2)]);
  const isKept = (index: number): boolean =>
    index < atBeginning ||
    index >= lines.length - atEnd ||
    shownMarks.has(index) ||
    marks.slice(-3).some((mark) => Math.abs(mark - index) <= around);
  const kept: Line[] = [];
  let hidden: Line[] = [];
  const close = (): void => {
    if (hidden.length > 2) kept.push({ kind: 'hidden', rows: countRows(hidden), length: lengthOf(hidden) });
    else kept.push(...hidden);
    hidden = [];
  };
  for (const [index, line] of lines.entries()) {
    if (isKept(index)) {
      close();
      kept.push(line);
    } else hidden.push(line);
  }
  return kept;
};

const countRows = (lines: readonly Line[]): number =>
  lines.reduce((sum, line) => sum + (line.kind === 'repeated' ? line.lines * (line.times - 1) : 1), 0);

const endOf = (line: Line | undefined): number | undefined => {
  if (line?.kind === 'row') return line.row.at;
  return line?.kind === 'repeated' ? line.until : undefined;
};

const lengthOf = (lines: readonly Line[]): number => (endOf(lines.at(-1)) ?? 0) - (endOf(lines[0]) ?? 0);

const addPauses = (lines: readonly Line[]): readonly Line[] =>
  lines.flatMap((line, index): readonly Line[] => {
    const before = endOf(lines[index - 1]);
    if (line.kind !== 'row' || before === undefined || line.row.at - before < longPause) return [line];
    return [{ kind: 'pause', length: line.row.at - before }, line];
  });

/** What a line says that stands for others. */
export const sayLine = (line: Exclude<Line, Shown>, times: string): string => {
  switch (line.kind) {
    case 'pause':
      return `${showTime(line.length)} pass`;
    case 'repeated': {
      const what = line.lines === 1 ? times : `these ${line.lines} lines ${times}`;
      if (line.from === line.until) return `${what} ${line.times}, at once`;
      const every = line.every === undefined ? '' : `, every ${showTime(line.every)}`;
      return `${what} ${line.times}${every}, until ${showTime(line.until)}`;
    }
    case 'hidden':
      return `${line.rows} more lines${line.length === 0 ? '' : `, ${showTime(line.length)}`}`;
    default:
      return line satisfies never;
  }
};
