/** Milliseconds since the Unix epoch, in virtual time. */
export type Instant = number;

/** A length of time as text with a unit: `500ms`, `1.5s`, `10m`, `1h30m`, `1h 0m 0.001s`, `2d`. */
export type Duration = string;

export const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;

const unitLengths: ReadonlyMap<string | undefined, number> = new Map(Object.entries(units));

const part = /(\d{1,12})(?:\.(\d{1,6}))?(ms|d|h|m|s) ?/y;

/** Milliseconds in a duration, or undefined when the text is not one. Whole milliseconds only; units in falling order. */
export const parseDuration = (text: Duration): number | undefined => {
  if (text === '' || text.length > 64 || text.endsWith(' ')) return undefined;
  let total = 0;
  let lastUnit = Number.POSITIVE_INFINITY;
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const found = part.exec(text);
    if (found === null) return undefined;
    const unit = unitLengths.get(found[3]);
    if (unit === undefined || unit >= lastUnit) return undefined;
    lastUnit = unit;
    const fraction = found[2] ?? '';
    const fractional = (Number(fraction) * unit) / Number(`1${'0'.repeat(fraction.length)}`);
    if (!Number.isInteger(fractional)) return undefined;
    total += Number(found[1]) * unit + fractional;
  }
  return Number.isSafeInteger(total) ? total : undefined;
};

/** Those that were read: they are few, and asked for with every request. */
const lengths = new Map<Duration, number>();

/** Milliseconds in a duration written in this library's own tables, where a wrong one is a bug. */
export const ms = (text: Duration): number => {
  const known = lengths.get(text);
  if (known !== undefined) return known;
  const parsed = parseDuration(text);
  if (parsed === undefined) throw new RangeError(`"${text}" is not a duration`);
  lengths.set(text, parsed);
  return parsed;
};

/** A length of time the way traces show it: `0.000s`, `5m0.000s`, `1h1m0.001s`. */
export const showDuration = (milliseconds: number): Duration => {
  const hours = Math.floor(milliseconds / units.h);
  const minutes = Math.floor((milliseconds % units.h) / units.m);
  const seconds = Math.floor((milliseconds % units.m) / units.s);
  const thousandths = String(milliseconds % units.s).padStart(3, '0');
  return `${hours > 0 ? `${hours}h` : ''}${hours > 0 || minutes > 0 ? `${minutes}m` : ''}${seconds}.${thousandths}s`;
};

/** The last that a `Date` can say; virtual time may go on beyond it. */
const lastInstant: Instant = 8.64e15;

/** An instant in ISO 8601. */
export const isoDate = (instant: Instant): string => new Date(Math.min(instant, lastInstant)).toISOString();

/** An instant as HTTP writes it, whole seconds: `Thu, 29 Feb 2024 00:00:01 GMT`. (RFC 9110 section 5.6.7) */
export const httpDate = (instant: Instant): string => new Date(Math.min(instant, lastInstant)).toUTCString();

/** The instant that a text names, in milliseconds since 1970: ISO 8601, or as HTTP writes dates. */
export const readInstant = (text: string): Instant | undefined => {
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? undefined : instant;
};
