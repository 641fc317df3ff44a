import { truncateSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { simulate, type Simulation } from '../../src/index.ts';
import type { CustomerChoice } from '../../src/simulation/custom-data.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { create, list, nextNotification } from './calls.ts';

const folder = temporaryFolder();
const inFolder = (name: string): string => join(folder, name);

beforeAll(() => {
  writeFileSync(inFolder('one.json'), '{"one":"ü"}');
  writeFileSync(inFolder('two.CSV'), 'a;b\n1;2\n');
  writeFileSync(inFolder('three'), 'null');
  writeFileSync(inFolder('largest'), '');
  truncateSync(inFolder('largest'), 2_000_000_000);
  writeFileSync(inFolder('too-large'), '');
  truncateSync(inFolder('too-large'), 2_000_000_001);
});

interface Link {
  readonly file: string;
  readonly schema: string;
}

/** The links of a completed query. */
const importLinks = async (sim: Simulation): Promise<readonly Link[]> => {
  const notified = nextNotification(sim.env);
  const { body } = await create(sim.env);
  await notified;
  return (await list(sim.env, body['id'])).body['records'] as Link[];
};

const read = async (url: string) => {
  const response = await fetch(url);
  return { type: response.headers.get('content-type'), text: await response.text() };
};

const begin = (customer: CustomerChoice): Promise<Simulation> => simulate({ customer });

test('records of your own are the data files, and what the test compares with', async () => {
  const records = [
    { id: 1, name: 'ü' },
    { id: 2, tags: ['a', { b: null }] },
  ];
  await using sim = await begin({ records });
  records[0] = { id: 9, name: 'changed since' };

  const pairs = await sim.run(async () => {
    const links = await importLinks(sim);
    return Promise.all(links.map(async ({ file, schema }) => [await read(file), await read(schema)] as const));
  });

  expect(pairs.map(([file]) => JSON.parse(file.text) as unknown)).toEqual([
    { id: 1, name: 'ü' },
    { id: 2, tags: ['a', { b: null }] },
  ]);
  expect(pairs.map(([, schema]) => JSON.parse(schema.text) as unknown)).toEqual([
    { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
    { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
  ]);
  expect(pairs.map(([file]) => JSON.parse(file.text) as unknown)).toEqual(sim.customer.records);
});

test('the schema of your own records is yours', async () => {
  const schema = { type: 'object', required: ['id'] };
  await using sim = await begin({ records: [{ id: 1 }], schema });

  const { text } = await sim.run(async () => read((await importLinks(sim))[0]?.schema ?? ''));

  expect(JSON.parse(text)).toEqual(schema);
});

test('the records that a test compares with cannot be changed', async () => {
  await using sim = await begin({ records: [{ tags: ['a'] }] });
  await using generated = await begin({ records: 1 });

  const [own] = sim.customer.records;
  const [drawn] = generated.customer.records;

  const tags = own?.['tags'] as string[];
  expect(() => tags.push('b')).toThrow(TypeError);
  expect([sim.customer.records, own, drawn].map((one) => Object.isFrozen(one))).toEqual([true, true, true]);
});

test('files of your own are the data files, each with the content type of its name', async () => {
  const files = ['one.json', 'two.CSV', 'three'].map(inFolder);
  await using sim = await begin({ files: [relative(process.cwd(), files[0] ?? ''), ...files.slice(1)] });

  const [got, schema] = await sim.run(async () => {
    const links = await importLinks(sim);
    return [await Promise.all(links.map(({ file }) => read(file))), await read(links[0]?.schema ?? '')] as const;
  });

  expect(got).toEqual([
    { type: 'application/json', text: '{"one":"ü"}' },
    { type: 'text/csv', text: 'a;b\n1;2\n' },
    { type: 'application/json', text: 'null' },
  ]);
  expect(JSON.parse(schema.text)).toEqual({ $schema: 'http://json-schema.org/draft-07/schema#' });
  expect(sim.customer.records).toEqual([
    { path: files[0], bytes: 12, contentType: 'application/json' },
    { path: files[1], bytes: 8, contentType: 'text/csv' },
    { path: files[2], bytes: 4, contentType: 'application/json' },
  ]);
});

test('a file of two gigabytes is not too large', async () => {
  await using sim = await begin({ files: [inFolder('largest')] });

  const length = await sim.run(async () => {
    const response = await fetch((await importLinks(sim))[0]?.file ?? '');
    await response.body?.cancel();
    return response.headers.get('content-length');
  });

  expect(length).toBe('2000000000');
});

test('data of your own goes with a snapshot', async () => {
  const options: CustomerChoice = { files: [inFolder('one.json')] };
  await using before = await begin(options);
  const [link] = await before.run(() => importLinks(before));
  await using after = await simulate({ from: before.snapshot() });

  const { text } = await after.run(async () => {
    const [again] = await importLinks(after);
    return read(again?.file ?? link?.file ?? '');
  });

  expect(text).toBe('{"one":"ü"}');
});

test('the trace holds the size of what was streamed: none of the data, and no path of the machine', async () => {
  await using sim = await begin({ files: [inFolder('two.CSV')] });
  await sim.run(async () => void (await read((await importLinks(sim))[0]?.file ?? '')));

  const shown = sim.trace.toJSONL();

  expect(shown).toContain('"more":{"kind":"file","path":"two.CSV","bytes":8}');
  expect([folder, 'a;b'].filter((text) => shown.includes(text))).toEqual([]);
  expect(sim.trace.lines().at(-2)).toMatch(/downloadFile → 200 8 bytes$/);
});

test.each<[CustomerChoice, number]>([
  [{ collects: '20m' }, 20 * 60_000],
  [{ collects: '20m', notifiedAfter: '90s' }, 20 * 60_000 + 90_000],
  [{ notifiedAfter: '1s' }, 10 * 60_000 + 1000],
])('%j: the notification comes after %d ms', async (customer, length) => {
  await using sim = await begin(customer);

  await sim.run(() => importLinks(sim));

  expect(sim.elapsed).toBe(length);
});

test('a drawn collection ends within its span, and a held one when it is finished', async () => {
  await using drawn = await begin({ collects: '5m..10m' });
  await using held = await begin({ collects: 'held' });
  held.at('3h').finishCollection();

  await drawn.run(() => importLinks(drawn));
  await held.run(() => importLinks(held));

  expect(drawn.elapsed).toBeGreaterThanOrEqual(300_000);
  expect(drawn.elapsed).toBeLessThanOrEqual(600_000);
  expect(held.elapsed).toBe(3 * 3_600_000);
});

test.each<{ customer: unknown; says: readonly string[] }>([
  { customer: { records: 3, files: ['a.json'] }, says: ['"records" and "files"', 'keep one'] },
  { customer: { files: ['./is-not-there.json'] }, says: ['files', '"./is-not-there.json" cannot be read'] },
  { customer: { files: [folder] }, says: [`"${folder}" is a directory`, 'name the files in it'] },
  { customer: { files: ['/dev/null'] }, says: ['"/dev/null" is no ordinary file'] },
  { customer: { files: [inFolder('too-large')] }, says: ['has 2000000001 bytes', '2000000000 at most'] },
  { customer: { files: [] }, says: ['not a list of paths'] },
  { customer: { files: 'a.json' }, says: ['not a list of paths'] },
  { customer: { files: [7] }, says: ['7 is not a path'] },
  { customer: { files: [inFolder('one.json')], fileSize: 9000 }, says: ['as large as they are'] },
  { customer: { records: 3, fileSize: 2_000_000_001 }, says: ['2000000001', 'from 1 to 2000000000'] },
  { customer: { records: 3, fileSize: 1999 }, says: ['fileSize', '1999 bytes', '2000 or more'] },
  { customer: { records: 3, schema: {} }, says: ['schema'] },
  { customer: 'ann', says: ['customer'] },
])('$customer is refused', async ({ customer, says }) => {
  const refused: unknown = await simulate({ customer } as object).then(
    () => undefined,
    (error: unknown) => error,
  );

  expect(refused).toMatchObject({ name: 'Misuse', code: 'BAD_OPTION' });
  for (const part of says) expect(String(refused)).toContain(part);
});

test('links.range partial: a part of a file comes from the disk, and goes on where the last one ended', async () => {
  await using sim = await simulate({
    customer: { files: [inFolder('two.CSV')] },
    assumptions: { 'links.range': 'partial' },
  });

  const parts = await sim.run(async () => {
    const [{ file } = { file: '' }] = await importLinks(sim);
    const get = async (range: string) => {
      const response = await fetch(file, { headers: { range } });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    return [await get('bytes=0-3'), await get('bytes=4-'), await get('bytes=8-')];
  });

  expect(parts).toEqual([
    [206, 'bytes 0-3/8', 'a;b\n'],
    [206, 'bytes 4-7/8', '1;2\n'],
    [416, 'bytes */8', expect.stringContaining('InvalidRange')],
  ]);
});
