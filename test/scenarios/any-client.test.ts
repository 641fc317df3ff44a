import { basename, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadScenarios, runScenario } from '../../src/index.ts';
import { correctClients, otherKinds } from '../rules/clients/correct-clients.ts';

const scenarios = await loadScenarios([resolve(import.meta.dirname, '../../scenarios')]);

/** The example is played twice in scenarios.test.ts, and held to what is expected of it alone, too. */
const others = Object.entries(correctClients).filter(
  ([name]) => name !== 'axios with axios-retry' && !Object.hasOwn(otherKinds, name),
);

describe.each(others)('a sound client of another make keeps every scenario: %s', (_name, client) => {
  test.each(scenarios.map((scenario) => ({ scenario, file: basename(scenario.source), name: scenario.name })))(
    '$file: $name',
    { timeout: 180_000 },
    async ({ scenario }) => {
      expect((await runScenario(scenario, client)).findings).toEqual([]);
    },
  );
});

test('what is expected of the example alone is judged of the example alone', async () => {
  const [scenario] = scenarios.filter(({ source }) => source.endsWith('whole-import.yaml'));
  const other = correctClients['got'];
  if (scenario === undefined || other === undefined) throw new Error('there is no such scenario, or no such client');

  const report = await runScenario(scenario, other, { example: true });

  expect(report.findings.map(({ place }) => place.replace(/^.*, /, ''))).toContain('expect.example.result');
});
