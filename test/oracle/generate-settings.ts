import {
  type Application,
  apis,
  type Choices,
  defaults,
  documentedLimits,
  type Holding,
  type LimitValues,
  points,
  type Settings,
  variants,
} from './reference/settings.ts';

/** Settings made from numbers, so that a generator of numbers is all it takes. */

export interface SettingsNumbers {
  /** Which points leave their default, and for which variant. */
  readonly changes: readonly (readonly [point: number, variant: number])[];
  readonly facts: readonly [length: number, notifiedAfter: number, records: number, limits: number, start: number];
}

const minute = 60_000;

export const pick = <Item>(list: readonly Item[], number: number): Item => {
  const item = list[number % list.length];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
};

const lengths = [10 * minute, 1000, 5 * minute, 4 * minute, 1000, 20 * minute, 1, 60 * minute];
const delays = [0, 0, 0, 1000, 5 * minute, 1];
const records = [251, 3, 0, 1, 250, 600, 2];

/** A midnight (UTC), and how long before it histories begin. */
const midnight = 1_767_225_600_000;
const beforeMidnight = [2 * minute, 1500, 0, 19 * minute, 8 * 60 * minute];

const limits: readonly LimitValues[] = [
  documentedLimits,
  { createRate: 5, createBurst: 5, createOverall: 20, listRate: 10, listBurst: 5, listDaily: 7 },
  { createRate: 2, createBurst: 3, createOverall: 4, listRate: 3, listBurst: 2, listDaily: 9 },
  { createRate: 3, createBurst: 1, createOverall: 5, listRate: 4, listBurst: 5, listDaily: 6 },
  documentedLimits,
];

const application = (id: string, scopes: readonly string[], changes: Partial<Application> = {}): Application => ({
  id,
  allowlisted: true,
  scopes,
  attached: apis,
  ...changes,
});

/** `ghost` is a scope that an application names and no customer has anything in; `billing` the other way about. */
const applications: readonly Application[] = [
  application('alpha', ['orders', 'profile']),
  application('beta', ['orders', 'profile', 'ghost']),
  application('gamma', ['orders'], { allowlisted: false }),
  application('delta', ['orders'], { attached: ['submission'] }),
];

const choose = (changes: SettingsNumbers['changes']): Choices => {
  const chosen: Record<string, string | number> = { ...defaults };
  for (const [point, variant] of changes) {
    const id = pick(points, point);
    const [, ...others] = variants[id];
    chosen[id] = pick<string | number>(others, variant);
    // This one says nothing unless cancelling waits for the end.
    if (id === 'query.holdReleasedBeforeEnd') chosen['query.cancelMoment'] = 'at-collection-end';
  }
  return chosen as unknown as Choices;
};

export const generateSettings = ({
  changes,
  facts: [length, delay, count, limit, start],
}: SettingsNumbers): Settings => {
  const holding = (customer: string, scope: string, shift: number): Holding => ({
    customer,
    scope,
    records: pick(records, count + shift),
    length: pick(lengths, length + shift),
    notifiedAfter: pick(delays, delay + shift),
  });
  return {
    start: midnight - pick(beforeMidnight, start),
    choices: choose(changes),
    limits: pick(limits, limit),
    applications,
    holdings: [
      holding('ann', 'orders', 0),
      holding('ann', 'profile', 1),
      holding('ann', 'billing', 0),
      holding('bob', 'orders', 2),
    ],
  };
};
