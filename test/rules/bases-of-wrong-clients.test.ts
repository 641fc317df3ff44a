import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadScenarios, type Scenario } from '../../src/index.ts';
import { importByFleet } from './clients/wrong/fleet.ts';
import { importByInvocations } from './clients/wrong/invocations.ts';
import { importInLayers } from './clients/wrong/pipeline.ts';
import { brokenBy, runClient } from './run-client.ts';

const isLarge = ({ customers }: Scenario): boolean =>
  customers.some(({ records = 0 }) => typeof records === 'number' && records > 300);

const scenarios = (await loadScenarios([resolve(import.meta.dirname, '../../scenarios')])).filter(
  (scenario) => !isLarge(scenario),
);

/** A client that is wrong in one thing only is made of one that is right. */
const bases = { fleet: importByFleet(), layers: importInLayers(), invocations: importByInvocations() };

describe.each(Object.entries(bases))('without what is varied no rule is broken in any scenario by %s', (_, client) => {
  test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', async (_name, scenario) => {
    const history = await runClient(scenario, client);

    expect(brokenBy(history)).toEqual([]);
  });
});
