import { ms, parseDuration } from '../spec/time.ts';

const furthest = ms('1d');

/** Milliseconds by which a clock is ahead (`5m`) or behind (`-5m`), a day at most. Undefined when the text says neither. */
export const parseSkew = (text: string): number | undefined => {
  const isBehind = text.startsWith('-');
  const length = parseDuration(isBehind ? text.slice(1) : text);
  if (length === undefined || length > furthest) return undefined;
  return isBehind ? 0 - length : length;
};
