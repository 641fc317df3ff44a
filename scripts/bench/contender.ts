/** Somebody who is measured. Each has a process of its own, for most of them patch it. */
export interface Contender {
  /** Each gives one sample of itself; samples are taken in turns with all others. */
  readonly cases: Readonly<Record<string, () => Promise<number>>>;
  /** Samples of each that will do, where they hardly differ. */
  readonly rounds?: number;
  /** Every sample is of something that begins, and has to be as cold as that is. */
  readonly isCold?: true;
}

export const usualRounds = 20;

/** The samples that one ask gives: the first of a case comes with one from before anything was compiled. */
export interface Taken {
  readonly sample: number;
  readonly first?: number;
}

/** Clients that search, each by a library of its own. */
export const searchers = ['plain fetch', 'axios with axios-retry', 'undici with an agent of its own'] as const;

type Begin = () => Promise<Contender>;

/** By their names. Loaded one at a time, so that nobody pays for what another one loads. */
export const contenders: Readonly<Record<string, Begin>> = {
  FetchInterceptor: async () => (await import('./contenders/canned.ts')).fetchInterceptor(),
  'FetchInterceptor again': async () => (await import('./contenders/canned.ts')).fetchInterceptor(),
  msw: async () => (await import('./contenders/canned.ts')).msw(),
  nock14: async () => (await import('./contenders/canned.ts')).nock14(),
  MockAgent: async () => (await import('./contenders/canned.ts')).mockAgent(),
  fetch: async () => (await import('./contenders/simulated.ts')).simulated('fetch'),
  'sim.fetch': async () => (await import('./contenders/simulated.ts')).simulated('sim.fetch'),
  door: async () => (await import('./contenders/simulated.ts')).simulated('door'),
  sockets: async () => (await import('./contenders/sockets.ts')).simulatedSockets(),
  'canned sockets': async () => (await import('./contenders/sockets.ts')).cannedSockets(),
  loopback: async () => (await import('./contenders/sockets.ts')).loopback(),
  'loopback again': async () => (await import('./contenders/sockets.ts')).loopback(),
  runs: async () => (await import('./contenders/scenarios.ts')).runs(),
  'canned runs': async () => (await import('./contenders/scenarios.ts')).cannedRuns(),
  check: async () => (await import('./contenders/scenarios.ts')).check(),
  ...Object.fromEntries(
    searchers.map((name) => [name, async () => (await import('./contenders/searches.ts')).search(name)]),
  ),
  time: async () => (await import('./contenders/time.ts')).time('none'),
  'time beside sockets': async () => (await import('./contenders/time.ts')).time('sockets'),
  lone: async () => (await import('./contenders/lone.ts')).lone(),
  'lone among imports': async () => (await import('./contenders/lone.ts')).loneAmongImports(),
  growth: async () => (await import('./contenders/growth.ts')).growth(),
  judging: async () => (await import('./contenders/judging.ts')).judging(),
  core: async () => (await import('./contenders/core.ts')).core(),
  memory: async () => (await import('./contenders/memory.ts')).memory(),
  start: async () => (await import('./contenders/start.ts')).start(),
  workers: async () => (await import('./contenders/workers.ts')).workers(),
  package: async () => (await import('./contenders/package.ts')).packed(),
};

/** The copy of a floor that tells how far two processes that do the same are apart. */
export const copyOf = (name: string): string => `${name} again`;

/** Processor time in microseconds, since other processes may be at work beside this one. */
export const measure = async (work: () => unknown): Promise<number> => {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return user + system;
};

/** Microseconds each, of so many one after the other. */
export const each = (times: number, work: (at: number) => unknown) => async (): Promise<number> => {
  const spent = await measure(async () => {
    for (let at = 0; at < times; at++) await work(at);
  });
  return spent / times;
};

/** The same several times over, each after something has made all of it new; the mean of them. */
export const eachAnew =
  (rounds: number, renew: () => unknown, times: number, work: (at: number) => unknown) => async (): Promise<number> => {
    let sum = 0;
    for (let round = 0; round < rounds; round++) {
      await renew();
      sum += await each(times, work)();
    }
    return sum / rounds;
  };
