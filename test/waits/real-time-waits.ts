interface RealTimeWait {
  readonly why: string;
  /** How long it waits when all is well, in one test; a limit that is never reached on a good day is named as a limit. */
  readonly atMost: string;
}

/** The limit is that of `expect.poll` in vitest.config.ts. */
const untilItIsThere = 'until it is there; limit 20 s';
const drawn = 'a page draws when its browser does, and tells nobody; looked at until it is there';
const reference = 'what a real server does, slowly, is what the simulated connection is compared with';

/** Every file of the tests that waits in real time, with no event to wait for instead. */
export const realTimeWaits: Readonly<Record<string, RealTimeWait>> = {
  'cli/is-running.test.ts': {
    why: 'what the system says of a process, which tells nobody when it changes',
    atMost: untilItIsThere,
  },
  'cli/serve.test.ts': { why: 'a file that the command writes while it runs on', atMost: untilItIsThere },
  'clock/contexts.test.ts': { why: "undici's timer of 499 ms, back in real time, has to tick there", atMost: '0.5 s' },
  'clock/first-words.test.ts': { why: 'a server in another process takes real time for all it does', atMost: '30 ms' },
  'clock/order.test.ts': {
    why: 'the order in which real timers and time limits fire is the oracle',
    atMost: '80 ms, 25 times; 150 ms for each client',
  },
  'clock/paced.test.ts': { why: 'clocks that pass with real time, or stand still in it', atMost: '50 ms' },
  'clock/stress/operations.ts': { why: 'a worker that speaks first, after real work', atMost: '5 ms' },
  'clock/stress/other-process.ts': { why: 'a server with a mind of its own takes real time', atMost: '20 ms a part' },
  'clock/stress/surroundings.ts': { why: 'a worker answers after real work', atMost: '10 ms' },
  'clock/worker-threads.test.ts': { why: 'workers have real timers, and take real time', atMost: '60 ms' },
  'control/fuzz/bytes.test.ts': { why: 'what is no whole request gets no answer: one hangs up', atMost: '30 ms' },
  'control/fuzz/fuzz.test.ts': {
    why: 'what has no end by its nature is hung up on; the rest has a limit',
    atMost: '15 ms; limit 20 s',
  },
  'control/pages.test.ts': { why: drawn, atMost: untilItIsThere },
  'faults/http2-references.ts': { why: reference, atMost: '30 ms' },
  'faults/http2.test.ts': { why: 'a client that waits for ever: no event says that', atMost: '0.3 s' },
  'faults/never-accepting.ts': { why: 'a limit of a client for connecting falls in real time', atMost: '1.5 s' },
  'faults/references.ts': { why: reference, atMost: '30 ms' },
  'fuzz/http-surfaces.ts': { why: 'a connection that nobody closes', atMost: 'a limit of 60 s' },
  'page/as-built.test.ts': { why: drawn, atMost: untilItIsThere },
  'page/help.test.ts': { why: drawn, atMost: untilItIsThere },
  'page/hostile.test.ts': { why: drawn, atMost: untilItIsThere },
  'page/panel/connection.test.ts': { why: drawn, atMost: untilItIsThere },
  'page/panel/panel.test.ts': { why: drawn, atMost: untilItIsThere },
  'page/panel/processes.test.ts': { why: drawn, atMost: untilItIsThere },
  'page/report.test.ts': { why: drawn, atMost: untilItIsThere },
  'page/size.test.ts': { why: drawn, atMost: untilItIsThere },
  'runtimes/restored.mjs': { why: 'a real timer beside a simulation has to fire', atMost: '1 ms' },
  'simulation/forgotten.test.ts': {
    why: 'what is said after one or three seconds of real time in which nothing happens, or is not',
    atMost: '4.5 s, in another process',
  },
};

const client = 'a client: a simulation runs it';
const cleared = 'set to be looked at, and cleared at once';

/** Files, and folders of files, with timers that no test waits for in real time. */
export const otherTimers: Readonly<Record<string, string>> = {
  'architecture.test.ts': 'a breach that is planted; it is never run',
  'waits/find-waits.test.ts': 'waits that are planted; they are never run',
  'check/race-client.test.ts': client,
  'check/rules-off.test.ts': client,
  'check/telling.test.ts': client,
  'check/told-to-wait.test.ts': client,
  'cli/replay.test.ts': client,
  'clients/': client,
  'clock/adopted-errors.test.ts': client,
  'clock/adopted.test.ts': 'on fake timers',
  'clock/begin.ts': 'sleep, for clients',
  'clock/errors.test.ts': client,
  'clock/inventory.ts': cleared,
  'clock/random.test.ts': client,
  'clock/real-work.test.ts': 'another process that is killed: it is to live, not to be waited for',
  'clock/register.test.ts': cleared,
  'clock/restoration.test.ts': cleared,
  'clock/timers.test.ts': client,
  'clock/unseen-work.test.ts': 'clients, and a process in the background that is killed',
  'play/run-limits.test.ts': client,
  'rules/after-the-end.test.ts': client,
  'rules/clients/': client,
  'rules/service/whole-run.ts': client,
  'runner/projects/': client,
  'runtimes/client.mjs': client,
  'runtimes/time.mjs': 'sleeps that are called in virtual time',
  'scenarios/wrong-clients.ts': client,
  'simulation/calls.ts': 'sleep, for clients',
  'together/leaking-client.ts': client,
  'together/leftovers.ts': cleared,
  'transport/fetch-client.ts': client,
  'transport/gateways.ts': 'time of clients: the tests on gateways run on a timeline',
};
