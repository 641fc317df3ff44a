import { key, partsOf } from './key.ts';

/** Customers who are alike but for the number at the end of their names, from 1 on: they stand behind one another. */
export interface Crowd {
  readonly name: string;
  readonly scope: string;
  /** The position of the first of them. */
  readonly from: number;
  readonly count: number;
}

interface Held {
  readonly customerId: string;
  readonly scope: string;
}

/** One of a crowd is found by its number, so that a million of them need no index. */
export const indexAccounts = <Holding extends Held>(
  holdings: readonly Holding[],
  crowds: readonly Crowd[],
): Pick<ReadonlyMap<string, Holding>, 'get' | 'values'> => {
  const single = new Map<string, Holding>();
  for (const [from, to] of gapsBetween(crowds, holdings.length)) {
    for (const holding of holdings.slice(from, to)) single.set(key(holding.customerId, holding.scope), holding);
  }
  if (crowds.length === 0) return single;
  const inCrowd = (name: string): Holding | undefined => {
    const [customer, scope] = partsOf(name) as readonly [string, string];
    const end = customer.lastIndexOf('-');
    const number = Number(customer.slice(end + 1));
    const crowd = crowds.find((one) => one.name === customer.slice(0, end) && one.scope === scope);
    const found = crowd && holdings[crowd.from + number - 1];
    return found?.customerId === customer ? found : undefined;
  };
  return { get: (name) => single.get(name) ?? inCrowd(name), values: () => holdings.values() };
};

/** The stretches of positions at which no crowd stands. */
const gapsBetween = (crowds: readonly Crowd[], length: number): readonly (readonly [from: number, to: number])[] => {
  const ends = [0, ...crowds.map(({ from, count }) => from + count)];
  const starts = [...crowds.map(({ from }) => from), length];
  return ends.map((end, index) => [end, starts[index] as number]);
};
