import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Failure } from '../../src/core/action.ts';
import type { Count, Expectation, Expected, Scenario, StepAction, Together, Trigger } from '../../src/language/ast.ts';
import {
  type ExpectationInput,
  type ExpectedInput,
  scenario,
  type ScenarioBuilder,
} from '../../src/language/builder.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import type { RegionFailure } from '../../src/language/field-kinds.ts';
import type { Sequence, StepVerbs } from '../../src/language/step-builder.ts';
import { sequenceKey, unbounded } from '../../src/language/words.ts';
import type { SetupFaultName } from '../../src/spec/faults.ts';
import type { ErrorName } from '../../src/spec/errors.ts';
import type { RefusalName } from '../../src/spec/refusals.ts';
import type { StepStory } from './arbitraries/steps.ts';
import { amount } from '../sampled.ts';
import { type Story, story, withoutPlaces } from './arbitraries/story.ts';

const writeExpectation = ({ example, unfired, rules, ...expected }: Expectation): ExpectationInput => ({
  ...writeExpected(expected),
  ...(unfired !== undefined && { unfired }),
  ...(rules !== undefined && { rules }),
  ...(example !== undefined && { example: writeExpected(example) }),
});

const writeExpected = ({ client, requests, arrived, mails, queries, ...rest }: Expected): ExpectedInput => ({
  ...rest,
  ...(client !== undefined && { client: client.outcome === 'fails' ? { fails: client.matching } : client.outcome }),
  ...(requests !== undefined && { requests: writeCounts(requests) }),
  ...(arrived !== undefined && {
    arrived: 'byCustomer' in arrived ? writeCounts(arrived.byCustomer) : writeCount(arrived),
  }),
  ...(mails !== undefined && { mails: 'atLeast' in mails ? writeCount(mails) : mails }),
  ...(queries !== undefined && { queries: writeCounts(queries) }),
});

const writeCounts = (counts: Readonly<Record<string, Count>>): object =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, writeCount(count)]));

const writeCount = ({ atLeast, atMost }: Count): number | { atLeast: number; atMost?: number } => {
  if (atLeast === atMost) return atLeast;
  return atMost === unbounded ? { atLeast } : { atLeast, atMost };
};

const writeStep = ({ trigger, action, followers }: StepStory): object => ({
  ...writeTrigger(trigger),
  ...(action.do === 'together' ? { together: action.actions.map(writeAction) } : writeAction(action)),
  ...(followers !== undefined && { [sequenceKey]: followers.map(writeStep) }),
});

const writeTrigger = ({ where, chance, ...when }: Trigger): object => {
  const condition = { ...(where !== undefined && { where }), ...(chance !== undefined && { chance }) };
  switch (when.kind) {
    case 'after':
      return { after: when.event, nth: when.nth, wait: when.wait, ...condition };
    case 'on':
      return { on: when.exchange, nth: when.nth, ...condition };
    default:
      return { [when.kind]: when.time, ...condition };
  }
};

const writeAction = (written: StepAction): object => {
  const what = withoutBoundless(written);
  if (what.do === 'elapse') return { elapse: what.duration };
  if (what.do === 'regionDown') return { ...what, fails: writeOutage(what.fails) };
  if (what.do === 'fault') return without(what, 'do');
  if (what.do !== 'fail') return what;
  const { failure: how, do: _, ...options } = what;
  return { ...options, fail: writeFailure(how) };
};

/** A fault that hits as many as come while it lasts is said to by leaving out how many. */
const withoutBoundless = (what: StepAction): StepAction =>
  'times' in what && what.times === unbounded ? (without(what, 'times') as StepAction) : what;

const writeFailure = (how: Failure): RefusalName | number => (how.kind === 'row' ? how.row : how.status);

const writeOutage = (how: RegionFailure): ErrorName | SetupFaultName | number =>
  how.kind === 'connection' ? how.fault : (writeFailure(how) as ErrorName | number);

/** The story as a file says it. */
const write = ({ steps, customers, expect: expected, ...rest }: Story): object => ({
  ...rest,
  ...(customers.length > 0 ? { customers } : {}),
  steps: steps.map(writeStep),
  expect: writeExpectation(expected),
});

type Verbs<T> = Omit<StepVerbs<T>, 'together' | 'sequence'>;

const sayAll = <T>(verbs: Omit<StepVerbs<T>, 'sequence'>, what: StepAction | Together): T =>
  what.do === 'together' ? verbs.together((all) => what.actions.map((one) => say(all, one))) : say(verbs, what);

const say = <T>(verbs: Verbs<T>, written: StepAction): T => {
  const what = withoutBoundless(written);
  const { do: _, ...fields } = what;
  switch (what.do) {
    case 'elapse':
      return verbs.elapse(what.duration);
    case 'fail':
      return verbs.fail(writeFailure(what.failure), without(fields, 'failure'));
    case 'blankToken':
      return verbs.blankToken(what.lacks, without(fields, 'lacks'));
    case 'garbleToken':
      return verbs.garbleToken(what.garbles, without(fields, 'garbles'));
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
    case 'beginFault':
      return verbs.beginFault(what.fault, without(fields, 'fault'));
    case 'endFault':
      return verbs.endFault(what.fault);
    case 'regionDown': {
      const { region: where, fails, do: _verb, ...options } = what;
      return verbs.regionDown(where, { ...options, fails: writeOutage(fails) });
    }
    case 'regionUp':
      return verbs.regionUp(what.region);
    case 'fault':
      return verbs.fault(what.fault, without(fields, 'fault'));
    case 'delayNotification':
      return verbs[what.do](what.by, without(fields, 'by'));
    default: {
      const { do: verb, ...options } = what;
      const tell: (options: object) => T = verbs[verb];
      return tell(options);
    }
  }
};

/** The options of a call: all fields but the one that is its first argument. */
const without = (fields: object, first: string): object =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== first));

/** The story as TypeScript says it. */
const build = ({ name, client, seed, customers, assumptions, steps, expect: expected, ...world }: Story): Scenario => {
  let draft = scenario(name).assume(assumptions).expect(writeExpectation(expected));
  if (client !== undefined) draft = draft.client(client);
  if (seed !== undefined) draft = draft.seed(seed);
  if (world.profile !== undefined) draft = draft.profile(world.profile);
  if (world.latency !== undefined) draft = draft.latency(world.latency);
  if (world.clockSkew !== undefined) draft = draft.clockSkew(world.clockSkew);
  if (world.limits !== undefined) draft = draft.limits(world.limits);
  for (const one of world.applications ?? []) draft = draft.application(one);
  for (const one of customers) draft = draft.customer(one);
  for (const one of steps) draft = tell(draft, one);
  return draft.build();
};

const tell = (draft: ScenarioBuilder, { trigger, action, followers }: StepStory): ScenarioBuilder => {
  const moment = begin(draft, trigger);
  if (followers === undefined) return sayAll(moment, action);
  return moment.sequence((first) => {
    let sequence = sayAll(first, action);
    for (const next of followers) sequence = sayAll(beginNext(sequence, next.trigger), next.action);
  });
};

const begin = (draft: ScenarioBuilder, { kind: _kind, ...when }: Trigger): StepVerbs<ScenarioBuilder> => {
  if ('event' in when) return draft.after(when.event, without(when, 'event'));
  if ('exchange' in when) return draft.on(when.exchange, without(when, 'exchange'));
  return draft.at(when.time, without(when, 'time'));
};

const beginNext = (sequence: Sequence, { kind: _kind, ...when }: Trigger): Omit<StepVerbs<Sequence>, 'sequence'> => {
  if ('event' in when) return sequence.after(when.event, without(when, 'event'));
  if ('exchange' in when) return sequence.on(when.exchange, without(when, 'exchange'));
  return sequence.wait(when.time, without(when, 'time'));
};

test('a story told in YAML, in JSON and in TypeScript is the same scenario', () => {
  fc.assert(
    fc.property(story, (told) => {
      const written = write(told);

      expect(withoutPlaces(readScenario(stringify(written), 'f.yaml'))).toStrictEqual(told);
      expect(withoutPlaces(readScenario(JSON.stringify(written, null, 2), 'f.json'))).toStrictEqual(told);
      expect(withoutPlaces(build(told))).toStrictEqual(told);
    }),
    { numRuns: amount({ usual: 25, deep: 200 }), seed: 7 },
  );
});
