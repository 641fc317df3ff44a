import type { Collects } from '../core/world.ts';
import { parseDuration } from '../spec/time.ts';

/** The two ends of a span, as written; the second is absent where it is one duration. */
export const splitSpan = (text: string): readonly [string, string?] => {
  const at = text.indexOf('..');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 2)];
};

/** The milliseconds at the two ends of `5m..10m`, or twice those of `5m`. Undefined when the text says neither. */
export const parseSpan = (text: string): { readonly least: number; readonly most: number } | undefined => {
  const [first, second = first] = splitSpan(text);
  const least = parseDuration(first);
  const most = parseDuration(second);
  return least === undefined || most === undefined || least > most ? undefined : { least, most };
};

/**
 * How long a collection takes: `10m`, `5m..10m` or `held`. Undefined when the text says none of these.
 *
 * @example
 * parseCollects('5m..10m') // { kind: 'drawn', least: 300000, most: 600000 }
 */
export const parseCollects = (text: string): Collects | undefined => {
  if (text === 'held') return { kind: 'held' };
  const span = parseSpan(text);
  if (span === undefined) return undefined;
  return splitSpan(text).length === 1 ? { kind: 'fixed', length: span.least } : { kind: 'drawn', ...span };
};
