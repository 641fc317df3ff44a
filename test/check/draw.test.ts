import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawsOf, type Mode } from '../../src/check/draw/draws.ts';
import { boundaryLengths, lengthsBelow, writeDuration } from '../../src/check/draw/durations.ts';
import type { Habits } from '../../src/check/draw/moments.ts';
import { tellDraw } from '../../src/check/draw/tell-draw.ts';
import type { Scenario, Step, StepAction } from '../../src/language/ast.ts';
import { printScenario } from '../../src/language/print-scenario.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { simulate } from '../../src/simulate.ts';
import { assumptionRow, type AssumptionId } from '../../src/spec/assumptions.ts';
import { parseDuration } from '../../src/spec/time.ts';

const habits: Habits = {
  createDataQuery: 1,
  listDataQueryRecords: 1,
  notification: 1,
  downloadFile: 3,
  downloadSchema: 3,
  requestToken: 1,
  callReporting: 1,
  sendEmail: 1,
  customers: 2,
  pageSize: 250,
};

const draw = (mode: Mode, count: number): readonly Scenario[] =>
  fc
    .sample(drawsOf(fc, [mode]), { seed: 11, numRuns: count, unbiased: true })
    .map((one, turn) => tellDraw(one, habits, turn));

const stories = [...draw('recoverable', 1500), ...draw('any', 1500)];

const everyTenth = stories.filter((_, index) => index % 10 === 0);

const withoutPlaces = ({ steps, source: _source, ...story }: Scenario): unknown => ({
  ...story,
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

describe('stories that are drawn', () => {
  test('can be written down, and read again as they were', () => {
    for (const story of everyTenth) {
      expect(withoutPlaces(readScenario(printScenario(story, 'yaml'), 'drawn.yaml'))).toEqual(withoutPlaces(story));
    }
  });

  test('can be played', async () => {
    for (const { customers, limits, latency, clockSkew, applications, assumptions, steps } of stories.filter(
      (_, index) => index % 10 === 0,
    )) {
      await using sim = await simulate({
        customers,
        assumptions,
        ...(limits !== undefined && { limits }),
        ...(latency !== undefined && { latency }),
        ...(clockSkew !== undefined && { clockSkew }),
        ...(applications !== undefined && { applications }),
        transport: 'none',
        unfired: 'ignore',
      });
      for (const step of steps) sim.tell(step);
    }
  });

  test("have the service's clock ahead at times, or behind, and mostly right", () => {
    const skews = stories.map(({ clockSkew }) => clockSkew);

    expect(new Set(skews)).toEqual(new Set([undefined, '5m', '-2m', '-10m']));
    expect(skews.filter((skew) => skew === undefined).length).toBeGreaterThan(stories.length / 2);
  });

  test('pull every lever, and tell of sequences, filters and faults that last', () => {
    const verbs = new Set(stories.flatMap(actionsOf).map((action) => action.do));
    const steps = stories.flatMap((story) => story.steps);

    expect(verbs.size).toBeGreaterThanOrEqual(28);
    expect(steps.some(({ followers }) => followers !== undefined)).toBe(true);
    expect(steps.some(({ action }) => action.do === 'together')).toBe(true);
    expect(steps.some(({ trigger }) => trigger.where !== undefined)).toBe(true);
    expect(steps.some(({ trigger }) => 'nth' in trigger && trigger.nth === 'every')).toBe(true);
  });

  test('do nothing in the console once the profile is deleted, for there is no application any more', () => {
    const ends = stories.map(actionsOf).filter((actions) => actions.some((action) => action.do === 'deleteProfile'));
    const inConsole =
      /^(?:create|delete|attach|detach)Profile$|^rotateSecret$|^(?:allowlist|delist)App$|^(?:enable|disable)Scope$/;

    expect(ends.length).toBeGreaterThan(10);
    expect(ends.filter((actions) => actions.filter((action) => inConsole.test(action.do)).length > 1)).toEqual([]);
  });

  test('change no point that a client has to be told of', () => {
    const chosen = new Set(stories.flatMap(({ assumptions }) => Object.keys(assumptions) as AssumptionId[]));

    expect(chosen.size).toBeGreaterThan(30);
    expect([...chosen].filter((id) => assumptionRow(id).class === 'wire')).toEqual([]);
  });

  test('step on boundaries, and a millisecond beside them', () => {
    const waits = new Set(
      stories.flatMap(actionsOf).flatMap((action) => (action.do === 'elapse' ? [action.duration] : [])),
    );

    for (const length of ['59m59s999ms', '1h', '1h1ms', '4m59s999ms', '5m', '5m1ms']) expect(waits).toContain(length);
  });

  test('where a client has to get through them, take nothing away for good, and ask nothing the document does not', () => {
    const final = ['revokeToken', 'revokeConsent', 'holdAccount', 'delistApp', 'loseNotification', 'regionDown'];
    const bearable = stories.filter(({ expect: { client } }) => client.outcome === 'succeeds');
    const actions = bearable.flatMap(actionsOf);

    expect(actions.filter((action) => final.includes(action.do))).toEqual([]);
    expect(actions.filter((action) => action.do === 'fault' && ['reset', 'silence'].includes(action.fault))).toEqual(
      [],
    );
    expect(actions.filter((action) => action.do === 'beginFault' && action.for === undefined)).toEqual([]);
    for (const story of bearable) {
      const refusals = actionsOf(story).reduce((sum, action) => sum + (action.do === 'fail' ? action.times : 0), 0);
      expect(refusals).toBeLessThanOrEqual(6);
    }
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
