import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadScenarios, runScenario, type Scenario } from '../../../src/index.ts';
import type { Context } from '../../../src/rules/history.ts';
import { adjustLimits } from '../../../src/spec/adjust-limits.ts';
import { assumptionIds, assumptionRow, type Assumptions } from '../../../src/spec/assumptions.ts';
import { newestProfile, profiles } from '../../../src/spec/profiles.ts';
import { sampled } from '../../sampled.ts';
import { importWith } from '../clients/reference-client.ts';
import { evidenceIn } from './tamper.ts';
import { playWholeRun } from './whole-run.ts';

const scenarios = await loadScenarios([resolve(import.meta.dirname, '../../../scenarios')]);

const groundOf = (
  { profile = newestProfile, limits = {}, assumptions }: Scenario,
  others: Partial<Assumptions>,
): Context => ({
  assumptions: { ...profiles[profile].assumptions, ...assumptions, ...others },
  limits: adjustLimits(profiles[profile].limits, limits),
});

const findAlarms = async (scenario: Scenario, assumptions: Partial<Assumptions> = {}): Promise<readonly string[]> => {
  const { trace } = await runScenario(scenario, importWith(), { assumptions, transport: 'fetch' });
  const { entries } = trace;
  expect(entries.length).toBeGreaterThan(1);
  return evidenceIn({ entries, context: groundOf(scenario, assumptions) }).map(({ text }) => text);
};

/** Every reading of an open point but the default, where the value can be named. */
const readings = assumptionIds.flatMap((id) => {
  const { variants, default: usual } = assumptionRow(id);
  const values = variants.flatMap((variant) =>
    typeof variant === 'string' ? [variant] : variant.type === 'routes' ? [] : [...variant.samples],
  );
  return values.filter((value) => value !== usual).map((value) => ({ id, value }));
});

test.each(sampled(readings, { every: 6 }))('the service keeps its rules where $id is $value', async ({ id, value }) => {
  const run = await playWholeRun({ [id]: value });

  expect(run.entries.length).toBeGreaterThan(50);
  expect(evidenceIn(run)).toEqual([]);
});

/** Under the usual readings every file is judged where it is run. (test/scenarios) */
test('the service keeps its rules in the files under other readings, one for each', async () => {
  const alarms: string[] = [];
  const short = scenarios.filter(({ customers }) => customers.every(({ records = 10 }) => Number(records) <= 60));
  const pairs = readings.map((reading, index) => ({ ...reading, scenario: short[index % short.length] }));

  for (const { id, value, scenario } of sampled(pairs, { every: 6, from: 3 })) {
    if (scenario !== undefined) alarms.push(...(await findAlarms(scenario, { [id]: value })));
  }

  expect(alarms).toEqual([]);
});
