import { expect, test } from 'vitest';
import { createTrace, type TraceRecorder } from '../../src/trace/trace.ts';
import { amount } from '../sampled.ts';
import { bytesHeld } from '../transport/memory.ts';

/** A trace that keeps few entries, and is read again and again, knows no more secrets than those few have; and some of before. */

const most = 100;
const token = (turn: number): string => `Atza|IQEBLjAsAhRmHjNgHpi0U-${turn}-Dme37rR6CuUpSR`;

const ask = (trace: TraceRecorder, turn: number, bearer = token(turn)): void =>
  trace.record({
    at: turn,
    kind: 'request',
    exchange: turn,
    operation: 'createDataQuery',
    request: { method: 'GET', url: 'https://a.test/x', headers: { authorization: `Bearer ${bearer}` }, body: '' },
  });

test('over many reads it takes no more memory', () => {
  const trace = createTrace(undefined, { most });
  const held: number[] = [];
  const each = amount({ usual: 1000, deep: 2000 });
  let turn = 0;
  for (let part = 0; part < 5; part++) {
    for (const end = turn + each; turn < end; turn++) {
      ask(trace, turn);
      if (turn % 50 === 0) void trace.entries;
    }
    held.push(bytesHeld());
  }

  // What is compiled in the meantime is in the first of them, and what else the process does in one or another.
  const growth = held.slice(2).map((bytes, at) => bytes - (held[at + 1] ?? 0));
  expect(Math.min(...growth)).toBeLessThan(80 * each);
});

test('what is in an entry that is kept has its name, and what was in one not long before', () => {
  const trace = createTrace(undefined, { most });
  for (let turn = 0; turn < 1000; turn++) {
    ask(trace, turn);
    void trace.entries;
  }

  for (let turn = 800; turn < 1000; turn++) expect(trace.mask(`with ${token(turn)}`)).toMatch(/^with <token \d+>$/);
  expect(trace.mask(`with ${token(10)}`)).toBe(`with ${token(10)}`);
});

test('what is used all the time keeps its name, and so does what the simulation itself knows', () => {
  const trace = createTrace({ list: () => [['client secret', 'of-the-console-0123456789']] }, { most });
  const [first] = [trace.mask('of-the-console-0123456789')];
  for (let turn = 0; turn < 3000; turn++) {
    ask(trace, turn, turn % 50 === 0 ? token(-1) : token(turn));
    void trace.entries;
  }

  expect(trace.mask(token(-1))).toBe('<token 1>');
  expect([first, trace.mask('of-the-console-0123456789')]).toEqual(['<client secret 1>', '<client secret 1>']);
});

test('a trace that keeps all its entries forgets no secret', () => {
  const trace = createTrace();
  for (let turn = 0; turn < 3000; turn++) ask(trace, turn);

  expect(trace.mask(token(0))).toBe('<token 1>');
});
