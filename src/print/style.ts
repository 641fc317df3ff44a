import { toAscii } from './printable.ts';
import { createPaint, isSet, type OutputStream, type Paint, type Terminal } from './terminal.ts';

/** How a report for people looks: in which colours, how wide, with which signs. */
export interface Style {
  readonly paint: Paint;
  /** No line of a timeline is longer. */
  readonly columns: number;
  readonly signs: Signs;
}

const unicode = {
  kept: '✓',
  broken: '✗',
  warning: '⚠',
  /** Where something was left out of a line, and lines were left out. */
  cut: '…',
  gap: '⋮',
  times: '×',
  mark: '▶',
  wall: '│',
  floor: '─',
  crossing: '┼',
};

type Signs = Readonly<Record<keyof typeof unicode, string>>;

const ascii: Signs = {
  kept: 'ok',
  broken: 'XX',
  warning: '!',
  cut: '~',
  gap: ':',
  times: 'x',
  mark: '>',
  wall: '|',
  floor: '-',
  crossing: '+',
};

/** Wide enough for a build server's log, where nobody tells how wide it is. */
const usualColumns = 100;

/** A timeline tells nothing where it is narrower: lines had better be wrapped then. */
const fewestColumns = 20;

/** A text in the letters that whoever shows it has. */
export const spelled = (text: string, { signs }: Pick<Style, 'signs'>): string =>
  signs === ascii ? toAscii(text) : text;

/** A terminal that says nothing of its alphabet is taken for one that knows Unicode. */
const knowsUnicode = (env: Terminal['env']): boolean => {
  if (isSet(env['NO_UNICODE']) || env['TERM'] === 'dumb') return false;
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(isSet);
  if (locale === undefined) return true;
  return locale.includes('.') ? /utf-?8/i.test(locale) : !/^(?:C|POSIX)$/.test(locale);
};

/** A terminal that nobody has told its size, as on a build server, says 0. */
export const columnsOf = ({ columns }: OutputStream, env: Terminal['env']): number => {
  const told = [columns, Number(env['COLUMNS'])].find((width = 0) => Number.isInteger(width) && width > 0);
  return Math.max(fewestColumns, told ?? usualColumns);
};

export const readStyle = (stream: OutputStream, env: Terminal['env']): Style => ({
  paint: createPaint(stream, env),
  columns: columnsOf(stream, env),
  signs: knowsUnicode(env) ? unicode : ascii,
});

/** A style for files: no colours, and lines as long as on a build server. */
export const fileStyle: Style = { paint: (_, text) => text, columns: 120, signs: unicode };
