import { truncateSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import axios from 'axios';
import { beforeAll, expect, test } from 'vitest';
import { type Simulation, simulate } from '../../src/index.ts';
import type { CustomerChoice } from '../../src/simulation/custom-data.ts';
import { amount, sampled } from '../sampled.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { bytesHeld } from '../transport/memory.ts';
import { create, list, nextNotification, sleep } from './calls.ts';

/** `BIG_DOWNLOAD=2000000000` is all that the interface allows. (Limits, interface C) */
const size = Number(process.env['BIG_DOWNLOAD'] ?? amount({ usual: 60_000_000, deep: 300_000_000 }));
const most = 2_000_000_000;

const folder = temporaryFolder({ 'own.json': '' });
const path = join(folder, 'own.json');

beforeAll(() => truncateSync(path, size));

type Hear = (piece: Uint8Array) => void;
type Download = (sim: Simulation, url: string, hear: Hear) => Promise<string | null | undefined>;

const over =
  (fetchOf: (sim: Simulation) => typeof globalThis.fetch): Download =>
  async (sim, url, hear) => {
    const response = await fetchOf(sim)(url, { signal: AbortSignal.timeout(30_000) });
    for await (const piece of response.body ?? []) hear(piece);
    return response.headers.get('content-length');
  };

/** Each gives up after 30 seconds, as clients do. */
const downloads: Readonly<Record<string, Download>> = {
  fetch: over(() => fetch),
  'sim.fetch': over((sim) => sim.fetch),
  axios: async (_sim, url, hear) => {
    const { data, headers } = await axios.get<AsyncIterable<Uint8Array>>(url, {
      responseType: 'stream',
      timeout: 30_000,
    });
    for await (const piece of data) hear(piece);
    return String(headers['content-length']);
  },
  'node:https': (_sim, url, hear) =>
    new Promise((resolve, reject) => {
      const request = https.get(url, { timeout: 30_000 }, (response) => {
        response.on('data', hear).on('error', reject);
        response.on('end', () => resolve(response.headers['content-length']));
      });
      request.on('error', reject).on('timeout', () => request.destroy(new Error('timed out')));
    }),
};

const firstFile = async (sim: Simulation): Promise<string> => {
  const notified = nextNotification(sim.env);
  const { body } = await create(sim.env);
  await notified;
  const [link] = (await list(sim.env, body['id'])).body['records'] as { file: string }[];
  return link?.file ?? '';
};

const begin = (customer: CustomerChoice): Promise<Simulation> => simulate({ customer });

const kinds: Readonly<Record<string, CustomerChoice>> = {
  'a generated record': { records: 1, fileSize: size },
  'a file on the disk': { files: [path] },
};

const cases = [
  ...Object.keys(downloads).map((client) => ({ kind: 'a generated record', client })),
  { kind: 'a file on the disk', client: 'sim.fetch' },
  { kind: 'a file on the disk', client: 'fetch' },
];

test.each(sampled(cases, { every: 4, kind: ({ kind }) => kind }))(
  '$client reads $kind of many megabytes: every byte, little memory, no time',
  async ({ kind, client }) => {
    await using sim = await begin(kinds[kind] ?? {});

    const [read, told, grown, passed] = await sim.run(async () => {
      const url = await firstFile(sim);
      const [began, before] = [Date.now(), bytesHeld()];
      let [bytes, pieces, peak] = [0, 0, before];
      const length = await downloads[client]?.(sim, url, (piece) => {
        bytes += piece.length;
        if (pieces++ % 500 === 0) peak = Math.max(peak, bytesHeld());
      });
      return [bytes, length, peak - before, Date.now() - began];
    });

    expect([read, told]).toEqual([size, String(size)]);
    expect(grown).toBeLessThan(50_000_000);
    expect(passed).toBe(0);
  },
);

test('the largest download is promised whole, and can be broken off at any moment', async () => {
  await using sim = await begin({ records: 1, fileSize: most });

  const [length, first, passed] = await sim.run(async () => {
    const url = await firstFile(sim);
    const began = Date.now();
    const response = await fetch(url);
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    await sleep(1000);
    return [response.headers.get('content-length'), new TextDecoder().decode(value), Date.now() - began];
  });

  expect(length).toBe('2000000000');
  expect(JSON.parse(first)).toEqual(sim.customer.records[0]);
  expect(passed).toBe(1000);
});

test('a client that takes its time while it reads has time pass, and one that gives up does so in virtual time', async () => {
  await using sim = await begin({ records: 1, fileSize: 3_000_000 });

  const [bytes, slept, gaveUp] = await sim.run(async () => {
    const url = await firstFile(sim);
    const began = Date.now();
    let [read, pieces] = [0, 0];
    for await (const piece of (await fetch(url)).body ?? []) {
      read += piece.length;
      pieces += 1;
      await sleep(100);
    }
    const after = (Date.now() - began) / pieces;
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
    await sleep(30_001);
    return [read, after, await response.text().catch((error: Error) => error.name)];
  });

  expect(bytes).toBe(3_000_000);
  expect(slept).toBe(100);
  expect(['AbortError', 'TimeoutError']).toContain(gaveUp);
});

test('a file is downloaded by several at once', async () => {
  const bytes = amount({ usual: 5_000_000, deep: 20_000_000 });
  await using sim = await begin({ records: 1, fileSize: bytes });

  const sizes = await sim.run(async () => {
    const url = await firstFile(sim);
    return Promise.all([1, 2, 3].map(async () => (await (await fetch(url)).arrayBuffer()).byteLength));
  });

  expect(sizes).toEqual([bytes, bytes, bytes]);
});
