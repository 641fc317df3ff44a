import type { Entry } from '../../trace/entry.ts';
import { oneLine } from '../printable.ts';
import { spelled, type Style } from '../style.ts';
import { truncate, widthOf } from '../width.ts';
import { chooseWidths, joinCells } from './columns.ts';
import { fold, type Line, sayLine } from './fold.ts';
import { readRows } from './read-rows.ts';
import { isMarkedBy, type Marks } from './marks.ts';
import { lanes, type Row, showTime } from './row.ts';

/**
 * The virtual timeline of a run as lines for a terminal: a column of time, and one for each who had a part in it. No line
 * is wider than `style.columns`.
 */
export const drawTimeline = (entries: readonly Entry[], marks: Marks, style: Style): readonly string[] =>
  drawLines(foldTimeline(entries, marks), style);

/** What is shown of a run, as plain data: somebody else may draw it, elsewhere. */
export const foldTimeline = (entries: readonly Entry[], marks: Marks): readonly Line[] =>
  fold(readRows(entries), isMarkedBy(marks));

/** Draws what is shown of a run. */
export const drawLines = (shown: readonly Line[], style: Style): readonly string[] => {
  if (shown.length === 0) return [];
  const { signs, paint } = style;
  const clean = (text: string): string => spelled(oneLine(text), style);
  const lines = shown.map((line) => ({ line, cells: cellsOf(line, clean) }));
  const gutter = ' '.repeat(widthOf(signs.mark) + 1);

  const times = lines.flatMap(({ line }) => (line.kind === 'row' ? [showTime(line.row.at)] : []));
  const timeWidth = Math.max('time'.length, ...times.map(widthOf));
  const room = style.columns - gutter.length - timeWidth - 3;
  const widths = [timeWidth, ...chooseWidths([lanes, ...lines.map(({ cells }) => cells)], room)];
  const join = (cells: readonly string[]): string =>
    truncate(joinCells(cells, widths, signs.wall, signs.cut), style.columns - gutter.length, signs.cut);

  let last: number | undefined;
  const draw = ({ line, cells }: (typeof lines)[number]): string => {
    if (line.kind !== 'row') {
      last = undefined;
      const text = `${signs.gap.padStart(timeWidth)} ${sayLine(line, signs.times)}`;
      return paint('dim', `${gutter}${truncate(text, style.columns - gutter.length, signs.cut)}`);
    }
    const time = line.row.at === last ? '' : showTime(line.row.at);
    last = line.row.at;
    const text = join([time.padStart(timeWidth), ...cells]);
    if (line.isMarked) return paint('red', `${signs.mark} ${text}`);
    return `${gutter}${isRefused(line.row) ? paint('yellow', text) : text}`;
  };
  const floor = widths.map((width) => signs.floor.repeat(width)).join(`${signs.floor}${signs.crossing}${signs.floor}`);
  const head = [join(['time', ...lanes]), truncate(floor, style.columns - gutter.length, '')];
  return [...head.map((text) => paint('dim', `${gutter}${text}`)), ...lines.map(draw)];
};

const cellsOf = (line: Line, clean: (text: string) => string): readonly string[] =>
  lanes.map((lane) => (line.kind === 'row' ? clean(line.row.cells[lane] ?? '') : ''));

const isRefused = ({ cells: { service = '', network } }: Row): boolean =>
  /^(?:#\d+ )?[45]\d\d\b/.test(service) || network !== undefined;
