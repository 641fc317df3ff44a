import { once } from 'node:events';
import http2 from 'node:http2';
import axios from 'axios';
import express from 'express';
import * as undici from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import { simulate } from '../../src/index.ts';
import { createDispatcher } from '../../src/transport/undici.ts';
import { create } from '../simulation/calls.ts';
import { expectBlocksToRun } from './blocks.ts';

/** The examples of docs/any-client.md, which have to stand here word by word. */

test('a dispatcher', async () => {
  await using sim = await simulate({ transport: 'none' });
  const dispatcher = createDispatcher<undici.Dispatcher>(undici, sim.gateway); // or for one client alone
  const { statusCode } = await sim.run(() => undici.request(sim.env.tokenUrl, { method: 'POST', dispatcher }));
  expect(statusCode).toBe(400); // it said nothing: invalid_request
  await dispatcher.destroy();
});

test('addresses of the client', async () => {
  await using sim = await simulate({ hosts: { 'eu-west-1': 'https://api.example.com/portability' } });
  const url = 'https://api.example.com/portability/orders/data-queries'; // as it stands in the client
  const headers = { authorization: `Bearer ${sim.env.customer.accessToken}` };
  const { status } = await sim.run(() => fetch(url, { method: 'POST', headers }));
  expect(status).toBe(201);
});

test('HTTP/2', async () => {
  await using sim = await simulate();
  const session = http2.connect(new URL(sim.env.tokenUrl).origin);
  const [head] = await sim.run(() => once(session.request({ ':path': '/auth/nowhere' }), 'response'));
  expect(head[':status']).toBe(404);
});

test('a client that goes around', async () => {
  await using sim = await simulate({ transport: 'fetch' });
  const byAxios = sim.run(() => axios.get(sim.env.tokenUrl)); // which is over node:http

  await expect(byAxios).rejects.toThrow(
    'stunt-double simulates this host by transport "fetch", which this client goes around: use the default transport "sockets", or sim.fetch',
  );
});

test('a server', async () => {
  await using sim = await simulate({ transport: { server: { secure: true } } });
  expect(sim.env.tokenUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/auth\//);
  expect(sim.ca).toContain('BEGIN CERTIFICATE'); // for NODE_EXTRA_CA_CERTS of a child process
});

test('fake timers', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers();
  const sim = await simulate();
  sim.after('created', { wait: '10m' }).revokeConsent();

  await create(sim.env);
  await vi.advanceTimersByTimeAsync(600_000); // your own timers move the service

  expect(sim.world.consents[0]?.state).toBe('revoked');
  await sim.stop();
});

test('faults', async () => {
  await using sim = await simulate();
  sim.on('createDataQuery').fault('refused');
  sim.on('createDataQuery', { nth: 2 }).fault('doubledRequest'); // the service acts twice

  await expect(sim.run(() => create(sim.env))).rejects.toThrow('fetch failed');
  expect((await sim.run(() => create(sim.env))).status).toBe(201); // remembered: the same answer again
  expect(sim.queries).toHaveLength(1);
});

test('notifications', async () => {
  const heard: string[] = [];
  const app = express()
    .use(express.json())
    .post('/notifications/v1', (request, response) => {
      heard.push(JSON.parse(request.body.Message).status);
      response.sendStatus(204);
    });
  await using sim = await simulate({ notify: app }); // it need not listen
  sim.on('notification').repeatNotification({ copies: 2, by: '5s' });

  await sim.run(() => create(sim.env));
  await sim.elapse('11m');

  expect(heard).toEqual(['COMPLETED', 'COMPLETED']);
});

test('every block of docs/any-client.md is one of the tests above', () => {
  expectBlocksToRun('docs/any-client.md', import.meta.filename, 8);
});
