import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadScenarios, type Scenario } from '../../src/index.ts';
import { correctClients } from './clients/correct-clients.ts';
import { brokenBy, play } from './play.ts';

const scenarios = await loadScenarios([resolve(import.meta.dirname, '../../scenarios')]);

const isLarge = ({ customers }: Scenario): boolean =>
  customers.some(({ records = 0 }) => typeof records === 'number' && records > 300);

/** What takes long is told to the example client alone; pages by the dozen are in the stories of the matrix. */
const toldTo = (name: string): readonly Scenario[] =>
  scenarios.filter((scenario) => name === 'axios with axios-retry' || !isLarge(scenario));

describe.each(Object.entries(correctClients))('no rule is broken in any scenario by %s', (name, client) => {
  test.each(toldTo(name).map((scenario) => [scenario.name, scenario] as const))('%s', async (_name, scenario) => {
    const played = await play(scenario, client);

    expect(brokenBy(played)).toEqual([]);
  });
});
