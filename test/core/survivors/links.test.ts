import { describe, expect, test } from 'vitest';
import { writePageToken } from '../../../src/core/pages.ts';
import { beginTurn } from '../../../src/core/turn.ts';
import type { Query } from '../../../src/core/world.ts';
import { boundary } from '../../../src/spec/boundaries.ts';
import { completed } from '../world.ts';

/** "Pre-signed URL": a link leads to the one file that it was signed for. (Resources and their fields, interface C) */

describe.each(['file', 'schema'] as const)('a changed link of a %s', (what) => {
  test.each([
    ['without its number', '.'],
    // The signature is reckoned in 32 bits: there, this position is the first one.
    ['with a number of ten digits', '.4294967296'],
    ['with the number of its neighbor', '.1'],
    ['with a number below none', '.-1'],
  ])('%s is not usable', (_name, number) => {
    const { story, token, id } = completed();
    const link = String(story.list(token, id).body.records[0][what]);

    expect(link).toContain('.0?');
    expect([story.ask(link).status, story.ask(link.replace('.0?', `${number}?`)).row]).toEqual([200, 'linkUnknown']);
  });
});

describe('a link is known by its very parameters, for that is what is signed', () => {
  const changed = (change: (link: string) => string) => {
    const { story, token, id } = completed();
    return story.ask(change(String(story.list(token, id).body.records[0].file)));
  };

  test.each<[string, (link: string) => string]>([
    ['a parameter more', (link) => `${link}&a=1`],
    ['one more that is the last', (link) => `${link}&z=1`],
    ['one against caches', (link) => `${link}&_=169`],
    ['its signature twice', (link) => `${link}&signature=x`],
    ['its instant twice', (link) => `${link}&issued=1`],
    ['nothing more', (link) => `${link}&`],
    ['nothing before', (link) => link.replace('?', '?&')],
    ['nothing between', (link) => link.replace('&', '&&')],
    ['an instant with a zero before it', (link) => link.replace('issued=', 'issued=0')],
    ['an instant with a fraction', (link) => link.replace('&', '.0&')],
    [
      'an instant in hexadecimal digits',
      (link) => link.replace(/(?<=issued=)\d+/, (at) => `0x${Number(at).toString(16)}`),
    ],
    ['an instant behind a space', (link) => link.replace('issued=', 'issued=%20')],
    ['a number with a zero before it', (link) => link.replace('.0?', '.00?')],
    ['a letter of a name that is escaped', (link) => link.replace('signature', 'signatur%65')],
    ['an id in capitals', (link) => link.replace(/[^/]*(?=\.0\?)/, (id) => id.toUpperCase())],
    ['all of it as the query of another', (link) => link.replace('/files/', '/files/x?/')],
    ['all of it as the fragment of another', (link) => link.replace('/files/', '/files/x#/')],
    ['its query in the path', (link) => link.replace('?', '%3F')],
    ['a line behind it', (link) => `${link}\n`],
  ])('with %s it is none that was given', (_, change) => {
    expect(changed(change)).toMatchObject({ status: 403, row: 'linkUnknown' });
  });

  test('their order makes no other link', () => {
    expect(changed((link) => link.replace(/(issued=.*)&(signature=.*)/, '$2&$1')).status).toBe(200);
  });

  test('a fragment is no part of what is asked', () => {
    expect(changed((link) => `${link}#signature=x`).status).toBe(200);
  });
});

test('the link of the last of a hundred million records and one is usable', () => {
  const { story, token, id } = completed({}, { records: 100_000_001 });
  const query = story.world.queries.get(id) as Query;
  const next = writePageToken(beginTurn(story.world, story.now), query, 100_000_000, 250);

  const { records } = story.list(token, id, `?nextPageToken=${next}`).body;

  expect(records).toHaveLength(1);
  expect(records[0].file).toContain(`/${id}.100000000?`);
  expect(story.ask(String(records[0].file)).body).toMatchObject({ position: 100_000_000 });
});

test('links.range partial: If-Range holds for no validator, as no answer has one: the whole file is sent', () => {
  const { story, token, id } = completed({ 'links.range': 'partial' });
  const file = String(story.list(token, id).body.records[0].file);
  const ask = (headers: Readonly<Record<string, string>>) => story.ask(file, { headers });

  const answers = [{}, { range: 'bytes=0-3' }, { range: 'bytes=0-3', 'if-range': '"v1"' }].map(ask);

  const whole = answers[0]?.text;
  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [200, whole],
    [206, whole?.slice(0, 4)],
    [200, whole],
  ]);
});

test('links.lifetimeUnderCache every-sending: five minutes from the latest sending', () => {
  const { story, token, id } = completed({ ...boundary('linkLifeRenewed').given });
  const first = String(story.list(token, id).body.records[0].file);
  story.wait('4m');
  expect(story.list(token, id).remembered).toBe(true);

  story.wait('4m59s 999ms');
  expect(story.ask(first).status).toBe(200);
  story.wait('1ms');
  expect(story.ask(first).row).toBe('linkExpired');
});
