import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTimeline } from '../../src/clock/create-timeline.ts';
import { watchNativeOperations } from '../../src/clock/signals/native-operations.ts';
import type { StartSignal } from '../../src/clock/signals/signal.ts';
import type { Timeline } from '../../src/clock/timeline.ts';
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

test('a virtual hour with nothing in it costs no more than a millisecond', async () => {
  const [hour, millisecond] = [
    await countLooks((timeline) => timeline.run(() => sleep(3_600_000))),
    await countLooks((timeline) => timeline.run(() => sleep(1))),
  ];

  expect(hour).toBe(millisecond);
});
