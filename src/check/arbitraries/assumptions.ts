import {
  type AssumptionId,
  type Assumptions,
  assumptionIds,
  assumptionRow,
  checkAssumption,
  type Variant,
} from '../../spec/assumptions.ts';
import type { OperationName } from '../../spec/routes.ts';
import { type Draw, type Mode, pickAny } from './draws.ts';
import type { Habits } from './triggers.ts';

interface Choice {
  readonly id: AssumptionId;
  readonly value: string | number;
}

const valuesOf = (variant: Variant): readonly (string | number)[] => {
  if (typeof variant === 'string') return [variant];
  return variant.type === 'routes' ? [] : variant.samples;
};

/** How often a reading is taken that every client feels, for one that it takes something unusual to feel. */
const weight = 4;

/** Every reading but the default of the points that a client need not be told of, each as often as it is worth it. */
const unusual: readonly Choice[] = assumptionIds.flatMap((id) => {
  const row = assumptionRow(id);
  if (row.class === 'wire') return [];
  const others = row.variants.flatMap(valuesOf).filter((value) => value !== row.default);
  const choices = others.map((value) => ({ id, value }));
  return Array.from({ length: row.takes === undefined ? weight : 1 }, () => choices).flat();
});

/** Readings under which trouble outlasts the retries that the document suggests, so that no client can be held to get over it. */
const lasting: Readonly<Partial<Record<AssumptionId, readonly (string | number)[]>>> = {
  // A refusal to be retried is repeated from memory for five minutes.
  'cache.errors': ['everything'],
  // At one instant dead links are remembered, and no time passes until they are asked for again.
  'cache.boundary': ['old-answer'],
  // A client that keeps below the limits may have to wait for longer than its token lives.
  'token.lifetime': ['60s'],
  // A listing cannot be gone on with, and the document does not say what then.
  'list.tokenLifetime': ['5m'],
};

const choices: Readonly<Record<Mode, readonly Choice[]>> = {
  any: unusual,
  recoverable: unusual.filter(({ id, value }) => lasting[id]?.includes(value) !== true),
};

/** What only a client comes across that uses the other interfaces, by how the points begin. */
const elsewhere: readonly (readonly [prefix: string, needs: OperationName])[] = [
  ['email.', 'sendEmail'],
  ['store.', 'callReporting'],
];

const concerns = (habits: Habits, { id }: Choice): boolean =>
  elsewhere.every(([prefix, needs]) => !id.startsWith(prefix) || (habits[needs] ?? 0) > 0);

/** The open points that a story decides otherwise than usual: legal, and seldom seen. */
export const drawAssumptions = ({ mode, changes }: Draw, habits: Habits): Partial<Assumptions> => {
  const chosen: Record<string, string | number> = {};
  const known = choices[mode].filter((choice) => concerns(habits, choice));
  for (const number of changes) {
    const choice = pickAny(known, number);
    if (choice !== undefined && checkAssumption(choice.id, choice.value) === undefined)
      chosen[choice.id] = choice.value;
  }
  return chosen;
};
