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
import type { FC } from './odds.ts';

interface Reading {
  readonly id: AssumptionId;
  readonly value: string | number;
}

const mostReadings = 3;

/** How often a reading is taken that every client feels, for one that it takes something unusual to feel. */
const weight = 4;

const valuesOf = (variant: Variant): readonly (string | number)[] => {
  if (typeof variant === 'string') return [variant];
  return variant.type === 'routes' ? [] : variant.samples;
};

/** Every reading but the default of the points that a client need not be told of, each as often as it is worth it. */
const readings: readonly Reading[] = assumptionIds.flatMap((id) => {
  const row = assumptionRow(id);
  if (row.class === 'wire') return [];
  const others = row.variants
    .flatMap(valuesOf)
    .filter((value) => value !== row.default && checkAssumption(id, value) === undefined);
  return Array.from({ length: row.takes === undefined ? weight : 1 }, () =>
    others.map((value) => ({ id, value })),
  ).flat();
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

/** Open points that are decided otherwise than usual: legal, and seldom seen. */
export const assumptions = (fc: FC, mode: Mode, profile: ClientProfile): Arbitrary<Partial<Assumptions>> => {
  const known = readings.filter(
    (reading) =>
      concerns(profile, reading) && (mode === 'any' || lasting[reading.id]?.includes(reading.value) !== true),
  );
  return fc
    .array(fc.constantFrom(...known), { maxLength: mostReadings, size: 'max' })
    .map((chosen) => Object.fromEntries(chosen.map(({ id, value }) => [id, value])));
};
