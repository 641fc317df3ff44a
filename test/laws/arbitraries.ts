import {
  type Arbitrary,
  array,
  boolean,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  record,
  shuffledSubarray,
  tuple,
} from 'fast-check';
import { regionNames } from '../../src/spec/regions.ts';
import { faults, toApplication, toCustomer, toService } from './actions.ts';
import { day, everyone, hour, minute, type Command, partsOf, second, type Commands, type Who } from './commands.ts';

/** Around the moments at which something changes: rates, the memory and links, collections, windows, quotas. */
const moments = [0, 0, second, second, 5 * minute, 5 * minute, 10 * minute, 20 * minute, hour, day];

export const lengths: Arbitrary<number> = oneof(
  { weight: 3, arbitrary: constantFrom(...moments) },
  {
    weight: 2,
    arbitrary: tuple(constantFrom(...moments), constantFrom(-1, 1)).map(([at, off]) => Math.max(0, at + off)),
  },
  { weight: 2, arbitrary: integer({ min: 1, max: 12 * minute }) },
);

const waits: Arbitrary<Command> = lengths.map((length) => ({ do: 'wait', for: length }));

const region = constantFrom(...regionNames);
const takes = constantFrom(0, 0, 0, 1, 700, 3 * second);
const bearer = constantFrom(...Array.from({ length: 15 }, () => undefined), 'none', 'malformed', 'unknown');

const whoOf = (whos: readonly Who[]): Arbitrary<Who> =>
  oneof({ weight: 2, arbitrary: constant(whos[0] ?? everyone[0]) }, { weight: 3, arbitrary: constantFrom(...whos) });

export const creates = (whos: readonly Who[] = everyone): Arbitrary<Command> =>
  tuple(whoOf(whos), region, bearer, takes, boolean()).map(([as, where, with_, long, body]) => ({
    do: 'create',
    as,
    region: where,
    ...(with_ && { bearer: with_ }),
    ...(long > 0 && { takes: long }),
    ...(body && { body: '{}' }),
  }));

const sizes = constantFrom(undefined, undefined, '', '1', '1', '2', '2', '3', '250', '251', 'x');

export const lists = (whos: readonly Who[] = everyone): Arbitrary<Command> =>
  tuple(whoOf(whos), whoOf(whos), nat(4), region, bearer, takes, sizes, boolean()).map(
    ([as, foreign, own, where, with_, long, size, next]) => ({
      do: 'list',
      as,
      of: own > 0 ? as : foreign,
      region: where,
      ...(with_ && { bearer: with_ }),
      ...(long > 0 && { takes: long }),
      ...(size !== undefined && { size }),
      ...(next && { next }),
    }),
  );

export const downloads = (whos: readonly Who[] = everyone): Arbitrary<Command> =>
  record({
    do: constant('download'),
    as: whoOf(whos),
    kind: constantFrom('file', 'schema'),
    nth: nat(2),
  });

const others: Arbitrary<Command> = oneof(
  record({ do: constant('mail'), content: constantFrom('', 'hello', 'x'.repeat(1001)) }),
  record({ do: constant('store'), as: constantFrom(...everyone), token: boolean() }),
  record({ do: constant('stray'), path: constantFrom('/data-queries', '/orders/x', '/%zz/data-queries', '/') }),
);

const endpoints: Arbitrary<Command> = record({ do: constant('endpoint'), takes: boolean() });

const delays = oneof({ weight: 3, arbitrary: constant(0) }, { weight: 1, arbitrary: lengths });

/** A query from its creation to its records; without it few sequences would ever come to a page. */
const rounds = (whos: readonly Who[]): Arbitrary<Command[]> =>
  tuple(whoOf(whos), region, constantFrom('1', '2', '3', ''), nat(3), delays).map(([as, where, size, more, late]) => [
    { do: 'login', as },
    { do: 'create', as, region: where },
    { do: 'wait', for: 10 * minute },
    { do: 'wait', for: late },
    { do: 'list', as, of: as, region: where, size },
    ...Array.from({ length: more }, (): Command => ({ do: 'list', as, of: as, region: where, size, next: true })),
    { do: 'download', as, kind: 'file', nth: 0 },
  ]);

/** A query that something happens to on its way, twice. */
const troubled = (whos: readonly Who[]): Arbitrary<Command[]> =>
  whoOf(whos).chain((as) => {
    const happens = toCustomer([partsOf(as).customerId]);
    return tuple(region, happens, lengths, happens, delays).map(([where, first, length, then, late]) => [
      { do: 'login', as },
      { do: 'create', as, region: where },
      first,
      { do: 'wait', for: Math.min(length, 9 * minute) },
      then,
      { do: 'wait', for: 10 * minute + late },
      { do: 'list', as, of: as, region: where },
    ]);
  });

/** The same again and again at one instant: where limits are felt. */
const hammers = (whos: readonly Who[]): Arbitrary<Command[]> =>
  tuple(oneof(creates(whos), lists(whos)), integer({ min: 3, max: 12 })).map(([command, often]) =>
    Array.from({ length: often }, () => command),
  );

export interface Profile {
  readonly whos?: readonly Who[];
  /** Kinds of actions that may be among them. */
  readonly actions?: readonly ('customer' | 'application' | 'service' | 'fault' | 'endpoint')[];
  readonly longest?: number;
}

const allActions = ['customer', 'application', 'service', 'fault', 'endpoint'] as const;

/** Any commands by a profile: some log in first, then things take their course. */
export const commandLists = ({
  whos = everyone,
  actions = allActions,
  longest = 14,
}: Profile = {}): Arbitrary<Commands> => {
  const known = {
    customer: toCustomer([...new Set(whos.map((who) => partsOf(who).customerId))]),
    application: toApplication([...new Set(whos.map((who) => partsOf(who).clientId))]),
    service: toService,
    fault: faults,
    endpoint: endpoints,
  };
  const one = (arbitrary: Arbitrary<Command>): Arbitrary<Command[]> => arbitrary.map((command) => [command]);
  const login = record({ do: constantFrom('login', 'login', 'refresh'), as: whoOf(whos) });
  const command: Arbitrary<Command[]> = oneof(
    { weight: 5, arbitrary: one(waits) },
    { weight: 3, arbitrary: one(creates(whos)) },
    { weight: 4, arbitrary: one(lists(whos)) },
    { weight: 1, arbitrary: one(downloads(whos)) },
    { weight: 2, arbitrary: one(login) },
    { weight: 1, arbitrary: one(others) },
    { weight: 4, arbitrary: rounds(whos) },
    { weight: 1, arbitrary: hammers(whos) },
    { weight: actions.includes('customer') ? 2 : 0, arbitrary: troubled(whos) },
    ...actions.map((kind) => ({ weight: kind === 'customer' ? 2 : 1, arbitrary: one(known[kind]) })),
  );
  const openings = shuffledSubarray([...whos], { minLength: Math.ceil(whos.length / 2) }).map((some) =>
    some.map((as): Command => ({ do: 'login', as })),
  );
  return tuple(openings, array(command, { maxLength: longest, size: 'max' })).map(([opening, rest]) => [
    ...opening,
    ...rest.flat(),
  ]);
};
