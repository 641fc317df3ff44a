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
  const { raw } = record(request(1, 'https://a/b'), answer(1, 'no'), request(2, 'https://a/b'), answer(2, 'no'));
  const [first, refusal, second, again] = raw as readonly (Entry & { request?: object; answer?: object })[];

  expect(second?.request).toBe(first?.request);
  expect(again?.answer).toBe(refusal?.answer);
  expect(raw.map(({ at }) => at)).toEqual([1, 1, 2, 2]);
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
