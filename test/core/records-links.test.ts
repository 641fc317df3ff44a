import { expect, test } from 'vitest';
import type { Data } from '../../src/core/records/data.ts';
import { makeRecord } from '../../src/core/records/generate.ts';
import { ms } from '../../src/spec/time.ts';
import type { WireAnswer } from '../../src/core/wire.ts';
import { holding, hosts, type Story, tell } from './world.ts';

/** Interface C lists pairs of links, data file and schema file. (Resources and their fields) */

const collected = (data: Data | undefined, records: number): Story =>
  tell({}, { more: [holding('zoe', 'orders', { records, ...(data && { data }) })] });

const downloadAll = (story: Story): { readonly file: WireAnswer; readonly schema: WireAnswer }[] => {
  const { token } = story.login('zoe');
  const id = String(story.create(token).body.id);
  story.wait('10m');
  const pairs = story.list(token, id).body.records as { file: string; schema: string }[];
  const get = (url: string): WireAnswer => {
    const { reply } = story.step({ kind: 'request', request: { method: 'GET', url, headers: {}, body: '' } });
    if (reply === undefined) throw new Error('a link got no reply');
    return reply.answer;
  };
  return pairs.map(({ file, schema }) => ({ file: get(file), schema: get(schema) }));
};

test('generated: the files are the records in order, the schema that of the scope', () => {
  const answers = downloadAll(collected(undefined, 3));

  expect(answers.map(({ file }) => JSON.parse(file.body) as unknown)).toEqual(
    [0, 1, 2].map((position) => makeRecord(7, 'zoe', 'orders', position)),
  );
  expect(answers.map(({ schema }) => (JSON.parse(schema.body) as { title: string }).title)).toEqual([
    'A record in orders',
    'A record in orders',
    'A record in orders',
  ]);
});

test('padded: white space makes up the size, to the byte, and is not held', () => {
  const [first] = downloadAll(collected({ kind: 'padded', bytes: 2_000_000_000 }, 1));
  const { body, more } = first?.file ?? { body: '', more: undefined };

  expect(JSON.parse(body)).toEqual(makeRecord(7, 'zoe', 'orders', 0));
  expect(more).toEqual({ kind: 'blanks', bytes: 2_000_000_000 - Buffer.byteLength(body) });
  expect(first?.schema.more).toBeUndefined();
});

test('own records: each text is one file, and one schema goes with all', () => {
  const texts = ['{"a":"ü"}', '{"a":2}'];

  const answers = downloadAll(collected({ kind: 'own', texts, schema: '{"type":"object"}' }, 2));

  expect(answers.map(({ file }) => file.body)).toEqual(texts);
  expect(answers.map(({ schema }) => schema.body)).toEqual(['{"type":"object"}', '{"type":"object"}']);
  expect(answers[0]?.file).toEqual({ status: 200, headers: { 'content-type': 'application/json' }, body: texts[0] });
});

test('own files: the answer names the file and its size, and holds none of it; an empty one is empty', () => {
  const files = [
    { path: '/data/a.csv', bytes: 1_500_000_000, contentType: 'text/csv' },
    { path: '/data/b.csv', bytes: 0, contentType: 'text/csv' },
  ];

  const answers = downloadAll(collected({ kind: 'files', files, schema: '{}' }, 2));

  const headers = { 'content-type': 'text/csv' };
  const more = { kind: 'file', path: '/data/a.csv', bytes: 1_500_000_000 };
  expect(answers.map(({ file }) => file)).toEqual([
    { status: 200, headers, body: '', more },
    { status: 200, headers, body: '' },
  ]);
});

test('a link of a large file lives for five minutes like any other, and says so when it was followed', () => {
  const story = collected({ kind: 'padded', bytes: 1_000_000 }, 1);
  const { token } = story.login('zoe');
  const id = String(story.create(token).body.id);
  story.wait('10m');
  const [{ file }] = story.list(token, id).body.records as [{ file: string }];

  expect(file.startsWith(hosts.links)).toBe(true);
  story.now += ms('5m') - 1;
  expect(story.ask(file).status).toBe(200);
  story.now += 2;
  expect(story.ask(file).status).toBe(403);
  expect(story.events.filter(({ event }) => event === 'downloaded')).toHaveLength(1);
});

test('a customer with data of his own changes nobody else’s', () => {
  const more = [holding('ann', 'reviews'), holding('zoe', 'orders', { data: { kind: 'padded', bytes: 5000 } })];
  const read = (story: Story): string => {
    const { token } = story.login('bob');
    const id = String(story.create(token).body.id);
    story.wait('10m');
    const [{ file }] = story.list(token, id).body.records as [{ file: string }];
    return story.ask(file).text;
  };

  expect(read(tell({}, { more }))).toBe(read(tell()));
});
