import { once } from 'node:events';
import process from 'node:process';
import { expect, test } from 'vitest';
import { openTimeline, rejection, sleep } from './begin.ts';

/** Long ago, whenever this is run. */
const options = { epoch: Date.UTC(2000, 0, 1), stuckAfter: 20 };

const warningOf = async (work: () => unknown): Promise<string> => {
  const warned = once(process, 'warning');
  work();
  const [{ name, message }] = (await warned) as [Error];
  return `${name}: ${message}`;
};

const remedy =
  'build what sets it, as a limiter of a module, when the client is called; or begin at the real date, by epoch: new Date().toISOString()';

const nodes = (delay: number): string =>
  `TimeoutOverflowWarning: ${delay} does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.`;

test('a delay that overflows since it was reckoned from a real date is warned of with the cause, once in a simulation', async () => {
  const madeAt = Date.now();

  await using timeline = openTimeline(options);
  const delay = madeAt + 100 - options.epoch;
  const [first, second] = await timeline.run(async () => [
    await warningOf(() => setTimeout(() => undefined, delay)),
    await warningOf(() => setTimeout(() => undefined, delay)),
  ]);

  expect(first).toBe(
    `${nodes(delay)}\nIt is the time from the virtual date to the real one, from before the simulation: ${remedy}.`,
  );
  expect(second).toBe(nodes(delay));
});

test('one that overflows for another reason is warned of as in Node', async () => {
  await using timeline = openTimeline(options);
  const delay = 40 * 86_400_000;

  expect(await timeline.run(() => warningOf(() => setTimeout(() => undefined, delay)))).toBe(nodes(delay));
  expect(await rejection(timeline.run(() => new Promise(() => undefined)))).toMatchObject({
    hint: expect.stringContaining('a promise of the client never settles'),
  });
});

test('a clock that is stuck after such a delay says so', async () => {
  const madeAt = Date.now();

  await using timeline = openTimeline(options);
  const error = await rejection(
    timeline.run(async () => {
      await warningOf(() => setTimeout(() => undefined, madeAt - Date.now()));
      await sleep(1);
      await new Promise(() => undefined);
    }),
  );

  expect(error).toMatchObject({
    code: 'CLOCK_STUCK',
    hint: `a delay that the client set was the time from the virtual date to the real one, from before the simulation: ${remedy}`,
  });
});
