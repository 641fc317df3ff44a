import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkClient } from '../../src/check/check-client.ts';
import type { CheckFailed } from '../../src/check/check-failed.ts';
import { readToken } from '../../src/language/replay-token.ts';
import type { Client } from '../../src/simulation/client-env.ts';
import { reference } from '../rules/clients/behavior.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { amount } from '../sampled.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { failureOf } from './found.ts';

/** Wrong in five ways: none of them keeps it from the others, and the first two show without a fault. */
const wrong: Client = importWith({
  linkHeaders: (token) => ({ authorization: `Bearer ${token}` }),
  mail: { ...reference.mail, fromEmailAddress: '' },
  mostRetries: ({ status }) => (status === 0 ? 2 : 0),
  isExpired: () => false,
  onDeadLink: 'try again',
});
const itsRules = ['C3', 'C4', 'C7', 'C13', 'C23'];

const rulesOf = (failure: CheckFailed): readonly string[] =>
  [failure, ...failure.others].map(({ symptom }) => symptom.key);

describe('a check that keeps going', () => {
  test('tells each rule that a client breaks by a counterexample of its own, which replays', async () => {
    // By this seed all of them are met in thirty.
    const options = { keepGoing: true, runs: amount({ usual: 30, deep: 60 }), seed: 1, failOn: 'should' } as const;
    const failure = await failureOf(wrong, options);

    expect(rulesOf(failure)).toEqual([...new Set(rulesOf(failure))]);
    expect(rulesOf(failure)).toEqual(expect.arrayContaining(itsRules));
    for (const { symptom, replay, scenario } of [failure, ...failure.others]) {
      expect(scenario.steps.length, symptom.key).toBeLessThanOrEqual(2);
      expect(scenario.name).toContain(symptom.key);
      const again = await failureOf(wrong, { replay });
      expect(again.message).toMatch(
        new RegExp(String.raw`^(${symptom.key} .*is broken|broken besides: .*\b${symptom.key}\b)`, 'm'),
      );
      expect(readToken(replay).scenario.steps).toEqual(expect.objectContaining({ length: scenario.steps.length }));
    }
    expect(failure.message).toMatch(/^\d rules are broken, each told by its shortest counterexample: /);
  });

  test('saves each, and what was saved is told as known the next time, beside what is new', async () => {
    const regressions = temporaryFolder({});
    const options = { keepGoing: true, runs: 15, regressions, rules: { C27: 'off' } } as const;
    const first = await failureOf(importWith({ mostRetries: () => 0, isExpired: () => false }), options);
    const saved = readdirSync(regressions);
    const second = await failureOf(importWith({ mostRetries: () => 0, isExpired: () => false }), options);

    expect(saved).toHaveLength(rulesOf(first).length);
    expect(readdirSync(regressions)).toEqual(saved);
    expect([...rulesOf(second)].sort()).toEqual(expect.arrayContaining([...rulesOf(first)].sort()));
    const known = [second, ...second.others].filter(({ discovery }) => discovery.run === undefined);
    expect(known.map(({ symptom }) => symptom.key).sort()).toEqual([...rulesOf(first)].sort());
  });

  test('runs all scenarios, and passes what breaks nothing', async () => {
    const report = await checkClient(importWith(), { transport: 'fetch', keepGoing: true, runs: 10 });

    expect(report.runs).toBe(10);
  });
});
