import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadScenarios, runScenario } from '../../src/index.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { transportOf, wrongClients } from '../rules/clients/wrong-clients.ts';
import { sampled } from '../sampled.ts';
import { namesOf } from '../../src/spec/names-of.ts';
import { toldBy } from './told-apart.ts';

const folder = resolve(import.meta.dirname, '../../scenarios');

const find = async (file: string, row = '') => {
  const scenarios = await loadScenarios([join(folder, `${file}.yaml`)]);
  const [scenario] = scenarios.filter(({ name }) => name.includes(row));
  if (scenario === undefined) throw new Error(`there is no "${row}" in ${file}`);
  return scenario;
};

const rows = namesOf(toldBy).map((client) => ({ client, file: toldBy[client][0], how: toldBy[client][1] }));

test.each(sampled(rows, { every: 6, kind: ({ how }) => how }))(
  '$client is $how by $file, and the client that it differs from is not',
  async ({ client, how }) => {
    const [file, , row] = toldBy[client];
    const scenario = await find(file, row);

    const wrong = await runScenario(scenario, wrongClients[client], { transport: transportOf(client) });
    const right = await runScenario(scenario, importWith(), { transport: 'fetch' });

    expect(wrong.verdict).toBe(how === 'broken' ? 'broken' : 'kept');
    expect(wrong.warnings.length > 0 || how === 'broken').toBe(true);
    expect(right.findings).toEqual([]);
    if (how === 'warned') expect(right.warnings).toEqual([]);
  },
);
