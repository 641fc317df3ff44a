import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadScenarios, type Scenario } from '../../src/index.ts';
import { correctClients } from './clients/correct-clients.ts';
import { brokenBy, runClient } from './run-client.ts';

const scenarios = await loadScenarios([resolve(import.meta.dirname, '../../scenarios')]);

const isLarge = ({ customers }: Scenario): boolean =>
  customers.some(({ records = 0 }) => typeof records === 'number' && records > 300);

/** What takes long is run with the example client alone; pages by the dozen are in the scenarios of the matrix. */
const scenariosFor = (name: string): readonly Scenario[] =>
  scenarios.filter((scenario) => name === 'axios with axios-retry' || !isLarge(scenario));

describe.each(Object.entries(correctClients))('no rule is broken in any scenario by %s', (name, client) => {
  test.each(scenariosFor(name).map((scenario) => [scenario.name, scenario] as const))('%s', async (_name, scenario) => {
    const history = await runClient(scenario, client);

    expect(brokenBy(history)).toEqual([]);
  });
});
