import { type Duration, parseDuration } from '../../spec/time.ts';
import { writeDuration } from '../arbitraries/durations.ts';

/** A record without each of those fields that it has. */
export const lackingField = <Fields extends object>(
  fields: Fields,
  names: readonly (keyof Fields)[],
): readonly Fields[] =>
  names
    .filter((name) => fields[name] !== undefined)
    .map((gone) => Object.fromEntries(Object.entries(fields).filter(([name]) => name !== gone)) as Fields);

/** Lengths with fewer words: none at all, or rounded to hours, minutes, seconds. */
export const roundDuration = (length: Duration): readonly Duration[] => {
  const exact = parseDuration(length);
  if (exact === undefined) return [];
  const units = [3_600_000, 60_000, 1000];
  const rounded = units.flatMap((unit) => [Math.floor(exact / unit) * unit, Math.ceil(exact / unit) * unit]);
  const words = (text: string): number => text.replaceAll(/\d+/g, '').length;
  return [...new Set([0, ...rounded])]
    .map(writeDuration)
    .filter((text) => text !== length && (words(text) < words(length) || text === '0s'));
};
