import type { MisuseCode } from '../../misuse.ts';

/** What is behind a code that errors carry in brackets: `[CLOCK_STUCK]`. */
export interface MisuseRow {
  /** What has happened. */
  readonly means: string;
  /** What mostly brings it about, the commonest first. */
  readonly causes: readonly string[];
  /** What to do about each of them, in the same order. */
  readonly remedies: readonly string[];
}

/** Every code of a `Misuse`: what it means, whence it comes, and what helps. */
export const misuseCodes: Readonly<Record<MisuseCode, MisuseRow>> = {
  BAD_DURATION: {
    means: 'A length of time is none.',
    causes: ['It has blanks or words in it, or no unit: "1 hour", "90".'],
    remedies: ['Write a number with its unit, the largest first: "1h", "90s", "1h30m", "250ms".'],
  },
  BAD_OPTION: {
    means: 'An option, an argument or a setting is not one that can be taken.',
    causes: [
      'Its name is mistyped, or its value is outside what it takes.',
      'What it needs is not there: a package, a file, another environment of Jest.',
    ],
    remedies: [
      'The message names the place, and the nearest word that is known.',
      'The message says what to install or to write.',
    ],
  },
  CLIENT_INVALID: {
    means: 'The client under test cannot be run at all.',
    causes: [
      'Its module is not where it was looked for, does not parse, or fails while it is imported.',
      'Its default export is no function.',
      'It ends the process it runs in.',
    ],
    remedies: [
      'Mend it at the line that the message names.',
      'Write "export default async (env) => { … }".',
      'Let it return or throw where it calls process.exit.',
    ],
  },
  CLOCK_NOT_OURS: {
    means: 'Virtual time was asked for where somebody else moves the time.',
    causes: ['The simulation runs on fake timers or in real time, and only their owner can move those.'],
    remedies: [
      'Move the timers that it runs on, or leave "clock" out, so that it has a virtual time of its own; with a real server, "movable".',
    ],
  },
  CLOCK_RUNAWAY: {
    means: 'Virtual time ran as far as it may, and the client was still not at an end.',
    causes: [
      'The client polls for something that never comes.',
      'It waits in a loop of timers without delay, on fake timers.',
      'The run takes more than 30 days of virtual time, which is as far as one goes.',
    ],
    remedies: [
      'Let it give up after a while; the timeline shows what it repeats.',
      'Give the timers a delay.',
      'Call `sim.run` once for each part of it: time goes on where the last one ended.',
    ],
  },
  CLOCK_STUCK: {
    means: 'The client waits, and nothing is due that could wake it, so that virtual time cannot move on.',
    causes: [
      'A promise of the client never settles: a notification that nobody takes, an event that never comes.',
      'It works on something that cannot be seen from here, as in a native addon, or is just slow.',
      'It waits for a timer that is real: a copy that was made before the simulation, as by "const { setTimeout } = require(…)".',
      'It imports timers by name (import { setTimeout } from "node:timers/promises") in a realm of vitest: vmThreads, vmForks.',
      'It waits for a queue or a limiter of a module, whose timer was set in an earlier simulation and went with that.',
      'It waits for what remembers the real date from before the simulation, as a limiter of a module: the delay is years, and overflows.',
      'A hold() was not released.',
    ],
    remedies: [
      'Register the endpoint with env.onNotification, and await what it brings; the message shows the last that happened.',
      'Take a hold with sim.hold() around that work, or allow it more real time with "stuckAfter".',
      'Import stunt-double/register ahead of whatever copies it: node --import stunt-double/register, or a setup file.',
      'Take the pool "forks" or "threads", or import what is not copied: import timers from "node:timers/promises".',
      'Build such a one when the client is called. The message names the timer; a check and a run tell of it, too.',
      'Build it when the client is called, or begin at the real date: epoch: new Date().toISOString().',
      'Release what hold() gave, in a finally.',
    ],
  },
  DISPOSED: {
    means: 'A simulation was used after its end.',
    causes: ['Something that the test or the client had begun was not awaited, and went on after stop().'],
    remedies: ['Await it before the simulation is stopped, or before the block of "await using" ends.'],
  },
  FAKE_TIMERS_ACTIVE: {
    means: 'Fake timers and a virtual time of its own cannot both move the time of one simulation.',
    causes: [
      'vi.useFakeTimers(), jest.useFakeTimers() or the like was called after simulate().',
      'Fake timers are on, and "clock" asks for a virtual time of its own.',
    ],
    remedies: [
      'Call it before simulate(), which then runs on them; or do without, since time is virtual anyway.',
      'Leave "clock" out, or switch the fake timers off first: vi.useRealTimers().',
    ],
  },
  FAKE_TIMERS_HANG: {
    means: 'The fake timers stand in for something without which no request of Node comes to an end.',
    causes: ['nextTick, queueMicrotask or setImmediate are among what they fake.'],
    remedies: ["Take them out of toFake; with Jest: jest.useFakeTimers({ doNotFake: ['nextTick', …] })."],
  },
  FAKE_TIMERS_MISSING: {
    means: 'A simulation was to run on fake timers that are not there.',
    causes: ['They were not switched on, or were switched off or on anew while the simulation ran.'],
    remedies: ['Call vi.useFakeTimers() or its like first, and stop the simulation before vi.useRealTimers().'],
  },
  HOST_TAKEN: {
    means: 'Two simulations of one process want to answer for the same host.',
    causes: ['Both were given the same "hosts".'],
    remedies: ['Stop the first one, or leave "hosts" out: each then has hosts of its own.'],
  },
  HOST_UNKNOWN: {
    means: 'A request was given to the fetch of a simulation, for a host that the simulation does not answer for.',
    causes: [
      'The client has an address of its own instead of those in its environment.',
      'It calls something else besides, which is not simulated.',
    ],
    remedies: [
      'Take the addresses from its environment (env.regions, env.tokenUrl, env.emailUrl, env.storeUrls), or name its own as "hosts".',
      'Call it with the fetch of the process instead of the one of the simulation.',
    ],
  },
  INTERCEPTORS_CONFLICT: {
    means: 'Two versions of what takes over the connections of a process are at work.',
    causes: ['nock, msw or a second version of stunt-double brought another @mswjs/interceptors.'],
    remedies: [
      'Let npm install one copy, by "overrides" in package.json; or go through stunt-double/nock or stunt-double/msw.',
    ],
  },
  NEVER_STOPPED: {
    means: 'The process ends, and a simulation is still there.',
    causes: ['Nobody called sim.stop(), and it was not made with "await using".'],
    remedies: ['Write "await using sim = await simulate()", or "await sim.stop()" at the end of the test.'],
  },
  OUTSIDE_RUN: {
    means: 'A client waits for what only virtual time can bring, and nothing moves it.',
    causes: [
      'The client was called by itself, and not inside of sim.run.',
      'A run ended before all that it had begun, and the test waits for the rest: a job, the close() of a worker or an app.',
      'A sim.elapse is missing.',
    ],
    remedies: [
      'Write "await sim.run(() => client(sim.env))".',
      'Wait for it inside: "await sim.run(() => worker.close())".',
      'Let time pass with "await sim.elapse(…)".',
    ],
  },
  SCENARIO_INVALID: {
    means: 'A scenario cannot be read, or asks for what there is not.',
    causes: ['A word is mistyped, a field is missing, or a value is not of its kind.'],
    remedies: ['The message has line and column of each mistake, and the nearest word that is known.'],
  },
  SNAPSHOT_BUSY: {
    means: 'A snapshot was asked for while something was under way.',
    causes: ['A request or a run was not at its end.'],
    remedies: ['Await it first.'],
  },
  STEP_NEVER_FIRED: {
    means: 'A step waited for something that did not happen, so that the test does not test what it says.',
    causes: [
      'The client never made that request, or not as often as "nth" says.',
      'The run was over before the time that the step waits for.',
      'The test had failed before: `await using` makes one `SuppressedError` of its error and of this one.',
    ],
    remedies: [
      'See in the timeline what the client did instead, and name that.',
      'Name an earlier time; or take the step out.',
      'Look at what stands there as `suppressed`: it came first. The fixture of `stunt-double/vitest` shows it alone.',
    ],
  },
  STORE_ROUTE_FAILED: {
    means: 'An answer of a store area that you wrote yourself failed: the function threw, or gave what is no answer.',
    causes: ['The function given as "answer" of a store route.'],
    remedies: ['Mend it; the message has what it threw.'],
  },
  UNKNOWN_APPLICATION: {
    means: 'An application is named that the simulation does not have.',
    causes: ['Its name is mistyped, or its profile was deleted.'],
    remedies: ['Name one of those in "applications", or make it with sim.now.createProfile.'],
  },
  UNKNOWN_CUSTOMER: {
    means: 'A customer is named that the simulation does not have.',
    causes: ['The name is mistyped, or not among "customers".'],
    remedies: ['Name one of those in "customers".'],
  },
  UNKNOWN_SCOPE: {
    means: 'A scope is named that the customer has no data for.',
    causes: ['The name is mistyped, or the customer was given data of other scopes alone.'],
    remedies: ['Name one of those that "customers" give records for.'],
  },
  UNSUPPORTED_RUNTIME: {
    means: 'This runtime lacks what is needed.',
    causes: ['Bun and Deno have no way to take over connections, nor fake timers to run on.'],
    remedies: ['Give transport: "fetch" or "none" there and hand the client what it needs, or run the test on Node.'],
  },
};
