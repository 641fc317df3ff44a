import { boundary, boundaryNames } from '../../spec/boundaries.ts';
import { type Duration, ms, units } from '../../spec/time.ts';

/**
 * A length of time in as few letters as a person would use.
 *
 * @example
 * writeDuration(3_600_001) // '1h1ms'
 */
export const writeDuration = (milliseconds: number): Duration => {
  let rest = milliseconds;
  let text = '';
  for (const [unit, length] of Object.entries(units)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) text += `${count}${unit}`;
  }
  return text === '' ? '0s' : text;
};

/** The lengths of time at which the service changes its mind, each once, the shortest first. */
export const boundaryLengths: readonly number[] = [
  ...new Set(
    boundaryNames
      .map(boundary)
      .filter(({ unit }) => unit === 'ms')
      .map(({ at }) => (typeof at === 'string' ? ms(at) : at)),
  ),
].sort((one, other) => one - other);

/** A boundary, and the millisecond on either side of it. */
const around = (length: number): readonly number[] => [length, length + 1, length - 1];

/** Lengths that step on a boundary or right beside it, and some that are well past it; as text, the plainest first. */
export const lengthsBelow = (most: Duration): readonly Duration[] =>
  [...boundaryLengths, ...boundaryLengths.flatMap(around), ...beyond.map(ms)]
    .filter((length) => length <= ms(most))
    .map(writeDuration);

const beyond = ['2s', '6m', '21m', '61m', '30s', '10m', '2h', '25h'];

/** How late answers are, how long a client sleeps, and how long what lasts lasts. */
export const lengths = ['2s', '10s', '31s', '61s', '6m', '11m', '61m', ...lengthsBelow('25h')] as const;
