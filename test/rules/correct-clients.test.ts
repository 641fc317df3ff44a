import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadScenarios, runScenario, type Scenario } from '../../src/index.ts';
import { correctClients, otherKinds } from './clients/correct-clients.ts';
import { brokenBy, runClient } from './run-client.ts';

const scenarios = await loadScenarios([resolve(import.meta.dirname, '../../scenarios')]);

const isLarge = ({ customers }: Scenario): boolean =>
  customers.some(({ records = 0 }) => typeof records === 'number' && records > 300);

/** What takes long is run with the example client alone; pages by the dozen are in the scenarios of the matrix. */
const usual = scenarios.filter((scenario) => !isLarge(scenario));

const first = Object.keys(correctClients).filter((name) => !Object.hasOwn(otherKinds, name));

/** Each scenario is played by two of the other kinds, and each of those plays scenarios from all of the library. */
const playedBy = 2;

const scenariosFor = (name: string): readonly Scenario[] => {
  if (name === 'axios with axios-retry') return scenarios;
  if (first.includes(name)) return usual;
  const kinds = Object.keys(otherKinds);
  const turns = Math.ceil(kinds.length / playedBy);
  return usual.filter((_, index) => index % turns === kinds.indexOf(name) % turns);
};

const makes = Object.entries(correctClients).filter(([name]) => first.includes(name));

describe.each(makes)('every scenario is kept, and no rule is broken in it, by %s', (name, client) => {
  test.each(scenariosFor(name).map((scenario) => [scenario.name, scenario] as const))('%s', async (_name, scenario) => {
    expect((await runScenario(scenario, client, { rules: 'all' })).findings).toEqual([]);
  });
});

describe.each(Object.entries(otherKinds))('no rule is broken in any scenario by %s', (name, client) => {
  test.each(scenariosFor(name).map((scenario) => [scenario.name, scenario] as const))('%s', async (_name, scenario) => {
    const history = await runClient(scenario, client);

    expect(brokenBy(history)).toEqual([]);
  });
});

test('what is expected of the example alone is judged of the example alone', async () => {
  const [scenario] = scenarios.filter(({ source }) => source.endsWith('whole-import.yaml'));
  const other = correctClients['got'];
  if (scenario === undefined || other === undefined) throw new Error('there is no such scenario, or no such client');

  const report = await runScenario(scenario, other, { example: true });

  expect(report.findings.map(({ place }) => place.replace(/^.*, /, ''))).toContain('expect.example.result');
});
