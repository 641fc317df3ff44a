import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseNames } from '../../src/cli/trace-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { client, keptScenario, run } from './begin.ts';

test('the same scenario, client and seed write the same bytes', async () => {
  const folder = temporaryFolder({ 'a.yaml': keptScenario, 'client.mjs': client });
  const args = ['run', `${folder}/a.yaml`, '--client', `${folder}/client.mjs`, '--seed', '11', '--trace'];

  await run([...args, join(folder, 'first')]);
  await run([...args, join(folder, 'deep/second')]);

  const first = readFileSync(join(folder, 'first/a.jsonl'), 'utf8');
  expect(first).toBe(readFileSync(join(folder, 'deep/second/a.jsonl'), 'utf8'));
  expect(first).toContain('"seed":11');
  expect(first.trimEnd().split('\n').length).toBeGreaterThan(3);
});

test('two scenarios whose files have the same name get a trace each', async () => {
  const folder = temporaryFolder({ 'x/a.yaml': keptScenario, 'y/a.yaml': keptScenario, 'client.mjs': client });

  await run(['run', folder, '--client', `${folder}/client.mjs`, '--trace', join(folder, 'traces')]);

  expect(readdirSync(join(folder, 'traces')).sort()).toEqual(['a-2.jsonl', 'a.jsonl']);
});

test('machines that share the scenarios of a file may gather their traces in one folder', async () => {
  const each = `each: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]\n${keptScenario.replace('created', 'created $n times')}`;
  const folder = temporaryFolder({ 'a.yaml': each, 'client.mjs': client });
  const args = ['run', `${folder}/a.yaml`, '-c', `${folder}/client.mjs`, '-t'];
  const read = (traces: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(join(folder, traces)).map((name) => [name, readFileSync(join(folder, traces, name), 'utf8')]),
    );

  await run([...args, join(folder, 'whole')]);
  for (const shard of ['1/2', '2/2']) await run([...args, join(folder, 'shared'), '--shard', shard]);

  expect(Object.keys(read('shared')).sort()).toEqual(['a-2.jsonl', 'a-3.jsonl', 'a-4.jsonl', 'a.jsonl']);
  expect(read('shared')).toEqual(read('whole'));
});

test('no name of a file or scenario leads out of the trace folder', async () => {
  const hostile = keptScenario.replace('a query is created', '"../../evil"');
  const folder = temporaryFolder({
    'in/..\\..\\evil.yaml': hostile,
    'in/...yaml': hostile,
    'in/-rf.yaml': hostile,
    'client.mjs': client,
  });
  const files = ['..\\..\\evil.yaml', '...yaml', '-rf.yaml'].map((name) => `${folder}/in/${name}`);

  const { code } = await run(['run', ...files, '-c', `${folder}/client.mjs`, '-t', `${folder}/in/traces`]);

  expect(code).toBe(0);
  expect(readdirSync(`${folder}/in/traces`).sort()).toEqual(['evil.jsonl', 'rf.jsonl', 'scenario.jsonl']);
  expect(readdirSync(folder).sort()).toEqual(['client.mjs', 'in']);
});

test('a claim that names nobody, as a disk that was full leaves it, keeps nobody from a trace folder', async () => {
  const folder = temporaryFolder({ 'a.yaml': keptScenario, 'client.mjs': client, 'traces/.stunt-double-run': '' });

  const { code } = await run(['run', `${folder}/a.yaml`, '-c', `${folder}/client.mjs`, '-t', `${folder}/traces`]);

  expect(code).toBe(0);
  expect(readdirSync(`${folder}/traces`)).toEqual(['a.jsonl']);
});

test('whether a run of another machine is gone cannot be seen from here: what to remove then is told', async () => {
  const claim = { 'traces/.stunt-double-run': 'elsewhere 7\n' };
  const folder = temporaryFolder({ 'a.yaml': keptScenario, 'client.mjs': client, ...claim });

  const { code, err } = await run(['run', `${folder}/a.yaml`, '-c', `${folder}/client.mjs`, '-t', `${folder}/traces`]);

  expect(code).toBe(2);
  expect(err).toContain(`process 7 on elsewhere; if it is gone, remove ${folder}/traces/.stunt-double-run)`);
});

test('names differ in more than case, and from those that a number was added to', () => {
  expect(chooseNames(['a.yaml', 'A.yml', 'a-2.json', `${'long'.repeat(60)}.yaml`])).toEqual([
    'a.jsonl',
    'A-2.jsonl',
    'a-2-2.jsonl',
    `${'long'.repeat(15)}.jsonl`,
  ]);
});
