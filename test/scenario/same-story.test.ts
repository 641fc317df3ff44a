import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Failure } from '../../src/core/action.ts';
import type { Expectation, RegionFailure, Scenario, StepAction } from '../../src/scenario/ast.ts';
import { type ExpectationInput, scenario, type ScenarioBuilder } from '../../src/scenario/builder.ts';
import { readScenario } from '../../src/scenario/read-scenario.ts';
import type { StepVerbs } from '../../src/scenario/step-verbs.ts';
import { unbounded } from '../../src/scenario/words.ts';
import type { ConnectAccident } from '../../src/spec/accidents.ts';
import type { ErrorName } from '../../src/spec/errors.ts';
import type { RefusalName } from '../../src/spec/refusals.ts';
import { type Story, story } from './stories.ts';

const writeExpectation = ({ client, ...rest }: Expectation): ExpectationInput => ({
  ...rest,
  client: client.outcome === 'succeeds' ? 'succeeds' : { fails: client.matching },
  requests: Object.fromEntries(
    Object.entries(rest.requests).map(([name, { atLeast, atMost }]) => {
      if (atLeast === atMost) return [name, atLeast];
      return [name, atMost === unbounded ? { atLeast } : { atLeast, atMost }];
    }),
  ),
});

const writeStep = ({ trigger: when, action: what }: Story['steps'][number]): object => {
  const { kind, ...rest } = when;
  const moment =
    kind === 'at'
      ? { at: when.time }
      : {
          ...rest,
          ...(kind === 'after' ? { event: undefined, after: when.event } : { exchange: undefined, on: when.exchange }),
        };
  if (what.do === 'elapse') return { ...moment, elapse: what.duration };
  if (what.do === 'regionDown') return { ...moment, ...what, fails: writeOutage(what.fails) };
  if (what.do === 'accident') return { ...moment, ...without(what, 'do') };
  if (what.do !== 'fail') return { ...moment, ...what };
  const { failure: how, do: _, ...options } = what;
  return { ...moment, ...options, fail: writeFailure(how) };
};

const writeFailure = (how: Failure): RefusalName | number => (how.kind === 'row' ? how.row : how.status);

const writeOutage = (how: RegionFailure): ErrorName | ConnectAccident | number =>
  how.kind === 'connection' ? how.accident : (writeFailure(how) as ErrorName | number);

/** The story as a file says it. */
const write = ({ steps, customers, expect: expected, ...rest }: Story): object => ({
  ...rest,
  ...(customers.length > 0 ? { customers } : {}),
  steps: steps.map(writeStep),
  expect: writeExpectation(expected),
});

const say = (verbs: StepVerbs<ScenarioBuilder>, what: StepAction): ScenarioBuilder => {
  const { do: _, ...fields } = what;
  switch (what.do) {
    case 'elapse':
      return verbs.elapse(what.duration);
    case 'fail':
      return verbs.fail(writeFailure(what.failure), without(fields, 'failure'));
    case 'blankToken':
      return verbs.blankToken(what.lacks, without(fields, 'lacks'));
    case 'expireStoreToken':
    case 'revokeStoreToken':
      return verbs[what.do](what.store);
    case 'createProfile':
      return verbs.createProfile(what.application);
    case 'enableScope':
    case 'disableScope':
      return verbs[what.do](what.scope, without(fields, 'scope'));
    case 'attachProfile':
    case 'detachProfile':
      return verbs[what.do](what.api, without(fields, 'api'));
    case 'beginTrouble':
      return verbs.beginTrouble(what.trouble, without(fields, 'trouble'));
    case 'endTrouble':
      return verbs.endTrouble(what.trouble);
    case 'regionDown': {
      const { region: where, fails, do: _verb, ...options } = what;
      return verbs.regionDown(where, { ...options, fails: writeOutage(fails) });
    }
    case 'regionUp':
      return verbs.regionUp(what.region);
    case 'accident':
      return verbs.accident(what.accident, without(fields, 'accident'));
    case 'delayAnswer':
    case 'delayNotification':
      return verbs[what.do](what.by, without(fields, 'by'));
    default: {
      const { do: verb, ...options } = what;
      return verbs[verb](options);
    }
  }
};

/** The options of a call: all fields but the one that is its first argument. */
const without = (fields: object, first: string): object =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== first));

/** The story as TypeScript says it. */
const build = ({ name, seed, customers, assumptions, steps, expect: expected, ...world }: Story): Scenario => {
  let draft = scenario(name).assume(assumptions).expect(writeExpectation(expected));
  if (seed !== undefined) draft = draft.seed(seed);
  if (world.profile !== undefined) draft = draft.profile(world.profile);
  if (world.latency !== undefined) draft = draft.latency(world.latency);
  if (world.limits !== undefined) draft = draft.limits(world.limits);
  for (const one of world.applications ?? []) draft = draft.application(one);
  for (const one of customers) draft = draft.customer(one);
  for (const { trigger: when, action: what } of steps) {
    if (when.kind === 'at') draft = say(draft.at(when.time), what);
    else if (when.kind === 'after') draft = say(draft.after(when.event, { nth: when.nth, wait: when.wait }), what);
    else draft = say(draft.on(when.exchange, { nth: when.nth }), what);
  }
  return draft.build();
};

const withoutPlaces = (read: Scenario): Story => {
  const { source: _source, version: _version, steps, ...rest } = read;
  return { ...rest, steps: steps.map(({ trigger: when, action: what }) => ({ trigger: when, action: what })) };
};

test('a story told in YAML, in JSON and in TypeScript is the same scenario', () => {
  fc.assert(
    fc.property(story, (told) => {
      const written = write(told);

      expect(withoutPlaces(readScenario(stringify(written), 'f.yaml'))).toStrictEqual(told);
      expect(withoutPlaces(readScenario(JSON.stringify(written, null, 2), 'f.json'))).toStrictEqual(told);
      expect(withoutPlaces(build(told))).toStrictEqual(told);
    }),
    { numRuns: 300, seed: 7 },
  );
});
