import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assumptionsInTurn } from '../../src/check/arbitraries/assumptions.ts';
import { boundaryLengths, lengthsBelow, writeDuration } from '../../src/check/arbitraries/durations.ts';
import { createScenarios } from '../../src/check/arbitraries/scenarios.ts';
import { simplify } from '../../src/check/shrink/simplify.ts';
import { settingsOf } from '../../src/language/settings.ts';
import type { Mode } from '../../src/check/trial/mode.ts';
import type { Scenario, Step, StepAction } from '../../src/language/ast.ts';
import { printScenario } from '../../src/language/print-scenario.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { namesOfVerbs, rowOf } from '../../src/language/verbs.ts';
import { simulate } from '../../src/simulate.ts';
import { assumptionIds, assumptionRow, type AssumptionId } from '../../src/spec/assumptions.ts';
import { parseDuration } from '../../src/spec/time.ts';
import { amount } from '../sampled.ts';
import { fullProfile } from './full-profile.ts';

const scenariosOf = (mode: Mode) => createScenarios(fc, { profile: fullProfile, seed: 11, modes: [mode] });

const generateMany = (mode: Mode, count: number): readonly Scenario[] => {
  const source = scenariosOf(mode);
  return Array.from({ length: count }, (_, turn) => source.at(turn + 1).scenario);
};

const scenarios = [
  ...generateMany('recoverable', amount({ usual: 800, deep: 1500 })),
  ...generateMany('any', amount({ usual: 1200, deep: 2500 })),
];

const someOfThem = scenarios.filter((_, index) => index % 8 === 0);

const withoutPlaces = ({
  steps,
  source: _source,
  expect: { places: _places, ...rest },
  ...scenario
}: Scenario): unknown => ({
  ...scenario,
  expect: rest,
  steps: steps.map(bare),
});

const bare = ({ place: _place, followers, ...step }: Step): unknown => ({
  ...step,
  ...(followers !== undefined && { followers: followers.map(({ place: _its, ...one }) => one) }),
});

const actionsOf = ({ steps }: Scenario): readonly StepAction[] =>
  steps
    .flatMap((step) => [step, ...(step.followers ?? [])])
    .flatMap(({ action }) => (action.do === 'together' ? action.actions : [action]));

describe('generated scenarios', () => {
  test('can be written down, and read again as they were', () => {
    for (const scenario of someOfThem) {
      expect(withoutPlaces(readScenario(printScenario(scenario, 'yaml'), 'generated.yaml'))).toEqual(
        withoutPlaces(scenario),
      );
    }
  });

  test('can be played', async () => {
    for (const scenario of someOfThem) {
      await using sim = await simulate({ ...settingsOf(scenario), transport: 'none', unfired: 'ignore' });
      for (const step of scenario.steps) sim.add(step);
    }
  });

  test("have the service's clock ahead at times, or behind, and mostly right", () => {
    const skews = scenarios.map(({ clockSkew }) => clockSkew);

    expect(new Set(skews)).toEqual(new Set([undefined, '5m', '-2m', '-10m']));
    expect(skews.filter((skew) => skew === undefined).length).toBeGreaterThan(scenarios.length / 2);
  });

  test('have every verb that has a weight, and sequences, filters and faults that last', () => {
    const verbs = new Set<string>(scenarios.flatMap(actionsOf).map((action) => action.do));
    const steps = scenarios.flatMap((scenario) => scenario.steps);

    expect(namesOfVerbs.filter((verb) => rowOf(verb).weight !== undefined && !verbs.has(verb))).toEqual([]);
    expect(verbs.size).toBeGreaterThanOrEqual(28);
    expect(steps.some(({ followers }) => followers !== undefined)).toBe(true);
    expect(steps.some(({ action }) => action.do === 'together')).toBe(true);
    expect(steps.some(({ trigger }) => trigger.where !== undefined)).toBe(true);
    expect(steps.some(({ trigger }) => 'nth' in trigger && trigger.nth === 'every')).toBe(true);
    expect(scenarios.flatMap(actionsOf).some((action) => 'times' in action && action.for !== undefined)).toBe(true);
  });

  test('do nothing in the console once the profile is deleted, for there is no application any more', () => {
    const ends = scenarios.map(actionsOf).filter((actions) => actions.some((action) => action.do === 'deleteProfile'));
    const inConsole =
      /^(?:create|delete|attach|detach)Profile$|^rotateSecret$|^(?:allowlist|delist)App$|^(?:enable|disable)Scope$/;

    expect(ends.length).toBeGreaterThan(10);
    expect(ends.filter((actions) => actions.filter((action) => inConsole.test(action.do)).length > 1)).toEqual([]);
  });

  test('change no point that a client has to be told of', () => {
    const chosen = new Set(scenarios.flatMap(({ assumptions }) => Object.keys(assumptions) as AssumptionId[]));

    expect(chosen.size).toBeGreaterThan(30);
    expect([...chosen].filter((id) => assumptionRow(id).class === 'wire')).toEqual([]);
  });

  test('have each reading of an open point in its turn, those first that every client feels', () => {
    const inTurn = assumptionsInTurn(fc, 'any', fullProfile, 3);
    const metIn = (count: number): ReadonlySet<string> =>
      new Set(
        Array.from({ length: count }, (_, n) => fc.sample(inTurn(n), { seed: n, numRuns: 1 })).flatMap(([one = {}]) =>
          Object.entries(one).map(String),
        ),
      );
    const readingsOf = (id: AssumptionId): readonly string[] => {
      const { class: kind, variants, default: usual } = assumptionRow(id);
      const named = variants.filter((variant) => typeof variant === 'string');
      return kind === 'wire' ? [] : named.flatMap((variant) => (variant === usual ? [] : [`${id},${variant}`]));
    };
    const felt = assumptionIds.filter((id) => assumptionRow(id).takes === undefined).flatMap(readingsOf);

    expect(felt.length).toBeGreaterThan(40);
    expect(felt.filter((reading) => !metIn(60).has(reading))).toEqual([]);
    expect(assumptionIds.flatMap(readingsOf).filter((reading) => !metIn(120).has(reading))).toEqual([]);
  });

  test('step on boundaries, and a millisecond beside them', () => {
    const waits = new Set(
      scenarios.flatMap(actionsOf).flatMap((action) => (action.do === 'elapse' ? [action.duration] : [])),
    );

    for (const length of ['59m59s999ms', '1h', '1h1ms', '4m59s999ms', '5m', '5m1ms']) expect(waits).toContain(length);
  });

  test('where a client has to get through them, take nothing away for good, and ask nothing the document does not', () => {
    const final = ['revokeToken', 'revokeConsent', 'holdAccount', 'delistApp', 'loseNotification', 'regionDown'];
    const bearable = scenarios.filter(({ expect: { client } }) => client.outcome === 'succeeds');
    const actions = bearable.flatMap(actionsOf);
    const silent = actions.filter((action) => action.do === 'fault' && action.fault === 'silence');

    expect(actions.filter((action) => final.includes(action.do))).toEqual([]);
    expect(silent).toEqual([]);
    expect(actions.filter((action) => action.do === 'beginFault' && action.for === undefined)).toEqual([]);
    for (const scenario of bearable) {
      const refusals = actionsOf(scenario).reduce((sum, action) => sum + (action.do === 'fail' ? action.times : 0), 0);
      expect(refusals).toBeLessThanOrEqual(6);
    }
  });

  test('where a client has to get through them, break one connection at most, to interface C, and lead to no conflict', () => {
    const breaking = ['refused', 'unresolved', 'stale', 'reset', 'closed', 'resetInBody', 'truncated'];
    const breaksOf = ({ steps }: Scenario): readonly Step[] =>
      steps.filter(({ action }) => action.do === 'fault' && breaking.includes(action.fault));
    const broken = scenarios.filter((one) => one.expect.client.outcome === 'succeeds' && breaksOf(one).length > 0);
    const hit = broken
      .flatMap(breaksOf)
      .map(({ trigger }) => (trigger.kind === 'on' ? trigger.exchange : trigger.kind));

    expect(broken.length).toBeGreaterThan(50);
    expect(broken.filter((one) => breaksOf(one).length > 1)).toEqual([]);
    expect(new Set(hit)).toEqual(new Set(['createDataQuery', 'listDataQueryRecords']));
    expect(
      broken.filter(
        (one) =>
          breaksOf(one).some(({ trigger }) => 'exchange' in trigger && trigger.exchange === 'createDataQuery') &&
          ('cache.beforeConflict' in one.assumptions || 'cache.meaning' in one.assumptions),
      ),
    ).toEqual([]);
  });

  test('are those of the seed and the turn, whatever was generated before', () => {
    const [one, other] = [scenariosOf('any'), scenariosOf('any')];
    one.at(1);

    expect(one.at(7)).toEqual(other.at(7));
  });
});

describe('a scenario that is made simpler', () => {
  const simplest = (scenario: Scenario, isWrong: (one: Scenario) => boolean): Scenario => {
    for (const simpler of simplify({ scenario, unfired: [], raw: [] }))
      if (isWrong(simpler)) return simplest(simpler, isWrong);
    return scenario;
  };
  const read = (text: string): Scenario => readScenario(text, 'a.yaml');

  test('a step that is not needed goes, and what is left is rounded', () => {
    const scenario = read(`
name: a
customer: { records: 3, collects: 59m59s999ms }
latency: 50ms
expect: { client: ends }
steps:
  - { on: listDataQueryRecords, nth: 3, elapse: 59m59s999ms }
  - { at: 1h1ms, do: revokeToken }
  - { on: notification, do: loseNotification, times: 2 }
`);

    const { steps, customers, latency } = simplest(scenario, (one) =>
      actionsOf(one).some(({ do: verb }) => verb === 'revokeToken'),
    );

    expect({ customers, latency }).toEqual({ customers: [{ records: 1 }], latency: undefined });
    expect(steps.map(bare)).toEqual([{ trigger: { kind: 'at', time: '0s' }, action: { do: 'revokeToken' } }]);
  });

  test('what happens together or in a sequence is taken apart', () => {
    const scenario = read(`
name: a
expect: { client: ends }
steps:
  - at: 1m
    together:
      - { do: revokeToken }
      - { do: holdAccount, for: 1h }
    then:
      - { wait: 1m, do: revokeConsent }
`);
    const has = (one: Scenario, ...verbs: readonly string[]): boolean =>
      verbs.every((verb) => actionsOf(one).some((action) => action.do === verb));

    expect(simplest(scenario, (one) => has(one, 'holdAccount')).steps.map(bare)).toEqual([
      { trigger: { kind: 'at', time: '0s' }, action: { do: 'holdAccount' } },
    ]);
    expect(simplest(scenario, (one) => has(one, 'holdAccount', 'revokeConsent')).steps).toHaveLength(2);
  });

  test('in a scenario that a client has to get through nothing comes to last longer', () => {
    const scenario = read(`
name: a
expect: { client: succeeds }
steps:
  - { on: createDataQuery, do: beginFault, fault: serviceThrows, for: 2s500ms }
`);

    const actions = [...simplify({ scenario, unfired: [], raw: [] })].flatMap(actionsOf);
    const lasting = actions.filter((action) => action.do === 'beginFault');

    expect(new Set(lasting.map((action) => action.for))).toEqual(new Set(['2s500ms', '2s']));
    expect(actions.filter((action) => action.do !== 'beginFault')).toMatchObject([{ do: 'fail', times: 1 }]);
  });
});

test('lengths are written as people write them, and read as what they are', () => {
  expect([0, 1, 61_000, 3_600_001, 90_061_001].map(writeDuration)).toEqual([
    '0s',
    '1ms',
    '1m1s',
    '1h1ms',
    '1d1h1m1s1ms',
  ]);
  fc.assert(fc.property(fc.nat(4_000_000_000), (length) => parseDuration(writeDuration(length)) === length));
});

test('the lengths at which the service changes its mind are those of the interface', () => {
  expect(boundaryLengths).toEqual([1000, 5 * 60_000, 20 * 60_000, 3_600_000, 24 * 3_600_000]);
  expect(lengthsBelow('5m')).toEqual(expect.arrayContaining(['1s', '999ms', '1s1ms', '5m', '4m59s999ms']));
  expect(lengthsBelow('5m')).not.toContain('5m1ms');
});
