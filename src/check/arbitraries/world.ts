import type { ApplicationRow, CustomerRow, LimitChoices, Scenario } from '../../language/ast.ts';
import { limits } from '../../spec/limits.ts';
import { type Mode, pick } from './draws.ts';
import type { Habits } from './triggers.ts';

type World = Pick<Scenario, 'customers' | 'latency' | 'clockSkew' | 'limits' | 'applications' | 'seed'>;
type Table<Row> = readonly [Row, ...Row[]];

const few: Table<number> = [1, 2, 0, 3, 1, 2, 1, 5];

/** Pages that are just full, and pages with one record more; seldom where they are long, for every record is downloaded. */
const drawRecords = (number: number, pageSize: number): number => {
  const full = [pageSize, pageSize + 1, ...(pageSize > 50 ? [] : [2 * pageSize + 1])];
  const worlds = full.length * (pageSize > 50 ? 16 : 8);
  return full[number % worlds] ?? pick(few, number >> 6);
};

/** How long a collection takes: no longer than any client should wait, where it has to get through. */
const bearable: Table<string> = [
  '10m',
  '1m',
  '0s',
  '5m',
  '1ms',
  '20m',
  '1h',
  '59m59s999ms',
  '1h1ms',
  '4m59s999ms',
  '5m1ms',
  '5m..20m',
  '10m',
  '10m',
  '30m',
];
const collections: Readonly<Record<Mode, Table<string>>> = {
  recoverable: bearable,
  any: [...bearable, '2h', '10m', '5h'],
};

const notifiedAfter: Table<string | undefined> = [undefined, undefined, undefined, '1s', undefined, '5m', '1ms', '6m'];

const calm: Table<string | undefined> = [undefined, undefined, undefined, '50ms', undefined, '1ms', '1s', '0s..200ms'];
const latencies: Readonly<Record<Mode, Table<string | undefined>>> = {
  recoverable: calm,
  any: [...calm, undefined, '2s', '10s..20s', undefined],
};

/** How far the service's clock is off: often not at all, and never further than clocks are that nobody looks after. */
const skews: Table<string | undefined> = [
  undefined,
  undefined,
  undefined,
  undefined,
  '-10m',
  undefined,
  undefined,
  undefined,
  '5m',
  undefined,
  undefined,
  '-2m',
];

/** How many customers come in one world of so many: enough at times to reach the limits on creates. */
const crowds: Table<number> = [1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 6, 21];

/** What others of the same application have left over of the limits. */
const strait: Table<LimitChoices> = [
  { listDaily: 1 },
  { createOverall: 1 },
  { listDaily: 2 },
  { createRate: 1 },
  { listRate: 1 },
  { createBurst: 1 },
  { listBurst: 1 },
];

const usual = 'application-1';
const barred: Table<ApplicationRow> = [
  { id: usual, allowlisted: false },
  { id: usual, scopes: [] },
  { id: usual, attached: [] },
];

/** Nine of ten worlds are ordinary in all of this; the last numbers say which are not. */
const oddities = (mode: Mode, which: number, how: number): Pick<Scenario, 'limits' | 'applications'> => {
  if (mode === 'recoverable') return {};
  switch (which % 24) {
    case 21:
      return { limits: pick(strait, how) };
    case 22:
      return { applications: [pick(barred, how)] };
    default:
      return {};
  }
};

const consents: Table<string> = ['5m', '30m', '1h', '1h1ms'];

export const drawWorld = (
  mode: Mode,
  numbers: readonly number[],
  { customers = 1, pageSize = limits.pageSize.value }: Habits,
): World => {
  const [many = 0, length = 0, crowd = 0, way = 0, which = 0, how = 0] = numbers;
  const people = customers > 1 ? pick(crowds, crowd) : 1;
  const held = mode === 'any' && length % 64 === 63;
  const late = pick(notifiedAfter, which >> 6);
  const consent = mode === 'any' && which % 24 === 23 ? pick(consents, how) : undefined;
  const row: CustomerRow = {
    records: people > 2 ? many % 2 : drawRecords(many, pageSize),
    collects: held ? 'held' : pick(collections[mode], length),
    ...(late !== undefined && { notifiedAfter: late }),
    ...(consent !== undefined && { consent }),
  };
  const latency = pick(latencies[mode], way);
  const clockSkew = pick(skews, way >> 8);
  return {
    customers: Array.from({ length: people }, () => row),
    ...(latency !== undefined && { latency }),
    ...(clockSkew !== undefined && { clockSkew }),
    ...(how % 8 === 7 && { seed: 1 + (how % 3) }),
    ...oddities(mode, which, how),
  };
};
