import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadScenarios, runScenario, type Scenario } from '../../src/index.ts';
import { sampled } from '../sampled.ts';
import { correctClients, otherKinds, transportOf } from './clients/correct-clients.ts';
import { brokenBy, runClient } from './run-client.ts';

const scenarios = await loadScenarios([resolve(import.meta.dirname, '../../scenarios')]);

const names = Object.keys(correctClients);

/** In a sample each scenario is played by one client at most, and each client has its share of all of the library. */
const scenariosFor = (name: string): readonly (readonly [string, Scenario])[] =>
  sampled(
    scenarios.map((scenario) => [scenario.name, scenario] as const),
    { every: 4 * names.length, from: 4 * names.indexOf(name) },
  );

const all = Object.entries(correctClients);
const [kinds, makes] = [true, false].map((isKind) =>
  all.filter(([name]) => Object.hasOwn(otherKinds, name) === isKind),
);

describe.each(makes ?? [])('every scenario is kept, and no rule is broken in it, by %s', (name, client) => {
  test.each(scenariosFor(name))('%s', async (_name, scenario) => {
    expect((await runScenario(scenario, client, { rules: 'all', transport: transportOf(name) })).findings).toEqual([]);
  });
});

describe.each(kinds ?? [])('no rule is broken in any scenario by %s', (name, client) => {
  test.each(scenariosFor(name))('%s', async (_name, scenario) => {
    const history = await runClient(scenario, client, transportOf(name));

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
