import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import * as undici from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type ClientEnv, simulate } from '../../src/index.ts';
import type { SimulateOptions } from '../../src/simulation/options.ts';
import { createDispatcher } from '../../src/transport/undici.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { queriesOf } from '../simulation/calls.ts';

const run = promisify(execFile);

/** Creates a query with nothing but the address and the token, which come as arguments; tells the status. */
const program = `
  const [url, token] = process.argv.slice(-2);
  fetch(url, { method: 'POST', headers: { authorization: 'Bearer ' + token } })
    .then((response) => console.log(response.status), (error) => console.log(error.cause?.code));
`;

const target = (env: ClientEnv): readonly [string, string] => [queriesOf(env), env.customer.accessToken];

test('another process reaches the server', async () => {
  await using sim = await simulate({ transport: 'server' });

  const { stdout } = await run(process.execPath, ['-e', program, ...target(sim.env)]);

  expect(stdout.trim()).toBe('201');
  expect(sim.queries).toHaveLength(1);
});

test('another process that trusts its certificate reaches the server over TLS, and one that does not, does not', async () => {
  await using sim = await simulate({ transport: { server: { secure: true } } });
  const path = join(temporaryFolder({ 'ca.pem': sim.ca ?? '' }), 'ca.pem');
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: path };

  const trusting = await run(process.execPath, ['-e', program, ...target(sim.env)], { env });
  const other = await run(process.execPath, ['-e', program, ...target(sim.env)]);

  expect(sim.env.tokenUrl).toMatch(/^https:/);
  expect([trusting.stdout.trim(), other.stdout.trim()]).toEqual(['201', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
});

test('a worker thread reaches the server', async () => {
  await using sim = await simulate({ transport: 'server' });
  const [url, token] = target(sim.env);
  const script = `
    const { parentPort, workerData: { url, token } } = require('node:worker_threads');
    fetch(url, { method: 'POST', headers: { authorization: 'Bearer ' + token } }).then(({ status }) => parentPort.postMessage(status));
  `;
  const worker = new Worker(script, { eval: true, workerData: { url, token } });

  const status = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await worker.terminate();

  expect(status).toBe(201);
});

const ways = ['sockets', 'fetch', 'server', 'none'] as const;

/** "One byte more than this is answered with 413." (assumption `query.maxPayload`, 262144 bytes) */
test.each(ways)('%s: a payload is as large as it was sent, whether or not it is text', async (transport) => {
  await using sim = await simulate({ transport });
  const [url, token] = target(sim.env);
  const send = transport === 'none' ? sim.fetch : fetch;
  const create = (size: number) =>
    send(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: new Uint8Array(size).fill(0xff) });

  const [tooLarge, fits] = await sim.run(async () => [await create(262_145), await create(262_144)]);

  expect([tooLarge?.status, fits?.status]).toEqual([413, 201]);
});

test.each(ways)('%s: the largest payload may be larger than most bodies are', async (transport) => {
  await using sim = await simulate({ transport, assumptions: { 'query.maxPayload': 9_000_000 } });
  const [url, token] = target(sim.env);
  const send = transport === 'none' ? sim.fetch : fetch;
  const create = (size: number) =>
    send(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: 'x'.repeat(size) });

  const [tooLarge, fits] = await sim.run(async () => [await create(9_000_001), await create(9_000_000)]);

  expect([tooLarge?.status, fits?.status]).toEqual([413, 201]);
});

test.each(ways)('%s: a mail is as long as its sender likes', async (transport) => {
  await using sim = await simulate({ transport });
  const send = transport === 'none' ? sim.fetch : fetch;
  const emailContent = 'x'.repeat(9_000_000);
  const body = JSON.stringify({ toEmailAddress: 'ann@a.test', fromEmailAddress: 'shop@a.test', emailContent });

  const { status } = await sim.run(() => send(sim.env.emailUrl, { method: 'POST', body }));

  expect(status).toBe(200);
  expect(sim.outbox[0]?.content.length).toBe(9_000_000);
});

test('links in answers lead to the server', async () => {
  await using sim = await simulate({ transport: 'server' });
  const listed = await sim.run(async () => {
    const [url, token] = target(sim.env);
    const headers = { authorization: `Bearer ${token}` };
    const completed = new Promise<void>((resolve) =>
      sim.env.onNotification(() => {
        setImmediate(resolve);
        return new Response(null, { status: 204 });
      }),
    );
    const { id } = (await (await fetch(url, { method: 'POST', headers })).json()) as { id: string };
    await completed;
    const page = (await (await fetch(`${url}/${id}/records`, { headers })).json()) as { records: { file: string }[] };
    return { link: page.records[0]?.file ?? '', status: (await fetch(page.records[0]?.file ?? '')).status };
  });

  expect(new URL(listed.link).origin).toBe(new URL(sim.env.tokenUrl).origin);
  expect(listed.status).toBe(200);
});

test('two simulations have two servers, and the address of one that has ended is dead', async () => {
  const [one, other] = [await simulate({ transport: 'server' }), await simulate({ transport: 'server' })];
  expect(new URL(one.env.tokenUrl).origin).not.toBe(new URL(other.env.tokenUrl).origin);

  await one.stop();

  expect((await fetch(other.env.tokenUrl, { method: 'POST' })).status).toBe(400);
  await expect(fetch(one.env.tokenUrl)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  await other.stop();
});

test('a dispatcher of its own leads to the simulation by its gateway', async () => {
  await using sim = await simulate({ transport: 'none' });
  const dispatcher = createDispatcher<undici.Dispatcher>(undici, sim.gateway);

  const { statusCode } = await undici.request(sim.env.tokenUrl, { method: 'POST', dispatcher });

  expect(statusCode).toBe(400);
  await dispatcher.close();
});

test.each<[string, SimulateOptions, RegExp]>([
  ['a transport that there is not', { transport: 'socket' as 'sockets' }, /"socket" is no transport .*"sockets"/],
  ['no transport at all', { transport: 7 as unknown as 'sockets' }, /is no transport/],
  ['a server and hosts', { transport: 'server', hosts: { email: 'https://a.test' } }, /decides where "email" stands/],
])('%s is refused', async (_case, options, message) => {
  await expect(simulate(options)).rejects.toMatchObject({
    code: 'BAD_OPTION',
    message: expect.stringMatching(message),
  });
});

test('a simulation that cannot begin leaves no server behind', async () => {
  const count = (): number => process.getActiveResourcesInfo().filter((type) => type === 'TCPServerWrap').length;
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());

  await expect(simulate({ transport: 'server', clock: 'own' })).rejects.toMatchObject({
    code: 'FAKE_TIMERS_ACTIVE',
  });
  vi.useRealTimers();
  await new Promise((resolve) => setImmediate(resolve));

  expect(count()).toBe(0);
});
