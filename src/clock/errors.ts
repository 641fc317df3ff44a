import { Misuse } from '../misuse.ts';
import { showDuration } from '../spec/time.ts';

interface Stuck {
  readonly label: string;
  readonly passed: number;
  readonly after: number;
  readonly holds: readonly string[];
  readonly waiting: readonly string[];
  readonly busy: readonly string[];
  /** Known beforehand, whatever it looks like. */
  readonly remedy?: string | undefined;
}

const list = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `; ${title}: ${items.join(', ')}`;

/** Time cannot move: says who keeps it. */
export const stuck = ({ label, passed, after, holds, waiting, busy, remedy }: Stuck): Misuse => {
  const cause = holds.length > 0 ? 'time is held' : 'the client waits, but nothing is due';
  const what =
    `the clock is stuck at ${showDuration(passed)}: ${cause}, and nothing has happened for ${after} real ms` +
    list('held by', holds) +
    list('waiting', waiting) +
    list('at work', busy);
  return new Misuse('CLOCK_STUCK', label, what, remedy ?? findRemedy(holds, busy));
};

const findRemedy = (holds: readonly string[], busy: readonly string[]): string => {
  if (holds.length > 0) return 'release the hold, or allow it more real time with stuckAfter';
  if (busy.length > 0) return 'if that work is just slow, allow it more real time with stuckAfter';
  return 'a promise of the client never settles; real work that cannot be seen from here needs hold()';
};

/** Time would run on for ever: names what drives it. */
export const runaway = (label: string, horizon: number, passed: number, driver: string): Misuse =>
  new Misuse(
    'CLOCK_RUNAWAY',
    label,
    `the run has not ended within ${showDuration(horizon)} of virtual time; next, at ${showDuration(passed)}, is ${driver}`,
    'the client waits for something that never comes; where it means to go on for so long, call sim.run once for each part',
  );

/** What is the same for every simulation, which `label` names. */
const told =
  (code: Misuse['code'], what: string, hint: string) =>
  (label: string): Misuse =>
    new Misuse(code, label, what, hint);

export const disposed = told('DISPOSED', 'the simulation is over', 'await what you started before you dispose of it');

export const fakeTimersActive = told(
  'FAKE_TIMERS_ACTIVE',
  'fake timers are switched on, and time cannot be faked twice',
  'leave "clock" out and the simulation runs on them; for a virtual time of its own call vi.useRealTimers(), ' +
    'jest.useRealTimers() or clock.uninstall() first',
);

/** They came when the simulation had its own time already. */
export const fakeTimersSwitchedOn = told(
  'FAKE_TIMERS_ACTIVE',
  'fake timers were switched on while the simulation has a virtual time of its own',
  'call vi.useRealTimers(), jest.useRealTimers(), clock.uninstall() or mock.timers.reset(), for time is virtual anyway; or switch them on before ' +
    'simulate(), as in a beforeEach, and it runs on them',
);

/** There are fake timers, but no simulation can run on them. */
export const fakeTimersUnfit = (label: string, what: string, remedy: string): Misuse =>
  new Misuse(
    'FAKE_TIMERS_ACTIVE',
    label,
    what,
    `${remedy}; or switch them off first, as by vi.useRealTimers() or mock.timers.reset()`,
  );

export const fakeTimersHang = (label: string, faked: readonly string[]): Misuse =>
  new Misuse(
    'FAKE_TIMERS_HANG',
    label,
    `the fake timers stand in for ${faked.join(' and ')}, without which no request of Node comes to an end`,
    `take ${faked.join(' and ')} out of toFake; with jest: ` +
      `jest.useFakeTimers({ doNotFake: [${faked.map((name) => `'${name}'`).join(', ')}] })`,
  );

export const fakeTimersMissing = told(
  'FAKE_TIMERS_MISSING',
  'there are no fake timers to run on',
  'call vi.useFakeTimers(), jest.useFakeTimers() or FakeTimers.install() first, or leave "clock" out',
);

export const fakeTimersGone = told(
  'FAKE_TIMERS_MISSING',
  'the fake timers that the simulation runs on have been switched off or on anew',
  'stop the simulation first',
);

/** Fake timers that call a timer of no delay at once, and a client that sets one after the other. */
export const standsStill = (label: string, steps: number, passed: number): Misuse =>
  new Misuse(
    'CLOCK_RUNAWAY',
    label,
    `at ${showDuration(passed)} the fake timers have called ${steps} timers, and no time has passed`,
    'the client waits in a loop of setTimeout(..., 0), which passes no time with fake timers: give it a delay',
  );

/** Time that only others can move. */
export const notOurs = (label: string, what: string, hint: string): Misuse =>
  new Misuse('CLOCK_NOT_OURS', label, what, hint);
