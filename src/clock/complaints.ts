import { Misuse } from '../misuse.ts';
import { showDuration } from '../spec/time.ts';
import { isTimeFaked } from './foreign-clocks.ts';

interface Stuck {
  readonly label: string;
  readonly passed: number;
  readonly after: number;
  readonly holds: readonly string[];
  readonly waiting: readonly string[];
  readonly busy: readonly string[];
}

const list = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `; ${title}: ${items.join(', ')}`;

/** Time cannot move: says who keeps it. */
export const stuck = ({ label, passed, after, holds, waiting, busy }: Stuck): Misuse => {
  const cause = holds.length > 0 ? 'time is held' : 'the client waits, but nothing is due';
  const what =
    `the clock is stuck at ${showDuration(passed)}: ${cause}, and nothing has happened for ${after} real ms` +
    list('held by', holds) +
    list('waiting', waiting) +
    list('at work', busy);
  return new Misuse('CLOCK_STUCK', label, what, remedy(holds, busy));
};

const remedy = (holds: readonly string[], busy: readonly string[]): string => {
  if (isTimeFaked()) return 'fake timers were switched on inside the simulation: call vi.useRealTimers()';
  if (holds.length > 0) return 'release the hold, or allow it more real time with stuckAfter';
  if (busy.some((work) => work.includes('HTTP2'))) return 'HTTP/2 is not simulated: let the client speak HTTP/1.1';
  if (busy.length > 0) return 'if that work is just slow, allow it more real time with stuckAfter';
  return 'a promise of the client never settles; real work that cannot be seen from here needs hold()';
};

/** Time would run on for ever: names what drives it. */
export const runaway = (label: string, horizon: number, passed: number, driver: string): Misuse =>
  new Misuse(
    'CLOCK_RUNAWAY',
    label,
    `the run has not ended within ${showDuration(horizon)} of virtual time; next, at ${showDuration(passed)}, is ${driver}`,
    'the client waits for something that never comes; a longer run needs a wider horizon',
  );

export const disposed = (label: string): Misuse =>
  new Misuse('DISPOSED', label, 'the simulation is over', 'await what you started before you dispose of it');

export const fakeTimersActive = (label: string): Misuse =>
  new Misuse(
    'FAKE_TIMERS_ACTIVE',
    label,
    'fake timers are switched on, and time cannot be faked twice',
    'a simulation brings its own virtual time: call vi.useRealTimers(), jest.useRealTimers() or clock.uninstall() first',
  );

export const badOption = (label: string, what: string, hint: string): Misuse =>
  new Misuse('BAD_OPTION', label, what, hint);
