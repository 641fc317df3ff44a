import { most } from '../release/sizes.ts';
import { searchers } from './contender.ts';

/** Every row of the benchmark: what is measured against what, and how much it may be. Nothing else names one of them. */

/** A measurement: who does it, and which of its cases. */
export type Measure = `${string}/${string}`;

export interface Row {
  readonly group: string;
  readonly name: string;
  readonly ours: Measure;
  /** What it is divided by; without it the figure stands alone. */
  readonly floor?: Measure;
  /** Figures that have one are not checked: most depend on the machine. */
  readonly unit?: 'µs' | 'B' | 'kB' | 'MB' | 's' | 'h' | 'million';
  /** What is only told has none. */
  readonly must?: number;
  readonly stretch?: number;
  /** How much faster it must be, where it is not how much slower it may be. */
  readonly isSpeedUp?: true;
  /** Others, for comparison, beside the floor. */
  readonly peers?: Readonly<Record<string, Measure>>;
  readonly how: string;
}

const requestGoals = [
  ['token', 'token', 1.2, 0.3, 'one access token by a form'],
  ['create, remembered', 'create', 1.15, 0.3, 'one query created, whose answer is remembered'],
  ['create, fresh', 'freshCreate', 1.25, 0.3, 'one query created, by another customer each time'],
  ['refusal (403)', 'refused', 1.2, 0.3, 'one call with a token that nobody has'],
  ['page of 250, remembered', 'list', 1.05, 0.45, 'a page of 500 links, read and parsed'],
  ['page of 250, made anew', 'freshList', 2, 0.9, 'the same, with a parameter that makes another page of it'],
  ['trip, remembered', 'trip', 1.1, 0.4, 'the four of them, one after the other'],
  ['trip, remembered, 16 at once', 'crowd', 1.1, 0.4, 'sixteen such trips at once'],
  ['trip, fresh', 'freshTrip', 1.8, 0.7, 'the four of them, none remembered'],
  ['trip, fresh, 16 at once', 'freshCrowd', 1.8, 0.7, 'sixteen such trips at once'],
] as const;

const ways = { fetch: `transport: 'fetch'`, 'sim.fetch': 'sim.fetch' } as const;
const peers = ['msw', 'nock14', 'MockAgent'] as const;

const requestRows = (Object.keys(ways) as (keyof typeof ways)[]).flatMap((way) =>
  requestGoals.map(([name, measure, must, stretch, how]): Row => {
    const canned = measure.startsWith('fresh') || measure === 'crowd' ? undefined : measure;
    return {
      group: `Requests by ${ways[way]}, ÷ FetchInterceptor with canned answers`,
      name,
      ours: `${way}/${measure}`,
      floor: `FetchInterceptor/${measure}`,
      must,
      stretch,
      ...(way === 'fetch' &&
        canned !== undefined && {
          peers: Object.fromEntries(peers.map((peer) => [peer, `${peer}/${canned}` as const])),
        }),
      how,
    };
  }),
);

const plainData = {
  core: { place: 'at the core', how: 'the service alone: a request in, an answer out' },
  door: { place: 'at the gateway', how: 'with the trace, the clock and the line of a simulation' },
} as const;

const plainRows = (Object.keys(plainData) as (keyof typeof plainData)[]).flatMap((way) =>
  (
    [
      ['create, fresh', 'freshCreate', 0.15],
      ['create, remembered', 'create', 0.1],
      ['refusal (403)', 'refused', 0.12],
    ] as const
  ).map(
    ([name, measure, must]): Row => ({
      group: 'Requests as plain data, ÷ FetchInterceptor with canned answers',
      name: `${name}, ${plainData[way].place}`,
      ours: `${way}/${measure}`,
      floor: `FetchInterceptor/${measure}`,
      must,
      stretch: must / 2,
      how: plainData[way].how,
    }),
  ),
);

const socketRows = (['http', 'axios', 'fetch'] as const).flatMap((client): readonly Row[] => [
  {
    group: 'Requests through sockets, by the same client',
    name: `trip by ${client} ÷ loopback server`,
    ours: `sockets/${client}`,
    floor: `loopback/${client}`,
    must: 1,
    stretch: 0.6,
    how: 'a real node:http server on this machine, with canned answers',
  },
  {
    group: 'Requests through sockets, by the same client',
    name: `trip by ${client} ÷ canned answers`,
    ours: `sockets/${client}`,
    floor: `canned sockets/${client}`,
    must: 1.15,
    stretch: 1.05,
    how: 'the same transport, with canned answers in place of a simulation',
  },
]);

const scenarioRows: readonly Row[] = [
  ...(['fetch', 'sim.fetch'] as const).map(
    (way): Row => ({
      group: 'Scenarios',
      name: `runs of 30 exchanges by ${ways[way]}, ÷ FetchInterceptor`,
      ours: `runs/${way}`,
      floor: 'canned runs/fetch',
      must: 4,
      stretch: 8,
      isSpeedUp: true,
      how: 'a simulation begun, ten times token, create and refusal, and put away; the floor only answers',
    }),
  ),
  {
    group: 'Scenarios',
    name: 'drawn scenarios with all rules ÷ without',
    ours: 'check/judged',
    floor: 'check/bare',
    must: 1.2,
    stretch: 1.1,
    how: 'checkClient, the same scenarios of a client that keeps every rule',
  },
];

const searchRows: readonly Row[] = searchers.flatMap((name): readonly Row[] => [
  {
    group: 'Searches on one core',
    name: `scenarios an hour, ${name}`,
    ours: `${name}/million`,
    unit: 'million',
    isSpeedUp: true,
    how: 'drawn by checkClient, and judged by all rules; the client keeps every rule',
  },
  {
    group: 'Searches on one core',
    name: `a million scenarios, ${name}`,
    ours: `${name}/million`,
    unit: 'h',
    how: 'processor time of the same',
  },
]);

const workerRows: readonly Row[] = [
  {
    group: 'Workers',
    name: 'scenarios an hour by two workers ÷ by one',
    ours: 'workers/two',
    floor: 'workers/one',
    must: 1.7,
    isSpeedUp: true,
    peers: { 'two shards at once': 'workers/two shards' },
    how: 'real time of stunt-double check, 5,000 scenarios for each worker; shards know nothing of each other',
  },
  {
    group: 'Workers',
    name: 'start of a worker',
    ours: 'workers/start',
    unit: 's',
    must: 1,
    how: 'real time of two processes at once, to the end of their first scenario',
  },
];

const timeRows: readonly Row[] = [
  { name: 'a timer', ours: 'time/timer', unit: 'µs', must: 2, how: '1,000 timers of a client, nothing real under way' },
  {
    name: 'a timer beside sockets',
    ours: 'time beside sockets/timer',
    unit: 'µs',
    must: 6,
    how: 'the same, served at the socket',
  },
  { name: 'a timer of 100,000 ÷ of 1,000', ours: 'time/timer of many', floor: 'time/timer', must: 2.5, how: 'linear' },
  { name: 'an idle hour', ours: 'time/idle hour', unit: 'µs', must: 50, how: 'elapse with nothing due' },
  {
    name: 'simulation and stop, one alive',
    ours: 'time/second',
    unit: 'µs',
    must: 60,
    stretch: 30,
    how: `transport: 'none'`,
  },
  {
    name: 'simulation and stop, alone',
    ours: 'lone/alone',
    unit: 'µs',
    must: 300,
    how: 'the package as it is built, in a process that imports nothing else',
  },
  {
    name: 'simulation and stop, alone, all imported',
    ours: 'lone among imports/alone',
    unit: 'µs',
    must: 300,
    how: 'where every built-in module has been imported as an ES module: a test runner imports some of them',
  },
].map((row) => ({ group: 'Time', ...row }) as Row);

const growthRows: readonly Row[] = (
  [
    ['remembered create', 'create'],
    ['page of an unknown query', 'unknown'],
    ['refused token', 'refused'],
  ] as const
).map(([name, measure]) => ({
  group: 'Growth',
  name: `${name}, in a crowd ÷ among ten`,
  ours: `growth/${measure} in a crowd`,
  floor: `growth/${measure}`,
  must: 1.2,
  how: 'a crowd has a million customers, each with a query, a token and a remembered answer',
}));

const judgingRows: readonly Row[] = (
  [
    ['polls of one page', 'polls'],
    ['pages of one listing', 'pages'],
    ['tokens', 'tokens'],
  ] as const
).map(([name, habit]) => ({
  group: 'Growth',
  name: `all rules, each of 10,000 ${name} ÷ of 1,000`,
  ours: `judging/${habit}, many`,
  floor: `judging/${habit}`,
  must: 1.5,
  how: 'a trace of so many requests, judged; in proportion to its length',
}));

const memoryRows: readonly Row[] = [
  { name: 'trace of a refusal', ours: 'memory/refused', unit: 'B', must: 300, how: 'heap held, by sim.fetch' },
  { name: 'trace of a remembered page', ours: 'memory/list', unit: 'B', must: 300, how: 'heap held, by sim.fetch' },
].map((row) => ({ group: 'Memory a request', ...row }) as Row);

const crowdRows: readonly Row[] = [
  { name: 'a world of a million customers', ours: 'memory/begin', unit: 's', must: 1, how: 'processor time to begin' },
  { name: 'each of its customers', ours: 'memory/customer', unit: 'B', must: 400, how: 'heap held; tokens come later' },
].map((row) => ({ group: 'Large worlds', ...row }) as Row);

const startRows: readonly Row[] = [
  {
    name: 'import of the root ÷ FetchInterceptor',
    ours: 'start/import',
    floor: 'start/import of FetchInterceptor',
    must: 0.9,
    stretch: 0.6,
    how: 'processor time of a cold import, in a process of its own',
  },
  {
    name: 'start and first answer ÷ FetchInterceptor',
    ours: 'start/first answer',
    floor: 'start/first answer of FetchInterceptor',
    must: 1.5,
    stretch: 1.3,
    peers: { msw: 'start/first answer of msw', nock14: 'start/first answer of nock14' },
    how: `import, simulate({ transport: 'fetch' }) and one answer`,
  },
  {
    name: 'stunt-double --help',
    ours: 'start/help',
    unit: 's',
    must: 0.15,
    how: 'processor time of the whole process',
  },
  {
    name: 'stunt-double run one.yaml',
    ours: 'start/run',
    unit: 's',
    must: 0.4,
    how: 'one scenario of the library, the client that init writes',
  },
  {
    name: 'stunt-double run one.yaml, TypeScript',
    ours: 'start/run of TypeScript',
    unit: 's',
    must: 0.4,
    peers: { 'tsx, to load the client': 'start/load of TypeScript' },
    how: 'the example client, with axios',
  },
].map((row) => ({ group: 'Start', ...row }) as Row);

const packageRows: readonly Row[] = [
  { name: 'packed', ours: 'package/packed', unit: 'kB', must: 300, how: 'what is downloaded of it' },
  {
    name: 'installed',
    ours: 'package/installed',
    unit: 'MB',
    must: most.installed / 1_000_000,
    how: 'with all that it depends on',
  },
  { name: 'packages', ours: 'package/packages', must: most.packages, how: 'it, and those that it depends on' },
].map((row) => ({ group: 'Package', ...row }) as Row);

export const rows: readonly Row[] = [
  ...requestRows,
  ...plainRows,
  ...socketRows,
  ...scenarioRows,
  ...searchRows,
  ...workerRows,
  ...timeRows,
  ...growthRows,
  ...judgingRows,
  ...memoryRows,
  ...crowdRows,
  ...startRows,
  ...packageRows,
];
