import type { Collects } from '../core/world.ts';
import { parseDuration } from '../spec/time.ts';

/** The two ends of a span, as written; the second is absent where it is one duration. */
export const splitSpan = (text: string): readonly [string, string?] => {
  const at = text.indexOf('..');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 2)];
};

/**
 * How long a collection takes: `10m`, `5m..10m` or `held`. Undefined when the text says none of these.
 *
 * @example
 * parseCollects('5m..10m') // { kind: 'drawn', least: 300000, most: 600000 }
 */
export const parseCollects = (text: string): Collects | undefined => {
  if (text === 'held') return { kind: 'held' };
  const [first, second] = splitSpan(text);
  const least = parseDuration(first);
  if (second === undefined) return least === undefined ? undefined : { kind: 'fixed', length: least };
  const most = parseDuration(second);
  return least === undefined || most === undefined || least > most ? undefined : { kind: 'drawn', least, most };
};
