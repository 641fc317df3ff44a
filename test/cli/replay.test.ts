import { expect, test } from 'vitest';
import { scenario } from '../../src/language/builder.ts';
import { writeToken } from '../../src/language/replay-token.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { brokenScenario, client, run } from './begin.ts';

const story = scenario('found by chance')
  .customer({ scope: 'orders', collects: '10h' })
  .after('created', { wait: '30m' })
  .holdAccount()
  .expect({ result: { status: 403 } })
  .build();

const token = writeToken({ scenario: story, seed: 4_294_967_299 });

test('a token is run as the scenario that it holds, with its seed, and its replay line is itself', async () => {
  const folder = temporaryFolder({ 'client.mjs': client });

  const first = await run(['replay', token, '--client', `${folder}/client.mjs`]);
  const [, line = ''] = /replay: npx stunt-double (.*)/.exec(first.out) ?? [];
  const second = await run(line.split(' '));

  expect(first.code).toBe(1);
  expect(first.out).toContain('✗ found by chance');
  expect(first.out).toContain('expected: result.status is 403\n      found: 201\n');
  expect(line).toBe(`replay ${token} --client ${folder}/client.mjs`);
  const withoutRealTime = (text: string): string => text.replace(/real .*/g, '');
  expect(withoutRealTime(second.out)).toBe(withoutRealTime(first.out));
});

test('the token of a report holds what the command line and the configuration decided, too', async () => {
  const late = client.replace(
    'async (env) => {',
    `async (env) => {
    await new Promise((resolve) => setTimeout(resolve, 120_000));`,
  );
  const folder = temporaryFolder({ 'b.yaml': brokenScenario, 'late.mjs': late, 'c.yaml': 'rules: none\n' });
  const argv = ['-c', `${folder}/late.mjs`, '-r', 'json'];

  const first = await run([
    'run',
    `${folder}/b.yaml`,
    '--config',
    `${folder}/c.yaml`,
    '-a',
    'token.lifetime=60s',
    ...argv,
  ]);
  const {
    scenarios: [report],
  } = JSON.parse(first.out) as { readonly scenarios: readonly { readonly token: string }[] };
  const second = await run(['replay', report?.token ?? '', ...argv]);

  const { failures } = scenarioOf(first.out);
  expect(failures).toEqual([expect.objectContaining({ claim: 'the client is done within 5m' })]);
  // A token holds no lines of a file.
  expect(JSON.stringify(scenarioOf(second.out).failures)).toBe(
    JSON.stringify(failures).replace('b.yaml:6:3,', 'b.yaml,'),
  );
});

const scenarioOf = (out: string): { readonly failures: unknown } =>
  (JSON.parse(out) as { readonly scenarios: readonly [{ readonly failures: unknown }] }).scenarios[0];

test.each([
  { mistake: 'no token', typed: 'sd9', says: 'this is no token' },
  { mistake: 'a letter less', typed: token.slice(0, -1), says: 'it is damaged' },
  { mistake: 'another version', typed: token.replace('sd1_', 'sd7_'), says: 'it is of version 7' },
])('$mistake is refused', async ({ typed, says }) => {
  const { code, out, err } = await run(['replay', typed, '--client', 'client.mjs']);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(says);
});

test('a token without a client is refused with what to write', async () => {
  const { code, err } = await run(['replay', token]);

  expect(code).toBe(2);
  expect(err).toContain('no client is named');
});
