import { expect, onTestFinished, test } from 'vitest';
import { Agent, request } from 'undici';
import type { WireAnswer } from '../../src/core/wire.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { turns } from '../turns.ts';
import { answer, makeGateway } from './gateways.ts';

/** Undici's own client dies of a connection that ends while there is more of a body than its reader has taken. */

const links = { schema: 'x'.repeat(180), file: 'y'.repeat(180) };
const page = JSON.stringify({ records: Array.from({ length: 250 }, () => links) });

/** Reads so many answers one after the other, on connections that are kept; returns how long each was, and on which. */
const readAll = async (count: number, answers: (at: number) => WireAnswer, wait: () => Promise<void>) => {
  let asked = 0;
  const undo = await attachSockets(makeGateway(['https://a.test'], () => answers(asked++)));
  const dispatcher = new Agent();
  let connections = 0;
  dispatcher.on('connect', () => void connections++);
  onTestFinished(async () => {
    await dispatcher.destroy();
    await undo();
  });
  const lengths: number[] = [];
  for (let at = 0; at < count; at++) {
    const { body } = await request('https://a.test/records', { dispatcher });
    await wait();
    lengths.push((await body.text()).length);
  }
  return { lengths: new Set(lengths), connections };
};

const atOnce = async (): Promise<void> => undefined;
const slowly = (): Promise<void> => turns(50);

test('two hundred full pages in a row reach a reader who reads at once', async () => {
  expect((await readAll(200, () => answer(200, page), atOnce)).lengths).toEqual(new Set([page.length]));
});

test('sixty full pages in a row reach a reader who takes their time', async () => {
  expect((await readAll(60, () => answer(200, page), slowly)).lengths).toEqual(new Set([page.length]));
});

test('of pages behind each of which the connection ends, a reader who reads at once gets all', async () => {
  const last = { ...answer(200, page), headers: { connection: 'close' } };
  expect(await readAll(30, () => last, atOnce)).toEqual({ lengths: new Set([page.length]), connections: 30 });
});

const small = answer(200, '{}');

test('a connection ends behind the fiftieth small answer', async () => {
  expect((await readAll(100, () => small, atOnce)).connections).toBe(2);
});

test('behind fifty pages a connection ends with the next answer that is small', async () => {
  const isSmall = (at: number): boolean => at === 69 || at === 139;
  const answers = (at: number): WireAnswer => (isSmall(at) ? small : answer(200, page));
  expect((await readAll(140, answers, slowly)).connections).toBe(2);
});
