import type { Arbitrary } from 'fast-check';
import type { ApplicationRow, CustomerRow, LimitChoices, Scenario } from '../../language/ast.ts';
import { given } from '../../language/data.ts';
import type { ClientProfile } from '../client-profile.ts';
import type { Mode } from '../trial/mode.ts';
import { type FC, onceIn, oneOf, type Table } from './odds.ts';

/** What a scenario says of the world besides its assumptions. */
export type World = Pick<Scenario, 'customers' | 'latency' | 'clockSkew' | 'limits' | 'applications' | 'seed'>;

const fewRecords: Table<number> = [1, 2, 0, 3, 1, 2, 1, 5];

/** Pages that are just full, and pages with one record more; seldom where they are long, for every record is downloaded. */
const records = (fc: FC, pageSize: number): Arbitrary<number> => {
  const isLong = pageSize > 50;
  const full: Table<number> = [pageSize, pageSize + 1, ...(isLong ? [] : [2 * pageSize + 1])];
  return oneOf(fc, [isLong ? 15 : 7, fc.constantFrom(...fewRecords)], [1, fc.constantFrom(...full)]);
};

const collectionsOf10m: Table<string> = [
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

/** How long a collection takes: no longer than any client should wait, where it has to get through. */
const collections = (fc: FC, mode: Mode): Arbitrary<string> => {
  const bearable = fc.constantFrom(...collectionsOf10m);
  if (mode === 'recoverable') return bearable;
  return oneOf(fc, [54, bearable], [7, fc.constantFrom('2h', '5h')], [1, fc.constant('held')]);
};

const calm: Table<string> = ['50ms', '1ms', '1s', '0s..200ms'];
const latencies: Readonly<Record<Mode, Table<string>>> = { recoverable: calm, any: [...calm, '2s', '10s..20s'] };

/** What others of the same application have left over of the limits. */
const tightLimits: Table<LimitChoices> = [
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

/** All customers are alike; now and then they are so many that the limits on creates are reached. */
const customers = (fc: FC, mode: Mode, profile: ClientProfile): Arbitrary<readonly CustomerRow[]> => {
  const crowd = oneOf(fc, [12, fc.constant(1)], [2, fc.constant(2)], [1, fc.constant(6)], [1, fc.constant(21)]);
  return fc
    .record({
      people: profile.customers > 1 ? crowd : fc.constant(1),
      many: records(fc, profile.pageSize),
      row: fc
        .record({
          collects: collections(fc, mode),
          notifiedAfter: onceIn(fc, 2, fc.constantFrom('1s', '5m', '1ms', '6m')),
          consent:
            mode === 'any' ? onceIn(fc, 24, fc.constantFrom('5m', '30m', '1h', '1h1ms')) : fc.constant(undefined),
        })
        .map(given),
    })
    .map(({ people, many, row }) =>
      Array.from({ length: people }, () => ({ records: people > 2 ? many % 2 : many, ...row })),
    );
};

/** Worlds are ordinary in most; the service's clock is never further off than clocks are that nobody looks after. */
export const worlds = (fc: FC, mode: Mode, profile: ClientProfile): Arbitrary<World> => {
  const only = <T>(arbitrary: Arbitrary<T>): Arbitrary<T | undefined> =>
    mode === 'any' ? onceIn(fc, 24, arbitrary) : fc.constant(undefined);
  return fc
    .record({
      customers: customers(fc, mode, profile),
      latency: onceIn(fc, 2, fc.constantFrom(...latencies[mode])),
      clockSkew: onceIn(fc, 4, fc.constantFrom('-10m', '5m', '-2m')),
      seed: onceIn(fc, 8, fc.integer({ min: 1, max: 3 })),
      limits: only(fc.constantFrom(...tightLimits)),
      applications: only(fc.constantFrom(...barred).map((row) => [row])),
    })
    .map(({ customers: rows, ...others }) => ({ customers: rows, ...given(others) }));
};
