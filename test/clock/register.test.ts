import '../../src/register.ts';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { epoch, onTimeline, openTimeline } from './begin.ts';

const { setTimeout: capturedTimeout, Date: CapturedDate } = globalThis;
const capturedSleep = promisify(setTimeout);
const capturedNow = performance.now.bind(performance);

test('after registering, functions that were captured before any simulation are virtual inside one', async () => {
  await using timeline = openTimeline();
  const began = await timeline.run(capturedNow);
  const instants = await timeline.run(async () => {
    await new Promise((resolve) => void capturedTimeout(resolve, 1000));
    await capturedSleep(1000);
    return [new CapturedDate().getTime(), capturedNow() - began];
  });

  expect(instants).toEqual([epoch + 2000, 2000]);
});

test('what was registered stays when the last simulation is gone, and is real', async () => {
  await onTimeline((timeline) => timeline.run(() => undefined));

  const timer = setTimeout(() => undefined, 1);
  clearTimeout(timer);

  expect(setTimeout).toBe(capturedTimeout);
  expect(timer.constructor.name).toBe('Timeout');
});
