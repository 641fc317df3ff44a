import type { Instant } from '../spec/time.ts';

/* Moments as users write them: when virtual time begins, or is to be. Those of recordings may be others (`spec/time.ts`). */

const dateAndTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** The instant that a time of ISO 8601 with its zone names, or undefined: without one it is another on another machine. */
export const parseInstant = (text: unknown): Instant | undefined => {
  if (typeof text !== 'string' || !dateAndTime.test(text)) return undefined;
  const day = text.slice(0, 10);
  const instant = Date.parse(text);
  const midnight = Date.parse(day);
  // The 30th of February would be the 1st of March.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return isDay && !Number.isNaN(instant) ? instant : undefined;
};
