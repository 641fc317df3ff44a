import timersPromises, { scheduler, setInterval as ticks, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTimeline, passed, rejection } from './begin.ts';

test('a sleep is virtual and hands its value on', async () => {
  await using timeline = openTimeline();
  const outcome = await timeline.run(async () => [await sleep(60_000, 'value'), passed()]);

  expect(outcome).toEqual(['value', 60_000]);
});

test('scheduler.wait is virtual', async () => {
  await using timeline = openTimeline();
  await timeline.run(() => scheduler.wait(60_000));

  expect(timeline.now() - Date.UTC(2026, 0, 1)).toBe(60_000);
});

test('an interval is an iterator over its ticks, none of which gets lost while nobody asks', async () => {
  await using timeline = openTimeline();
  const seen = await timeline.run(async () => {
    const found: unknown[] = [];
    for await (const value of ticks(100, 'tick')) {
      found.push([value, passed()]);
      if (found.length === 1) await sleep(250);
      if (found.length === 4) return found;
    }
    return 'ended';
  });

  expect(seen).toEqual([
    ['tick', 100],
    ['tick', 350],
    ['tick', 350],
    ['tick', 400],
  ]);
});

test.each(['setTimeout', 'wait', 'setInterval'] as const)(
  '%s rejects with an AbortError at the instant of the abort',
  async (name) => {
    await using timeline = openTimeline();
    const [error, instant] = await timeline.run(async () => {
      const controller = new AbortController();
      const { signal } = controller;
      setTimeout(() => controller.abort('enough'), 40);
      const begin = {
        setTimeout: () => sleep(100, 'value', { signal }),
        wait: () => scheduler.wait(100, { signal }),
        setInterval: () => timersPromises.setInterval(100, 'value', { signal }).next(),
      };
      return [await rejection(begin[name]()), passed()];
    });

    expect(error).toMatchObject({ name: 'AbortError', code: 'ABORT_ERR', cause: 'enough' });
    expect(instant).toBe(40);
  },
);

test('a signal that was aborted before rejects at once', async () => {
  await using timeline = openTimeline();
  const error = await timeline.run(() => rejection(sleep(100, 'value', { signal: AbortSignal.abort('early') })));

  expect(error).toMatchObject({ name: 'AbortError', cause: 'early' });
  expect(timeline.now()).toBe(Date.UTC(2026, 0, 1));
});

/** As abort-controller and jsdom have it. */
class OtherSignal extends EventTarget {
  aborted = false;

  abort(): void {
    this.aborted = true;
    this.dispatchEvent(new Event('abort'));
  }
}

test('a signal that is not of Node makes no timer a real one, and aborts it', async () => {
  await using timeline = openTimeline();
  const seen = await timeline.run(async () => {
    const other = new OtherSignal();
    const signal = other as unknown as AbortSignal;
    const values = [await sleep(100, 'slept', { signal }), (await ticks(100, 'tick', { signal }).next()).value];
    const slept = passed();
    setTimeout(() => other.abort(), 40);
    return [values, slept, await rejection(sleep(100, 'value', { signal })), passed()];
  });

  expect(seen).toEqual([['slept', 'tick'], 200, expect.objectContaining({ code: 'ABORT_ERR' }), 240]);
});

test('a delay that is no number at all is one millisecond, as in Node', async () => {
  await using timeline = openTimeline();
  await timeline.run(() => sleep(Number.NaN));

  expect(timeline.now() - Date.UTC(2026, 0, 1)).toBe(1);
});

test('options that Node refuses are refused in its words', async () => {
  await using timeline = openTimeline();
  const error = await timeline.run(() => rejection(sleep(1, 'value', { ref: 'yes' as never })));

  expect(error).toMatchObject({ code: 'ERR_INVALID_ARG_TYPE' });
});

test('AbortSignal.timeout aborts at its instant, with a TimeoutError', async () => {
  await using timeline = openTimeline();
  const [reason, instant] = await timeline.run(
    () =>
      new Promise<[unknown, number]>((resolve) => {
        const signal = AbortSignal.timeout(5000);
        signal.addEventListener('abort', () => resolve([signal.reason, passed()]));
      }),
  );

  expect(instant).toBe(5000);
  expect(reason).toBeInstanceOf(DOMException);
  expect(reason).toMatchObject({
    name: 'TimeoutError',
    message: 'The operation was aborted due to timeout',
    code: 23,
  });
});

test('AbortSignal.any of timeouts aborts with the first', async () => {
  await using timeline = openTimeline();
  await timeline.run(
    () =>
      new Promise<void>((resolve) => {
        const signal = AbortSignal.any([AbortSignal.timeout(9000), AbortSignal.timeout(3000)]);
        signal.addEventListener('abort', () => resolve());
      }),
  );

  expect(timeline.now() - Date.UTC(2026, 0, 1)).toBe(3000);
});

test.each([-1, 2 ** 32])('AbortSignal.timeout refuses %d, which Node refuses', async (limit) => {
  await using timeline = openTimeline();
  const refused = timeline.run(() => AbortSignal.timeout(limit));

  await expect(refused).rejects.toMatchObject({ code: 'ERR_OUT_OF_RANGE' });
});
