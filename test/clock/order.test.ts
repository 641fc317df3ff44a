import { readFile } from 'node:fs/promises';
import http from 'node:http';
import timersPromises from 'node:timers/promises';
import fc from 'fast-check';
import makeFetchHappen from 'make-fetch-happen';
import { expect, test } from 'vitest';
import { simulate } from '../../src/index.ts';
import { amount } from '../sampled.ts';
import { portOf } from '../port-of.ts';
import { onTimeline } from './begin.ts';

/** Ways to be woken after so many milliseconds. */
const kinds = {
  setTimeout: (delay: number, wake: () => void) => void setTimeout(wake, delay),
  'an interval': (delay: number, wake: () => void) => {
    const interval = setInterval(() => {
      clearInterval(interval);
      wake();
    }, delay);
  },
  'a refreshed timer': (delay: number, wake: () => void) => {
    const timer = setTimeout(wake, delay);
    process.nextTick(() => timer.refresh());
  },
  'timers/promises': (delay: number, wake: () => void) => void timersPromises.setTimeout(delay).then(wake),
  'scheduler.wait': (delay: number, wake: () => void) => void timersPromises.scheduler.wait(delay).then(wake),
  'AbortSignal.timeout': (delay: number, wake: () => void) => {
    AbortSignal.timeout(delay).addEventListener('abort', wake);
  },
} as const;

type Plan = readonly { readonly kind: keyof typeof kinds; readonly delay: number }[];

/** The order in which timers fire that were all made at once. */
const play = (plan: Plan): Promise<{ readonly order: readonly number[]; readonly making: number }> =>
  new Promise((resolve) => {
    const order: number[] = [];
    const began = performance.now();
    let making = 0;
    setImmediate(() => (making = performance.now() - began));
    for (const [index, { kind, delay }] of plan.entries()) {
      kinds[kind](delay, () => {
        order.push(index);
        if (order.length === plan.length) resolve({ order, making });
      });
    }
    // Signals alone would let the process end.
    setTimeout(() => undefined, 80);
  });

const plans = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
    // Far enough apart for a machine that is slow at making them.
    delay: fc.constantFrom(0, 1, 25, 50),
  }),
  { minLength: 2, maxLength: 12 },
);

test('timers of one instant fire in the order in which those of Node do', () =>
  fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const real = await play(plan);
      const virtual = await onTimeline((timeline) => timeline.run(() => play(plan)));

      // On a machine that is hard at work, the real ones may not have been made at once.
      fc.pre(real.making < 10);
      expect(virtual.order).toEqual(real.order);
    }),
    { numRuns: amount({ usual: 12, deep: 25 }) },
  ));

/** What timers put off to ticks and to promises, in the order in which it happens. */
const putOff = async (before: () => Promise<unknown>): Promise<readonly string[]> => {
  const order: string[] = [];
  for (let timer = 1; timer <= 3; timer++) {
    await before();
    await new Promise<void>((resolve) => {
      setTimeout(() => {
        queueMicrotask(() => order.push(`promise ${timer}`));
        process.nextTick(() => order.push(`tick ${timer}`));
        setImmediate(resolve);
      }, 10);
    });
  }
  return order;
};

test.each<[string, () => Promise<unknown>]>([
  ['one after the other', () => Promise.resolve()],
  ['behind work of the process that time waits for', () => readFile(import.meta.filename)],
])('what timers put off to ticks is ahead of what they put off to promises, as in Node: %s', async (_when, before) => {
  const virtual = await onTimeline((timeline) => timeline.run(() => putOff(before)));

  expect(virtual).toEqual(await putOff(before));
});

const limit = 150;

/** Clients for whom two limits fall due at once, and which of the two they find. */
const clients: Readonly<Record<string, (url: string) => Promise<string>>> = {
  'a timer set after a request with a timeout': (url) =>
    new Promise((resolve) => {
      const request = http.get(url, { timeout: limit }).on('error', () => undefined);
      request.on('timeout', () => resolve('the timeout of the request'));
      setTimeout(() => resolve('the timer'), limit);
    }),
  'a timer set before a request with a timeout': (url) =>
    new Promise((resolve) => {
      setTimeout(() => resolve('the timer'), limit);
      const request = http.get(url, { timeout: limit }).on('error', () => undefined);
      request.on('timeout', () => resolve('the timeout of the request'));
    }),
  'a timer set as soon as there is a socket': (url) =>
    new Promise((resolve) => {
      const request = http.get(url).on('error', () => undefined);
      request.setTimeout(limit, () => resolve('the timeout of the request'));
      request.on('socket', () => setTimeout(() => resolve('the timer'), limit));
    }),
  'a timer set once the request is out': (url) =>
    new Promise((resolve) => {
      const request = http.get(url, { timeout: limit }).on('error', () => undefined);
      request.on('timeout', () => resolve('the timeout of the request'));
      request.on('finish', () => setImmediate(() => setTimeout(() => resolve('the timer'), limit)));
    }),
  'make-fetch-happen': async (url) => {
    try {
      await makeFetchHappen(url, { timeout: limit, retry: false });
      return 'an answer';
    } catch (error) {
      const { code, type } = error as { readonly code: string; readonly type: string };
      return `${code} ${type}`;
    }
  },
};

test.each(Object.keys(clients))('%s: of two limits that tie, the one that a real server shows wins', async (name) => {
  const server = http.createServer(() => undefined);
  const real = await clients[name]?.(`http://127.0.0.1:${await portOf(server)}/`);
  server.closeAllConnections();
  server.close();
  await using sim = await simulate({ latency: '1h', hosts: { email: 'http://mail.stunt-double.test' } });

  const virtual = await sim.run(() => clients[name]?.('http://mail.stunt-double.test/'));

  expect(virtual).toBe(real);
});
