import { type Clock } from './clock.ts';
import { withClock } from './current-clock.ts';

/** How long a process has been up at most that remembers when it began, and how far ahead a limiter plans. */
const tolerance = 86_400_000;

/** Clocks on which somebody has set a timer by a real date. */
const misused = new WeakSet<Clock>();

const remedy =
  'build what sets it, as a limiter of a module, when the client is called; or begin at the real date, by epoch: new Date().toISOString()';

/**
 * Why a delay is too long for any timer: it is about the time between the real date and the virtual one, and whoever sets it remembers
 * a date from before the simulation. Undefined where it is not, and where that has been said of this clock.
 */
export const blameRealDate = (delay: number, clock: Clock): string | undefined => {
  const realNow = withClock(undefined, () => Date.now());
  if (misused.has(clock) || Math.abs(delay - (realNow - clock.now)) > tolerance) return undefined;
  misused.add(clock);
  return `It is the time from the virtual date to the real one, from before the simulation: ${remedy}.`;
};

/** What to do where such a delay has been set; undefined where none has. */
export const remedyForRealDate = (clock: Clock): string | undefined =>
  misused.has(clock)
    ? `a delay that the client set was the time from the virtual date to the real one, from before the simulation: ${remedy}`
    : undefined;
