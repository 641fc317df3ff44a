import { expect, test } from 'vitest';
import type { Entry } from '../../src/trace/entry.ts';
import { createTrace } from '../../src/trace/trace.ts';

/** What is said again and again is in memory once, however it was made. */

const request = (exchange: number, url: string, body = ''): Entry => ({
  at: exchange,
  kind: 'request',
  exchange,
  operation: 'unknown',
  request: { method: 'GET', url, headers: { authorization: `Bearer ${'a'.repeat(3)}` }, body },
});

const answer = (exchange: number, body: string): Entry => ({
  at: exchange,
  kind: 'answer',
  exchange,
  answer: { status: 403, headers: { 'content-type': 'application/json' }, body },
  section: 'Errors',
  leaned: [],
});

const record = (...entries: readonly Entry[]) => {
  const trace = createTrace();
  for (const entry of entries) trace.record(entry);
  return trace;
};

test('the same request and the same refusal are one object each, and entries stay their own', () => {
  const many = Array.from({ length: 1200 }, (_, at) => [request(at, 'https://a/b'), answer(at, 'no')]).flat();
  const { raw } = record(...many);
  const [first, refusal, ...others] = raw.slice(0, 2000) as readonly (Entry & { request?: object; answer?: object })[];

  expect(raw).toEqual(many);
  const shared = others.filter(({ request: asked, answer: given }) =>
    asked ? asked === first?.request : given === refusal?.answer,
  );
  expect(shared).toHaveLength(1998);
});

test('so they are in a trace that drops its oldest', () => {
  const trace = createTrace(undefined, { most: 100 });
  const ask = (at: number): void => {
    trace.record(request(at, 'https://a/b'));
    trace.record(answer(at, 'no'));
  };
  for (let at = 0; at < 300; at++) ask(at);
  const before = trace.entries;
  for (let at = 300; at < 310; at++) ask(at);

  const asked = trace.entries.slice(1).flatMap((entry) => (entry.kind === 'request' ? [entry.request] : []));

  expect(before.some(({ kind }) => kind === 'dropped')).toBe(true);
  expect(new Set(asked)).toHaveProperty('size', 1);
});

test.each([
  ['another address', request(2, 'https://a/c')],
  ['another body', request(2, 'https://a/b', 'x')],
])('%s makes it another', (_, other) => {
  const { raw } = record(request(1, 'https://a/b'), other);

  expect(raw[1]).toEqual(other);
});

test('so does another text of an answer, also after many that were new', () => {
  const many = Array.from({ length: 1200 }, (_, index) => answer(index, `no ${index % 700}`));

  expect(record(...many).raw).toEqual(many);
});

test('how full limits are differs from one answer to the next, and so does when they were given', () => {
  const page = { status: 200, headers: {}, body: 'x'.repeat(3000) };
  const given = (exchange: number, listDaily: number, more: object = {}): Entry =>
    ({ ...answer(exchange, ''), answer: page, usage: { listRate: 1, listDaily }, ...more }) as Entry;
  const all = [given(1, 1), given(2, 2, { rememberedSince: 1 }), given(3, 3, { rememberedSince: 1 }), answer(4, 'no')];

  const { raw } = record(...all);

  expect(raw).toEqual(all);
  expect(raw.map((entry) => JSON.stringify(entry))).toEqual(all.map((entry) => JSON.stringify(entry)));
});

test('what is alike is masked once, too, and entries that are shown stay their own', () => {
  const trace = record(request(1, 'https://a/b'), answer(1, 'no'));
  const before = trace.entries.length;
  trace.record(request(2, 'https://a/b'));
  trace.record(answer(2, 'no'));
  const [first, refusal, second, again] = trace.entries as readonly (Entry & { request?: object; answer?: object })[];

  expect(before).toBe(2);
  expect(second?.request).toBe(first?.request);
  expect(again?.answer).toBe(refusal?.answer);
  expect(trace.entries.map(({ at }) => at)).toEqual([1, 1, 2, 2]);
});

test('an answer that is given again has the secrets masked in it that became known meanwhile', () => {
  const secret = 'aVerySecretText0123456789';
  const known: (readonly [string, string])[] = [];
  const trace = createTrace({ list: () => known });
  trace.record(answer(1, `see ${secret}`));
  const bodyOf = (entry: Entry | undefined) => entry?.kind === 'answer' && entry.answer.body;
  expect(bodyOf(trace.entries[0])).toBe(`see ${secret}`);

  known.push(['token', secret]);
  trace.record(answer(2, `see ${secret}`));

  expect(bodyOf(trace.entries[1])).toBe('see <token 1>');
});

test('a long trace reads as it was recorded, however often', () => {
  const many = Array.from({ length: 70_000 }, (_, index) => answer(index, `no ${index % 3}`));
  const trace = record(...many);

  expect(trace.raw).toHaveLength(70_000);
  expect(trace.entries.at(-1)).toEqual(many.at(-1));
  expect(trace.raw[35_000]).toEqual(many[35_000]);
  expect(trace.entries).toEqual(trace.raw);
});
