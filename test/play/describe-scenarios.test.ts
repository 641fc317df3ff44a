import { join } from 'node:path';
import { test as nodeTest } from 'node:test';
import { expect, test } from 'vitest';
import type { ClientEnv } from '../../src/index.ts';
import { readToken } from '../../src/language/replay-token.ts';
import { describeScenarios } from '../../src/play/describe-scenarios.ts';
import { runScenario } from '../../src/play/run-scenario.ts';
import { create } from '../simulation/calls.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A client that creates a query and gives its status. */
const client = async (env: ClientEnv): Promise<number> => (await create(env)).status;

interface Told {
  readonly name: string;
  readonly body: () => Promise<void>;
}

const tell = (paths: string | readonly string[], options: object = {}): readonly Told[] => {
  const told: Told[] = [];
  describeScenarios(paths, client, { ...options, test: (name, body) => told.push({ name, body }) });
  return told;
};

const plain = 'name: a query is created\nexpect: { result: 201, requests: { createDataQuery: 1 }, rules: none }';
const table =
  'name: refused with $status\neach: [{ status: 503 }, { status: 500 }]\nsteps: [{ on: createDataQuery, fail: $status }]\nexpect: { result: $status, rules: none }';

const passing = temporaryFolder({ 'plain.yaml': plain, 'deep/table.yaml': table, '_part.yaml': 'seed: 1' });

// These are tests of this file's own.
describeScenarios(passing, client, { test });

test('each scenario of a folder is a test of its name, tables row by row', async () => {
  const told = tell(passing);

  expect(told.map(({ name }) => name)).toEqual(['refused with 503', 'refused with 500', 'a query is created']);
  for (const { body } of told) await expect(body()).resolves.toBeUndefined();
});

test('scenarios of one name are told apart by their files', () => {
  const folder = temporaryFolder({ 'a.yaml': plain, 'b.yaml': plain, 'c.yaml': `${plain}\neach: [{ a: 1 }]` });

  expect(tell(folder).map(({ name }) => name)).toEqual([
    `a query is created (${folder}/a.yaml)`,
    `a query is created (${folder}/b.yaml)`,
    'a query is created (a 1)',
  ]);
});

test('a broken scenario fails its test, and says what, where, and how to play it again', async () => {
  const folder = temporaryFolder({ 'a.yaml': `${plain.replace('201', '202')}\nseed: 7` });
  const [only] = tell(folder);

  const failure: unknown = await only?.body().catch((error: unknown) => error);

  const message = failure instanceof Error ? failure.message : '';
  expect(message).toContain(`${folder}/a.yaml: an expectation was not met`);
  expect(message).toMatch(/^- result is 202: 201 \(\S+\/a\.yaml:\d+:\d+, expect\.result\)$/m);
  expect(message).toMatch(/#1 createDataQuery │ 201, query/);
  const [, token = ''] = /replay: npx stunt-double replay (\S+)$/.exec(message) ?? [];
  expect(readToken(token)).toMatchObject({ seed: 7, scenario: { name: 'a query is created' } });
});

test('options are those of runScenario', async () => {
  const [only] = tell(temporaryFolder({ 'a.yaml': plain.replace('201', '202') }), { seed: 42 });

  const failure: unknown = await only?.body().catch((error: unknown) => error);

  expect(readToken(/sd1_\S+/.exec(String(failure))?.[0] ?? '').seed).toBe(42);
});

test('files and folders can be given together; what is no scenario is refused before any test is made', () => {
  const folder = temporaryFolder({ 'good.yaml': plain, 'bad/bad.yaml': 'nam: x' });

  expect(tell([join(folder, 'good.yaml')])).toHaveLength(1);
  expect(() => tell([join(folder, 'good.yaml'), join(folder, 'bad')])).toThrow(
    expect.objectContaining({ code: 'SCENARIO_INVALID' }),
  );
});

test('test of node:test takes them, too', () => {
  const takes: Parameters<typeof describeScenarios>[2]['test'] = (name, body) => nodeTest(name, body);

  expect(takes).toBeTypeOf('function');
});

test('a scenario can be run by the path of its file', async () => {
  const folder = temporaryFolder({ 'plain.yaml': plain, 'table.yaml': table });

  expect((await runScenario(join(folder, 'plain.yaml'), client)).verdict).toBe('kept');
  await expect(runScenario(join(folder, 'table.yaml'), client)).rejects.toMatchObject({
    code: 'SCENARIO_INVALID',
    what: 'there are 2 scenarios in it',
  });
});
