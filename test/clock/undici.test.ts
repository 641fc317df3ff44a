import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portOf } from '../port-of.ts';
import { epoch, onTimeline, openTimeline, passed, rejection } from './begin.ts';

const server = http.createServer((request, response) => {
  if (request.url === '/answer') response.end('answered');
});
let base = '';
beforeAll(async () => {
  base = `http://127.0.0.1:${await portOf(server)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('fetch gives up on a silent server after its 300 s, in simulation after simulation, also after a real fetch', async () => {
  await (await fetch(`${base}/answer`)).text();

  for (let simulation = 0; simulation < 3; simulation++) {
    await onTimeline(async (timeline) => {
      const [error, instant] = await timeline.run(async () => [await rejection(fetch(`${base}/silence`)), passed()]);

      expect(error).toMatchObject({ cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } });
      // undici counts in steps of half a second, which need not begin with the request.
      expect(instant).toBeGreaterThanOrEqual(299_000);
      expect(instant).toBeLessThanOrEqual(302_000);
    });
  }
});

test('the limits that a simulation left under way go on in the next, beside one that is alive and whose time stands still', async () => {
  await using alive = openTimeline();
  await onTimeline(async (left) => {
    await left.run(async () => {
      fetch(`${base}/silence`).catch(() => undefined);
      await (await fetch(`${base}/answer`)).text();
    });
  });
  await onTimeline(async (next) => {
    const [error, instant] = await next.run(async () => [await rejection(fetch(`${base}/silence`)), passed()]);

    expect(error).toMatchObject({ cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } });
    expect(instant).toBeLessThanOrEqual(302_000);
  });
  expect(alive.now()).toBe(epoch);
});
