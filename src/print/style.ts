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

export const isAscii = ({ signs }: Style): boolean => signs === ascii;

/** A terminal that says nothing of its alphabet is taken for one that knows Unicode. */
const knowsUnicode = (env: Terminal['env']): boolean => {
  if (isSet(env['NO_UNICODE']) || env['TERM'] === 'dumb') return false;
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(isSet);
  if (locale === undefined) return true;
  return locale.includes('.') ? /utf-?8/i.test(locale) : !/^(?:C|POSIX)$/.test(locale);
};

export const readStyle = (stream: OutputStream, env: Terminal['env']): Style => {
  const told = Number(env['COLUMNS']);
  return {
    paint: createPaint(stream, env),
    columns: stream.columns ?? (Number.isInteger(told) && told > 0 ? told : usualColumns),
    signs: knowsUnicode(env) ? unicode : ascii,
  };
};

/** A style for files: no colours, and lines as long as on a build server. */
export const fileStyle: Style = { paint: (_, text) => text, columns: 120, signs: unicode };
