import { expect, test } from 'vitest';
import { realTime } from '../../src/clock/real-time.ts';
import { onTimeline } from './begin.ts';

test('steps in a row are taken in one turn of the event loop, and what each begins in ticks and promises ends before the next', async () => {
  const seen: string[] = [];
  let step = 0;

  const taken = realTime.inARow(3, () => {
    const number = ++step;
    seen.push(`step ${number}`);
    process.nextTick(() => seen.push(`tick ${number}`));
    void Promise.resolve().then(() => seen.push(`promise ${number}`));
    return true;
  });
  setImmediate(() => seen.push('behind them'));
  await taken;

  expect(seen.slice(0, 9)).toEqual(
    [1, 2, 3].flatMap((number) => [`step ${number}`, `tick ${number}`, `promise ${number}`]),
  );
});

test.each<[string, () => boolean, string]>([
  ['says that it was the last', () => false, 'over'],
  [
    'throws',
    () => {
      throw new Error('no step');
    },
    'no step',
  ],
])('no more steps are taken once one %s', async (_what, end, outcome) => {
  let taken = 0;

  const row = realTime.inARow(5, () => (++taken < 2 ? true : end()));

  expect(
    await row.then(
      () => 'over',
      (error: Error) => error.message,
    ),
  ).toBe(outcome);
  await realTime.turn();
  expect(taken).toBe(2);
});

test('what is to happen at the present instant happens, though its timeline is over', async () => {
  const told: string[] = [];
  const hear = (about: string): boolean => told.push(about) > 0;
  const over = await onTimeline(async (timeline) => timeline);

  over.quiet('request', hear, 'a request');
  over.quiet('answer', hear, 'an answer');
  await realTime.turn();

  expect(told).toEqual(['a request', 'an answer']);
});

test('what is called in a tick is called within this turn, when promises have come to their end, and its ticks go first', async () => {
  const seen: string[] = [];
  setImmediate(() => seen.push('the next turn'));
  void Promise.resolve().then(() => seen.push('a promise before'));

  await realTime.inATick(() => {
    void Promise.resolve().then(() => seen.push('its promise'));
    process.nextTick(() => seen.push('its tick'));
  });
  await realTime.turn();

  expect(seen).toEqual(['a promise before', 'its tick', 'its promise', 'the next turn']);
});

test('what fails in a tick fails to whoever waits for it', async () => {
  const failing = realTime.inATick(() => {
    throw new Error('no step');
  });

  await expect(failing).rejects.toThrow('no step');
});
