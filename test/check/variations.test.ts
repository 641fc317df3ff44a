import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { variationsOf } from '../../src/check/arbitraries/variations.ts';
import type { ClientProfile } from '../../src/check/client-profile.ts';
import { newestOf } from '../../src/check/coverage/reactions.ts';
import { modeOf } from '../../src/check/trial/mode.ts';
import { runTrial } from '../../src/check/trial/run-trial.ts';
import type { Trial } from '../../src/check/trial/trial.ts';
import type { Scenario } from '../../src/language/ast.ts';
import { printScenario } from '../../src/language/print-scenario.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { openTransport } from '../../src/simulation/open-transport.ts';
import { importWith } from '../rules/clients/reference-client.ts';

const profile: ClientProfile = {
  exchanges: { createDataQuery: 1, listDataQueryRecords: 2, notification: 1, downloadFile: 3, downloadSchema: 3 },
  customers: 1,
  pageSize: 250,
};

const read = (steps: string): Scenario =>
  readScenario(`name: generated\ncustomers: [{ records: 3 }]\nsteps:\n${steps}`, 'generated.yaml');

const varied = read(`
  - { on: listDataQueryRecords, fail: tooManyRequests, times: 2 }
  - { after: created, wait: 5m, do: expireToken }
`);

const vary = (seed: number): readonly Scenario[] =>
  fc.sample(variationsOf(fc, profile, varied), { seed, numRuns: 100, unbiased: true });

const stepsOf = ({ steps }: Scenario): readonly string[] =>
  steps.map(({ trigger, action }) => JSON.stringify([trigger, action]));

describe('a variation of a scenario', () => {
  test('is the same at the same seed', () => {
    expect(vary(1)).toEqual(vary(1));
    expect(vary(1)).not.toEqual(vary(2));
  });

  test('is of the same world, and nobody knows whether a client gets through it', () => {
    for (const one of vary(3)) {
      expect({ ...one, steps: [], expect: {} }).toEqual({ ...varied, steps: [], expect: {} });
      expect(modeOf(one)).toBe('any');
    }
  });

  test('has all steps of the first but one, which comes elsewhere, once more or more often, or all and others besides', () => {
    for (const one of vary(4)) {
      const left = stepsOf(varied).filter((step) => !stepsOf(one).includes(step));

      expect(left.length).toBeLessThanOrEqual(1);
      expect(one.steps.length).toBeGreaterThanOrEqual(varied.steps.length);
    }
  });

  test('moves steps, repeats them, lasts longer, and adds what there was none of', () => {
    const all = vary(5);
    const times = all.flatMap(({ steps }) => steps.map(({ action }) => ('times' in action ? action.times : 0)));

    expect(all.some(({ steps }) => steps.length === 2)).toBe(true);
    expect(all.some(({ steps }) => steps.length > 2)).toBe(true);
    expect(Math.max(...times)).toBeGreaterThan(2);
    expect(new Set(all.flatMap(({ steps }) => steps.map(({ action }) => action.do))).size).toBeGreaterThan(5);
  });

  test('can be written down and read', () => {
    for (const one of vary(6))
      expect(stepsOf(readScenario(printScenario(one, 'yaml'), 'a.yaml'))).toEqual(stepsOf(one));
  });
});

describe('of several runs the newest', () => {
  const trialOf = async (steps: string): Promise<Trial> =>
    runTrial(read(steps), {
      client: importWith(),
      series: 'variations',
      transport: (await openTransport('fetch')).attach,
    });

  test('is the one with a reaction that no other has, and none where there is no run', async () => {
    const usual = await trialOf('  []');
    const refused = await trialOf('  - { on: listDataQueryRecords, fail: tooManyRequests }');
    const lost = await trialOf('  - { on: createDataQuery, fault: reset }');

    expect(newestOf([])).toBeUndefined();
    expect(newestOf([usual, refused])).toBe(refused);
    expect(newestOf([refused, usual, lost, refused])).toBe(lost);
  });

  test('is the first where all have reacted alike', async () => {
    const [first, second] = [await trialOf('  []'), await trialOf('  []')];

    expect(newestOf([first, second])).toBe(first);
  });

  test('tells apart how soon a client comes back', async () => {
    const refused = (times: number): Promise<Trial> =>
      trialOf(`  - { on: listDataQueryRecords, fail: tooManyRequests, times: ${times} }`);
    // It waits one second, then two.
    const [soon, alike, later] = [await refused(1), await refused(1), await refused(2)];

    expect(newestOf([soon, alike])).toBe(soon);
    expect(newestOf([soon, alike, later])).toBe(later);
  });
});
