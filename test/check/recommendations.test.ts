import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CheckReport, checkClient } from '../../src/check/check-client.ts';
import type { CheckFailed } from '../../src/check/check-failed.ts';
import type { CheckOptions } from '../../src/check/options.ts';
import { printRecommendation } from '../../src/check/recommendations/announce.ts';
import { mergeRecommendations, type Recommendation } from '../../src/check/recommendations/recommendation.ts';
import { raceClient } from '../../src/check/race/race-client.ts';
import { type SweepOptions, sweepClient } from '../../src/check/sweep/sweep-client.ts';
import { readToken } from '../../src/language/replay-token.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { runScenario } from '../../src/play/run-scenario.ts';
import type { RuleChoice } from '../../src/rules/rule-choice.ts';
import type { Client } from '../../src/simulation/client-env.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { amount, sampled } from '../sampled.ts';
import { failureOf as findOut } from './found.ts';

/** Waits a second before every retry, where the waits grow. (Errors, interface C) */
const steady = importWith({ waits: [1000] });
/** Asks for a new token before each report, as if a token served once. (Limits, interface B) */
const wasteful = importWith({ keepsStoreToken: false });
/** By this seed the waits of the one show in the first ten. */
const enough = { seed: 2, runs: amount({ usual: 10, deep: 40 }) };
const quiet = { transport: 'fetch', onRecommendation: () => undefined } as const;

const check = (client: Client, options: CheckOptions = {}): Promise<CheckReport> =>
  checkClient(client, { ...quiet, ...enough, ...options });

const failureOf = (client: Client, options: CheckOptions): Promise<CheckFailed> =>
  findOut(client, { ...quiet, ...enough, ...options });

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a client that passes and does not follow a recommendation', () => {
  let recommendations: readonly Recommendation[];
  beforeAll(async () => {
    ({ recommendations } = await check(steady));
  });

  test('is told so with what shows it, the shortest scenario that does, and how to see it again', () => {
    expect(recommendations).toEqual([
      expect.objectContaining({ rule: 'C8', name: 'backs-off', section: 'Errors, interface C' }),
    ]);
    const [{ evidence, scenarios, run, steps, file, replay }] = recommendations as [Recommendation];
    expect(evidence[0]).toMatch(/came 1\.000s after .* where 2\.000s were to pass/);
    expect(scenarios).toBeGreaterThan(0);
    expect(run).toBeGreaterThan(0);
    expect([1, 2]).toContain(steps.length);
    expect(readScenario(file, 'pasted.yaml')).toMatchObject({ name: 'C8 backs-off', steps: { length: steps.length } });
    expect(readToken(replay).scenario.steps).toHaveLength(steps.length);
  });

  test('shows it again by the token, and a client that follows it does not', async () => {
    const [{ replay, evidence }] = recommendations as [Recommendation];

    const again = await check(steady, { replay });
    const mended = await check(importWith(), { replay });

    expect(again.recommendations).toMatchObject([{ rule: 'C8', evidence }]);
    expect(mended.recommendations).toEqual([]);
    const { scenario, seed } = readToken(replay);
    const { verdict, warnings } = await runScenario(scenario, steady, { seed, transport: 'fetch' });
    expect(verdict).toBe('kept');
    expect(warnings).toMatchObject([{ claim: expect.stringMatching(/^C8 /), found: evidence[0] }]);
  });

  test('is told the same by the parts of a check together as by the whole', async () => {
    const whole = await check(wasteful);
    const parts: Recommendation[] = [];
    for (const index of [2, 1, 3]) {
      parts.push(...(await check(wasteful, { shard: { index, of: 3 } })).recommendations);
    }

    expect(whole.recommendations.map(({ rule }) => rule)).toContain('C22');
    expect(mergeRecommendations(parts)).toEqual(whole.recommendations);
  });

  test('fails where recommendations do, with a counterexample that breaks wherever it is played', async () => {
    const failure = await failureOf(steady, { failOn: 'should' });

    expect(failure.symptom.key).toBe('C8');
    expect([1, 2]).toContain(failure.scenario.steps.length);
    await expect(check(steady, { replay: failure.replay })).rejects.toMatchObject({ symptom: { key: 'C8' } });
    const report = await runScenario(readScenario(failure.file, 'pasted.yaml'), steady, { transport: 'fetch' });
    expect(report.verdict).toBe('broken');
  });

  const choices: readonly (readonly [RuleChoice, CheckOptions['failOn'], string])[] = [
    [{ C8: 'off' }, 'should', 'passes'],
    [{ C14: 'off' }, 'should', 'fails'],
    [{ C8: 'should' }, 'should', 'fails'],
    [{ C8: 'must' }, 'must', 'fails'],
    ['must', 'should', 'passes'],
    ['all', 'must', 'fails'],
  ];

  test.each(sampled(choices, { every: 4, kind: ([, , what]) => what }))(
    'with rules %j and failOn %j it %s',
    async (rules, failOn, what) => {
      const ended = await check(steady, { rules, ...(failOn !== undefined && { failOn }) }).then(
        (report) => report.recommendations,
        (error: CheckFailed) => error.symptom.key,
      );

      expect(ended).toEqual(what === 'fails' ? 'C8' : []);
    },
  );
});

test('a client that does what it should shows none, and fails on nothing', async () => {
  expect((await check(importWith())).recommendations).toEqual([]);
  expect((await check(importWith(), { failOn: 'should' })).recommendations).toEqual([]);
});

describe('whoever does not ask', () => {
  test('is told on the console, once for a rule and a client', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const client = importWith({ waits: [1000] });

    const { recommendations } = await checkClient(client, { transport: 'fetch', ...enough });
    await checkClient(client, { transport: 'fetch', ...enough });

    expect(warn.mock.calls).toEqual(recommendations.map((one) => [printRecommendation(one)]));
    expect(recommendations).toHaveLength(1);
  });

  test('is told by what he gives, and by nothing else', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const heard: Recommendation[] = [];

    const { recommendations } = await check(steady, { onRecommendation: (one) => heard.push(one) });

    expect(heard).toEqual(recommendations);
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('as text', () => {
  const one: Recommendation = {
    rule: 'C8',
    name: 'backs-off',
    claim: 'It waits.',
    section: 'Errors, interface C',
    evidence: ['at 1s', 'at 2s', 'at 3s'],
    scenarios: 3,
    run: 4,
    steps: ['at 1s: expireToken'],
    customers: 1,
    file: '',
    replay: 'sd1_x',
    effort: { shrink: 5 },
  };
  const [, , , shortest = ''] = printRecommendation(one).split('\n');
  const said = (more: Partial<Recommendation>): string => printRecommendation({ ...one, ...more });

  test('it is a handful of lines', () => {
    expect(printRecommendation(one).split('\n')).toHaveLength(7);
    expect(printRecommendation(one)).toContain("{ rules: { C8: 'off' } } turns it off");
    expect(shortest).toBe('  shortest: at 1s: expireToken (in 3 scenarios, first in scenario 4, shrunk in 5 runs)');
  });

  test.each<[Partial<Recommendation>, string]>([
    [
      { steps: [], run: 0, scenarios: 1 },
      'no fault is needed (in 1 scenario, first in the baseline, shrunk in 5 runs)',
    ],
    [{ steps: [], customers: 6, effort: { shrink: 1 } }, 'no fault is needed, with 6 customers (in 3 scenarios'],
    [{ effort: { shrink: 1 } }, 'shrunk in 1 run)'],
    [{ effort: { shrink: 30, cut: 'effort' } }, 'shrinking stopped after 30 runs)'],
    [{ effort: { shrink: 0, cut: 'time' } }, 'shrinking stopped after 0 runs, when time was over)'],
  ])('it says how far it was shrunk: %o', (more, text) => {
    expect(said(more)).toContain(text);
  });
});

test('sweeps and races fail on the same level', async () => {
  const two = readScenario('name: two\ncustomers: [{ records: 1 }, { records: 1 }]\n', 'two.yaml');
  const options = { transport: 'fetch', failOn: 'should', scenario: two } as const;
  const broken = { symptom: { key: 'C22' }, scenario: { expect: { rules: 'all' } } };

  await expect(sweepClient(wasteful, options)).rejects.toMatchObject(broken);
  await expect(raceClient(wasteful, options)).rejects.toMatchObject(broken);
});

test.each(['most', 'off', null])('failOn cannot be %j', async (failOn) => {
  const options = { failOn } as unknown as CheckOptions;

  await expect(checkClient(steady, options)).rejects.toMatchObject({
    code: 'BAD_OPTION',
    place: 'checkClient, failOn',
    hint: expect.stringContaining('"must" or "should"') as string,
  });
  await expect(sweepClient(steady, options as SweepOptions)).rejects.toMatchObject({ place: 'sweepClient, failOn' });
});
