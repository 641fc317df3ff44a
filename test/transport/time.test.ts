import http from 'node:http';
import https from 'node:https';
import { got } from 'got';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTimeline } from '../../src/clock/create-timeline.ts';
import type { Timeline } from '../../src/clock/timeline.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { clients } from './clients.ts';
import { answer, makeGateway } from './gateways.ts';

const epoch = Date.UTC(2026, 0, 1);

let timeline: Timeline;
let undo: () => Promise<void>;

/** A service that answers after two virtual seconds, and at `/hang` never. */
const answerLate = ({ url }: { readonly url: string }) =>
  new Promise<ReturnType<typeof answer>>((resolve) => {
    if (!url.endsWith('/hang')) timeline.at(timeline.now() + 2000, () => resolve(answer(200, 'late')));
  });

beforeEach(async () => {
  timeline = createTimeline({ epoch, label: 'time.test.ts' });
  const gateway = makeGateway(['https://a.test', 'http://b.test'], answerLate);
  undo = await attachSockets({ ...gateway, enter: (work) => timeline.enter(work) });
});

afterEach(async () => {
  await undo();
  await timeline.dispose();
});

test.each(Object.entries(clients))('%s waits for a late answer in virtual time', async (_name, client) => {
  const { body } = await timeline.run(() => client({ url: 'https://a.test' }));

  expect(body).toBe('late');
  expect(timeline.now() - epoch).toBe(2000);
});

const failure = (request: http.ClientRequest): Promise<Error> =>
  new Promise((resolve) => {
    request.on('timeout', () => request.destroy(new Error('timed out')));
    request.on('error', resolve);
  });

test.each([
  ['http.get with timeout', () => failure(http.get('http://b.test/hang', { timeout: 5000 }))],
  ['https.get with timeout', () => failure(https.get('https://a.test/hang', { timeout: 5000 }))],
  ['request.setTimeout', () => failure(https.get('https://a.test/hang').setTimeout(5000))],
  [
    'the timeout of an agent',
    () => failure(http.get('http://b.test/hang', { agent: new http.Agent({ timeout: 5000 }) })),
  ],
])('%s gives up in virtual time', async (_name, send) => {
  const error = await timeline.run(send);

  expect(error.message).toBe('timed out');
  expect(timeline.now() - epoch).toBe(5000);
});

const giveUpWithGot = () =>
  got('https://a.test/hang', { timeout: { socket: 5000 }, retry: { limit: 0 } }).catch((error: Error) => error);

test('the socket timeout of got runs in virtual time', async () => {
  expect(await timeline.run(giveUpWithGot)).toMatchObject({ code: 'ETIMEDOUT' });
  expect(timeline.now() - epoch).toBeLessThan(5100);
});
