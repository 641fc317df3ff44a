import { expect, test } from 'vitest';
import { makeRecord, recordSchema } from '../../../src/core/records/generate.ts';
import { key } from '../../../src/core/key.ts';
import type { Holding } from '../../../src/core/world.ts';
import { completed, hosts } from '../world.ts';

/** The first record's two links, asked for; customer ann's data is changed. */
const download = (data?: Holding['data']) => {
  const { story, token, id } = completed();
  const { settings } = story.world;
  expect(settings.addresses.links).toBe(hosts.links);
  const holdings = story.world.holdings as Map<string, Holding>;
  const name = key('ann', 'orders');
  if (data !== undefined) holdings.set(name, { ...(holdings.get(name) as Holding), data });
  const [pair] = story.list(token, id).body.records;
  const ask = (url: string) =>
    story.step({ kind: 'request', request: { method: 'GET', url, headers: {}, body: '' } }).reply?.answer;
  return { file: ask(String(pair.file)), schema: ask(String(pair.schema)) };
};

test('a record of one scope is none of another', () => {
  expect(makeRecord(7, 'ann', 'orders', 0).recordId).not.toBe(makeRecord(7, 'ann', 'profile', 0).recordId);
});

test('positions count from 0, and the schema says so', () => {
  expect(recordSchema('orders')).toMatchObject({ properties: { position: { type: 'integer', minimum: 0 } } });
});

test('records made longer have the schema that they had', () => {
  expect(download({ kind: 'padded', bytes: 5000 }).schema).toEqual(download().schema);
});

test.each([
  [0, undefined],
  [1, { kind: 'file', path: '/data/one', bytes: 1 }],
])('of a file of %d bytes, so many are sent', (bytes, more) => {
  const files = Array.from({ length: 600 }, () => ({ path: '/data/one', bytes, contentType: 'text/csv' }));

  expect(download({ kind: 'files', files, schema: '{}' }).file?.more).toEqual(more);
});
