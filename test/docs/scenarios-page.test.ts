import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { examples } from '../../scripts/docs/scenario-examples.ts';
import importOrders from '../../scenarios/clients/import-orders.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { describeScenarios, isMisuse, printScenario, readScenarios, runScenario, scenario } from '../../src/index.ts';

const whole = Object.entries(examples).filter(([name, text]) => text.startsWith('name:') && name !== 'include');

test.each(whole)('the example "%s" is told to a client that keeps to it', async (name, text) => {
  // What is expected of a result is what the example client gives back; it goes by sockets, which takes longer.
  const isOfResult = name === 'expectations';
  const [client, transport] = isOfResult ? ([importOrders, 'sockets'] as const) : ([importWith(), 'fetch'] as const);
  for (const story of readScenarios(text, 'scenarios.md')) {
    const { findings } = await runScenario(story, client, { transport });
    expect(findings).toEqual([]);
  }
});

test.each([
  ['moments', examples.moments],
  ['faults', examples.faults],
])('the steps of "%s" are steps', (_, text) => {
  const [read] = readScenarios(`name: x\nsteps:\n${text}`, 'scenarios.md');

  expect(read?.steps).toHaveLength(text.trimEnd().split('\n').length);
});

test('the example of inclusion is one, but for the files', () => {
  const { include: _, ...rest } = { include: '', text: examples.include.replace(/^include:.*\n/m, '') };

  expect(readScenarios(rest.text, 'scenarios.md')).toHaveLength(1);
});

test('the example in TypeScript builds, and can be printed', () => {
  const tokenDies = scenario('the token dies while the region is down')
    .customer({ records: 600 })
    .on('listDataQueryRecords', { where: { page: 3 } })
    .together((all) => all.expireToken().regionDown('eu-west-1', { fails: 'integrationTimeout', for: '10s' }))
    .at('5m')
    .sequence((first) => first.holdAccount().wait('1m').releaseAccount())
    .expect({ client: { fails: /canceled/ } })
    .build();

  expect(printScenario(tokenDies, 'yaml')).toContain('together:');
  const here = readFileSync(import.meta.filename, 'utf8').replaceAll(/^ {2}/gm, '');
  expect(here).toContain(examples.typescript);
});

test('a folder is told as in the example', () => {
  const told: string[] = [];

  describeScenarios('scenarios', importOrders, { test: (name) => told.push(name) });

  expect(told.length).toBeGreaterThan(50);
});

test('a mistake is shown as in the example', () => {
  const file = 'name: x\ncustomer: { records: 600 }\nsteps:\n  - { on: createDataQuery, fial: 503 }\n';
  let shown = '';
  try {
    readScenarios(file, 'scenarios/hour.yaml');
  } catch (error) {
    if (!isMisuse(error)) throw error;
    const line = error.message.split('\n').find((text) => text.includes('fial'));
    shown = `${line?.replace(/(?: \[SCENARIO_INVALID\])?$/, ' [SCENARIO_INVALID]') ?? ''}\n\n${error.frame?.split('\n\n').at(-1) ?? ''}`;
  }

  expect(shown).toBe(examples.mistake.trimEnd());
});
