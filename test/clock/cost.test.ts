import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { createTimeline } from '../../src/clock/create-timeline.ts';
import { watchNativeOperations } from '../../src/clock/signals/native-operations.ts';
import type { StartSignal } from '../../src/clock/signals/signal.ts';
import type { Timeline } from '../../src/clock/timeline.ts';
import { simulate } from '../../src/simulate.ts';
import { portOf } from '../port-of.ts';
import { epoch, sleep } from './begin.ts';

/** How many looks at the process a work takes. A machine may be slow, but not miscount. */
const countLooks = async (
  work: (timeline: Timeline) => Promise<void>,
  others: readonly StartSignal[] = [],
): Promise<number> => {
  let looks = 0;
  const count = { busy: () => (looks++, 0), ended: () => 0, describe: () => [], stop: () => undefined };
  const timeline = createTimeline({ epoch, label: 'counted' }, [() => count, ...others]);
  await work(timeline);
  await timeline.dispose();
  return looks;
};

const fire = (count: number) => (timeline: Timeline) =>
  timeline.run(async () => {
    await Promise.all(Array.from({ length: count }, (_, index) => sleep(1 + (index % 60_000))));
  });

test.each([100, 1000, 10_000])('%s timers take three looks each, and three for the end', async (count) => {
  expect(await countLooks(fire(count))).toBe(3 * count + 3);
});

test('where all beginnings are seen, nobody looks again until something real has been begun', async () => {
  const idle = await countLooks(fire(1000), [watchNativeOperations]);
  const reading = await countLooks(
    (timeline) =>
      timeline.run(async () => {
        await sleep(1);
        await readFile(import.meta.filename);
        await sleep(1);
      }),
    [watchNativeOperations],
  );

  // The test runner's own messages make it look now and then; without this there would be 3,003 looks.
  expect(idle).toBeLessThan(300);
  expect(reading).toBeGreaterThanOrEqual(6);
});

test('nor where the client puts off to the next turn of the event loop what it does', async () => {
  const looks = await countLooks(
    (timeline) =>
      timeline.run(async () => {
        for (let at = 0; at < 1000; at++) {
          await sleep(1);
          await new Promise((resolve) => setImmediate(resolve));
        }
      }),
    [watchNativeOperations],
  );

  expect(looks).toBeLessThan(300);
});

test('a client that takes one turn after the other until it has its answer gets it before long', async () => {
  await using sim = await simulate({ transport: 'none' });
  let turns = 0;

  await sim.run(async () => {
    for (let asked = 0; asked < 30; asked++) {
      await sleep(1);
      const heard: Response[] = [];
      void sim.fetch(sim.env.tokenUrl, { method: 'POST' }).then((response) => heard.push(response));
      while (heard.length === 0) {
        turns++;
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  });

  // Ten at first, and ten more in which somebody looks around.
  expect(turns / 30).toBeLessThan(50);
});

/** How many turns the event loop has taken. */
const countTurns = (): number => {
  const { uvMetricsInfo } = performance.nodeTiming as unknown as { uvMetricsInfo: { readonly loopCount: number } };
  return uvMetricsInfo.loopCount;
};

test.each(['none', 'fetch', 'sockets'] as const)(
  'so it is in a simulation by %s that has been used, beside a server of the test',
  async (transport) => {
    const server = http.createServer((_, response) => response.end('here'));
    const port = await portOf(server);
    await using sim = await simulate({ transport });
    const ask = transport === 'none' ? sim.fetch : globalThis.fetch;
    await sim.run(async () => {
      await (await ask(sim.env.tokenUrl, { method: 'POST' })).text();
      await (await fetch(`http://127.0.0.1:${port}`)).text();
    });
    const turns: number[] = [];
    for (let round = 0; round < 5; round++) {
      const before = countTurns();
      await sim.run(() => Promise.all(Array.from({ length: 1000 }, (_, index) => sleep(1 + index))));
      turns.push(countTurns() - before);
    }
    server.close();

    // Three for each timer, where somebody looks each time. The engine may be at work of its own in one round or another.
    expect(Math.min(...turns)).toBeLessThan(300);
  },
);

test('a virtual hour with nothing in it costs no more than a millisecond', async () => {
  const [hour, millisecond] = [
    await countLooks((timeline) => timeline.run(() => sleep(3_600_000))),
    await countLooks((timeline) => timeline.run(() => sleep(1))),
  ];

  expect(hour).toBe(millisecond);
});
