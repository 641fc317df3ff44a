import { expect, test } from 'vitest';
import { chooseOnly, readAssumptions, readShard, takeShard } from '../../src/cli/options.ts';
import { scenario } from '../../src/language/builder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { brokenScenario, client, keptScenario, run } from './begin.ts';

test.each([1, 2, 3, 7, 20])(
  '%d shards together are all scenarios, each once, and of sizes that differ by one at most',
  (of) => {
    const all = Array.from({ length: 13 }, (_, index) => index);

    const shards = Array.from({ length: of }, (_, index) => takeShard(all, readShard(`${index + 1}/${of}`)));

    expect(shards.flat().sort((one, other) => one - other)).toEqual(all);
    const sizes = shards.map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  },
);

const stories = ['Consent is withdrawn', 'the hour passes', 'a (strange) name?'].map((name, index) => ({
  ...scenario(name).build(),
  source: `scenarios/story-${index + 1}.yaml`,
}));

test.each([
  { typed: 'consent', names: ['Consent is withdrawn'] },
  { typed: 'STORY-2', names: ['the hour passes'] },
  { typed: '(strange)', names: ['a (strange) name?'] },
  { typed: '/^the|\\?$/', names: ['the hour passes', 'a (strange) name?'] },
  { typed: '/WITHDRAWN/i', names: ['Consent is withdrawn'] },
  { typed: 's', names: stories.map(({ name }) => name) },
])('--only $typed chooses $names', ({ typed, names }) => {
  expect(chooseOnly(stories, typed).map(({ name }) => name)).toEqual(names);
});

test('assumptions are read as what they are: words, lengths, numbers and lists; the last word counts', () => {
  const routes = [{ family: 'submission', method: 'GET', path: '/apps/*' }];

  const read = readAssumptions([
    'limits.retryAfter=none',
    'limits.retryAfter=seconds',
    'token.lifetime=60s',
    'query.maxPayload=1024',
    `store.paths=${JSON.stringify(routes)}`,
    'token.prefix=Access|',
  ]);

  expect(read).toEqual({
    'limits.retryAfter': 'seconds',
    'token.lifetime': '60s',
    'query.maxPayload': 1024,
    'store.paths': routes,
    'token.prefix': 'Access|',
  });
});

/** Waits for two minutes, asks for a query, and says what it was answered. */
const late = client.replace(
  'export default async (env) => {',
  `export default async (env) => {
  await new Promise((resolve) => setTimeout(resolve, 120_000));`,
);

test.each([
  { how: 'the scenario', scenario: 'assumptions: { token.lifetime: 60s }\n', argv: [], status: 403 },
  { how: 'the command line', scenario: '', argv: ['--assume', 'token.lifetime=60s'], status: 403 },
  {
    how: 'the command line before the scenario',
    scenario: 'assumptions: { token.lifetime: 60s }\n',
    argv: ['--assume', 'token.lifetime=600s'],
    status: 201,
  },
  { how: 'nobody', scenario: '', argv: [], status: 201 },
])('an open point is decided by $how', async ({ scenario: more, argv, status }) => {
  const folder = temporaryFolder({ 'a.yaml': keptScenario.replace('201', String(status)) + more, 'late.mjs': late });

  expect(await run(['run', `${folder}/a.yaml`, '-c', `${folder}/late.mjs`, '--rules', 'none', ...argv])).toMatchObject({
    code: 0,
  });
});

test.each([
  { rules: undefined, code: 1 },
  { rules: 'none', code: 0 },
  { rules: 'C16=off', code: 0 },
  { rules: 'C16=should', code: 0 },
  { rules: 'C16=should --fail-on should', code: 1 },
  { rules: 'C4=off', code: 1 },
])('with --rules $rules a client that answers no notification ends with $code', async ({ rules, code }) => {
  const story = `${keptScenario}steps: [{ after: created, wait: 10m, do: revokeConsent }]\n`;
  const deaf = client.replace(/ {2}env\.onNotification.*\n/, '');
  const folder = temporaryFolder({ 'a.yaml': story, 'deaf.mjs': deaf });

  const argv = [
    'run',
    `${folder}/a.yaml`,
    '-c',
    `${folder}/deaf.mjs`,
    ...(rules === undefined ? [] : ['--rules', ...rules.split(' ')]),
  ];
  const ran = await run(argv);

  expect(ran.code).toBe(code);
  expect(ran.out.includes('C16 webhook-answers')).toBe(
    rules === undefined || rules.startsWith('C16=should') || rules === 'C4=off',
  );
});

test('the replay line repeats what was chosen, and nothing else', async () => {
  const folder = temporaryFolder({ 'b.yaml': brokenScenario, 'client.mjs': client });
  const chosen =
    '--profile 2024-02-29 --rules must --fail-on should --assume token.lifetime=600s --assume limits.retryAfter=seconds';

  const { out } = await run(['run', `${folder}/b.yaml`, '-c', `${folder}/client.mjs`, ...chosen.split(' ')]);

  expect(out).toContain(`run ${folder}/b.yaml --client ${folder}/client.mjs --seed 7 ${chosen}\n`);
});

test.each([
  {
    says: 'how many are left',
    files: { 'a.yaml': keptScenario, 'b.yaml': brokenScenario, 'c.yaml': keptScenario },
    out: 'stopped at the first broken scenario (--bail): 1 of 3 scenarios were not run\n',
  },
  { says: 'nothing if it is the last of all', files: { 'a.yaml': keptScenario, 'b.yaml': brokenScenario }, out: '' },
])('--bail stops at the first broken scenario, and says $says', async ({ files, out: said }) => {
  const folder = temporaryFolder({ ...files, 'client.mjs': client });

  const { code, out } = await run(['run', folder, '-c', `${folder}/client.mjs`, '--bail']);

  expect(code).toBe(1);
  expect(out).toContain(said);
  expect(out.includes('not run')).toBe(said !== '');
  expect(out).toMatch(/\n1 passed, 1 failed\n$/);
});

test('a shard without scenarios is green, so that there may be more machines than scenarios', async () => {
  const folder = temporaryFolder({ 'a.yaml': keptScenario, 'client.mjs': client });

  const { code, out } = await run(['run', folder, '-c', `${folder}/client.mjs`, '--shard', '2/2']);

  expect(code).toBe(0);
  expect(out).toMatch(/\n0 passed, 0 failed\n$/);
});
