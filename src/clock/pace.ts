import { stringOf } from '../error-text.ts';
import { refuse } from '../misuse.ts';

/**
 * How time passes of which nothing in the process is a part: for clients out of reach, in other processes and languages.
 * Their own clocks and timers stay as they are.
 */
export interface Pace {
  /** Virtual milliseconds in a real one; 0 where time stands still until it is moved. */
  readonly speed: number;
  readonly isMovable: boolean;
  /** Whether it leaps by itself while a client says that it sleeps. */
  readonly leaps: boolean;
}

const paces = {
  real: { speed: 1, isMovable: false, leaps: false },
  manual: { speed: 0, isMovable: true, leaps: false },
  movable: { speed: 1, isMovable: true, leaps: false },
  leaping: { speed: 1, isMovable: true, leaps: true },
} as const satisfies Readonly<Record<string, Pace>>;

/**
 * `real`, which passes as it does; `manual`, which stands still until it is moved; `movable`, which passes and can be moved;
 * `leaping`, which is that, and leaps while the client says that it sleeps; `{ scaled: 60 }`, where a second is a minute.
 */
export type PacedClock = keyof typeof paces | { readonly scaled: number };

export const paceNames = Object.keys(paces) as readonly (keyof typeof paces)[];

/** So fast that nothing could be answered within any limit of time. */
const fastest = 1_000_000;

/** Undefined for what is no such clock. Throws Misuse `BAD_OPTION` for a speed that is none. */
export const paceOf = (clock: unknown, place: string): Pace | undefined => {
  if (typeof clock === 'string') return Object.hasOwn(paces, clock) ? paces[clock as keyof typeof paces] : undefined;
  if (typeof clock !== 'object' || clock === null || !('scaled' in clock)) return undefined;
  const { scaled } = clock;
  if (typeof scaled === 'number' && scaled > 0 && scaled <= fastest) {
    return { speed: scaled, isMovable: true, leaps: false };
  }
  throw refuse(place, `${stringOf(scaled)} is no speed of a clock`, 'write 60 for a minute in each second');
};
