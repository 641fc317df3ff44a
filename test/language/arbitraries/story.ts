import * as fc from 'fast-check';
import type { Scenario } from '../../../src/language/ast.ts';
import { profileNames } from '../../../src/spec/profiles.ts';
import { assumptions } from './assumptions.ts';
import { duration, line, maybe, span } from './basics.ts';
import { expectation } from './expectation.ts';
import { step, type StepStory } from './steps.ts';
import { application, limits, row } from './world.ts';

/** Stories to tell in every way that there is. */

/** A scenario without what only a source can tell. */
export type Story = Omit<Scenario, 'source' | 'version' | 'steps'> & { readonly steps: readonly StepStory[] };

export const story: fc.Arbitrary<Story> = fc.record(
  {
    name: line,
    client: line,
    seed: fc.nat(),
    profile: fc.constantFrom(...profileNames),
    latency: fc.oneof(duration, span),
    clockSkew: fc.integer({ min: -1440, max: 1440 }).map((minutes) => `${minutes}m`),
    limits,
    applications: fc.uniqueArray(application, { selector: (one) => one.id, minLength: 1, maxLength: 3 }),
    customers: fc.uniqueArray(row, { selector: ({ id: one, scope }) => `${one} ${scope}`, maxLength: 3 }),
    assumptions,
    steps: fc.array(step, { maxLength: 5 }),
    expect: expectation,
  },
  { ...maybe, requiredKeys: ['name', 'customers', 'assumptions', 'steps', 'expect'] },
);

/** The story as if it had been read from a file. */
export const asScenario = ({ steps, ...told }: Story, source = 'told.yaml'): Scenario => ({
  version: 1,
  source,
  ...told,
  steps: steps.map(({ followers, ...first }, index) => ({
    ...first,
    place: `${source}:${index + 1}:5`,
    ...(followers !== undefined && {
      followers: followers.map((next, at) => ({ ...next, place: `${source}:${index + 1}:${at + 20}` })),
    }),
  })),
});

/** A scenario without where it was written, which differs from one source to the next. */
export const withoutPlaces = ({
  steps,
  source: _source,
  version: _version,
  expect: { places: _places, ...expect },
  ...rest
}: Scenario): Story => ({
  ...rest,
  expect,
  steps: steps.map(({ place: _place, followers, ...first }) => ({
    ...first,
    ...(followers !== undefined && { followers: followers.map(({ place: _nextPlace, ...next }) => next) }),
  })),
});
