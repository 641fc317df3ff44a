import { hasSubscribers } from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { simulate } from '../../src/index.ts';
import { describeAfterFailure } from '../../src/runner/after-failure.ts';
import { writeFailurePage } from '../../src/runner/failure-page.ts';
import { readPage } from '../report/read-page.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { create } from '../simulation/calls.ts';

test('what is printed of a test that failed is marked where a rule was broken, however its assertion reads', async () => {
  await using sim = await simulate({ transport: 'fetch' });
  sim.on('createDataQuery').expireToken();

  await sim.run(async () => {
    for (let times = 0; times < 3; times += 1) await create(sim.env);
    return 'orders of customer-1 are missing: tokenExpired';
  });

  const printed = describeAfterFailure(sim, ['expected 3 to be 2']);
  expect(printed).toMatch(/\n +│ #1 createDataQuery │ 403 tokenExpired/);
  expect(printed).toMatch(/\n▶ +│ #2 createDataQuery │ 403 tokenExpired/);
  expect(printed).toMatch(/\n▶ +│ #3 createDataQuery │ 403 tokenExpired/);
});

test('what an error shows already is not printed twice, and neither is nothing', async () => {
  await using sim = await simulate({ transport: 'fetch' });
  expect(describeAfterFailure(sim, ['expected 3 to be 2'])).toBeUndefined();

  await sim.run(() => create(sim.env));

  expect(describeAfterFailure(sim, ['failed\nwhat happened:\n  time'])).toBeUndefined();
});

test('of a client that kept a token from the test before, its failure says so, whatever the error shows', async () => {
  await using before = await simulate({ transport: 'fetch' });
  const { accessToken } = before.env.customer;
  await using sim = await simulate({ transport: 'fetch' });

  await sim.run(() => create({ ...sim.env, customer: { ...sim.env.customer, accessToken } }));

  const kept =
    'at 0.000s, #1 brought the access token of another simulation, and was answered 403 tokenInvalid: this client keeps state ' +
    'between runs; start each run with a fresh cache: build it when the client is called, or clear it before each run\n';
  expect(describeAfterFailure(sim, ['expected 3 to be 2'])).toMatch(new RegExp(`^${kept}\nwhat happened:\n`));
  expect(describeAfterFailure(sim, ['failed\nwhat happened:\n  time'])).toBe(kept);
});

test('of a test that was given up while its client waits on and on, it is said what that probably waits for', async () => {
  await using sim = await simulate({ transport: 'fetch' });
  sim.on('notification').loseNotification();
  await sim.run(() => create(sim.env));
  await sim.elapse('50h');

  const said =
    '50h0m0.000s of virtual time have passed, and the test did not end; the likely cause: notification 1 got lost';
  expect(describeAfterFailure(sim, ['Test timed out in 5000ms.'])).toContain(said);
  expect(describeAfterFailure(sim, ['expected 3 to be 2'])).not.toContain('of virtual time');
});

test('a page is written of a test that failed where STUNT_DOUBLE_REPORT names a folder, and else nowhere', async () => {
  await using sim = await simulate({ transport: 'fetch' });
  const secret = sim.env.customer.accessToken;
  await sim.run(() => create(sim.env));
  expect(writeFailurePage(sim, 'late: a/b', ['expected 3'])).toBeUndefined();

  const folder = join(temporaryFolder({}), 'reports');
  vi.stubEnv('STUNT_DOUBLE_REPORT', folder);
  const said = writeFailurePage(sim, 'late: a/b', [`expected ${secret}`]);
  vi.unstubAllEnvs();

  const [file = ''] = readdirSync(folder);
  const text = readFileSync(join(folder, file), 'utf8');
  expect(file).toMatch(/^late-a-b-.*\.html$/);
  expect(said).toContain(file);
  expect(text).not.toContain(secret);
  expect(readPage(text)).toMatchObject({
    command: 'test',
    runs: [{ name: 'late: a/b', verdict: 'broken', entries: sim.trace.entries }],
  });
});

test.each(['fetch', 'sockets', 'sim.fetch'] as const)(
  'the page tells where the test, or its client, sent a request: %s',
  async (way) => {
    const folder = join(temporaryFolder({}), 'reports');
    vi.stubEnv('STUNT_DOUBLE_REPORT', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    await using sim = await simulate({ transport: way === 'sim.fetch' ? 'none' : way });
    const send = way === 'sim.fetch' ? sim.fetch : fetch;
    await sim.run(() => send(sim.env.tokenUrl, { method: 'POST' }));
    const line = lineOfHere() - 1;
    writeFailurePage(sim, 'late', ['expected 3']);
    await sim.stop();

    const [file = ''] = readdirSync(folder);
    const [run] = readPage(readFileSync(join(folder, file), 'utf8')).runs;
    expect(run?.sentFrom).toEqual({ 1: expect.stringMatching(`^test/runner/after-failure.test.ts:${line}:`) });
    expect(hasSubscribers('undici:request:create')).toBe(false);
  },
);

const lineOfHere = (): number =>
  Number(/after-failure\.test\.ts:(\d+):/.exec(new Error('here').stack?.split('\n')[2] ?? '')?.[1]);
