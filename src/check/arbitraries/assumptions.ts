import type { Arbitrary } from 'fast-check';
import {
  type AssumptionId,
  type Assumptions,
  assumptionIds,
  assumptionRow,
  checkAssumption,
  type Variant,
} from '../../spec/assumptions.ts';
import type { OperationName } from '../../spec/routes.ts';
import type { ClientProfile } from '../client-profile.ts';
import type { Mode } from '../trial/mode.ts';
import { type FC, shuffle } from './odds.ts';

interface Reading {
  readonly id: AssumptionId;
  readonly value: string | number;
  /** Every client feels it; some it takes something unusual to feel. */
  readonly isFelt: boolean;
}

/** How many are drawn at most, besides the one whose turn it is. */
const mostDrawn = 2;

/** How often a reading is drawn that every client feels, for one of the others. */
const weight = 4;

const valuesOf = (variant: Variant): readonly (string | number)[] => {
  if (typeof variant === 'string') return [variant];
  return variant.type === 'routes' ? [] : variant.samples;
};

/** Every reading but the default of the points that a client need not be told of. */
const readings: readonly Reading[] = assumptionIds.flatMap((id) => {
  const row = assumptionRow(id);
  if (row.class === 'wire') return [];
  const others = row.variants
    .flatMap(valuesOf)
    .filter((value) => value !== row.default && checkAssumption(id, value) === undefined);
  return others.map((value) => ({ id, value, isFelt: row.takes === undefined }));
});

/** Readings under which a fault outlasts the retries that the document suggests, so that no client can be held to get over it. */
const lasting: Readonly<Partial<Record<AssumptionId, readonly (string | number)[]>>> = {
  // A refusal to be retried is repeated from memory for five minutes.
  'cache.errors': ['everything'],
  // At one instant dead links are remembered, and no time passes until they are asked for again.
  'cache.boundary': ['old-answer'],
  // A client that keeps below the limits may have to wait for longer than its token lives.
  'token.lifetime': ['60s', '1s'],
  // A listing cannot be gone on with, and the document does not say what then.
  'list.tokenLifetime': ['5m'],
};

/** What only a client comes across that uses the other interfaces, by how the points begin. */
const elsewhere: readonly (readonly [prefix: string, needs: OperationName])[] = [
  ['email.', 'sendEmail'],
  ['store.', 'callReporting'],
];

const concerns = ({ exchanges }: ClientProfile, { id }: Reading): boolean =>
  elsewhere.every(([prefix, needs]) => !id.startsWith(prefix) || (exchanges[needs] ?? 0) > 0);

/**
 * Open points that are decided otherwise than usual, in the n-th scenario: legal, and seldom seen. All readings have their
 * turn, in an order of the seed's own, those first that every client feels; some are drawn besides.
 */
export const assumptionsInTurn = (
  fc: FC,
  mode: Mode,
  profile: ClientProfile,
  seed: number,
): ((n: number) => Arbitrary<Partial<Assumptions>>) => {
  const known = readings.filter(
    (reading) =>
      concerns(profile, reading) && (mode === 'any' || lasting[reading.id]?.includes(reading.value) !== true),
  );
  const order = shuffle(fc, known, seed).toSorted((one, other) => Number(other.isFelt) - Number(one.isFelt));
  const weighed = known.flatMap((reading) => Array.from({ length: reading.isFelt ? weight : 1 }, () => reading));
  const drawn = fc.array(fc.constantFrom(...weighed), { maxLength: mostDrawn, size: 'max' });
  return (n) =>
    drawn.map((more) =>
      Object.fromEntries([...more, ...order.slice(n % order.length).slice(0, 1)].map(({ id, value }) => [id, value])),
    );
};
