import { afterEach, expect, test, vi } from 'vitest';
import { adoptTimeline } from '../../src/clock/adopt-timeline.ts';
import type { Timeline } from '../../src/clock/timeline.ts';
import { rejection, sleep } from './begin.ts';
import { turns } from '../turns.ts';

afterEach(() => {
  vi.useRealTimers();
});

const epoch = Date.UTC(2026, 0, 1);

const onFakeTimers = async (work: (timeline: Timeline) => Promise<void>, stuckAfter = 20): Promise<void> => {
  vi.useFakeTimers({ now: epoch });
  const timeline = adoptTimeline({ label: 'test', stuckAfter, horizon: 3_600_000 });
  try {
    await work(timeline);
  } finally {
    await timeline.dispose();
  }
};

test('however many due times there are, the fake timers get one timer, and none when nothing is due', () =>
  onFakeTimers(async (timeline) => {
    const cancels = Array.from({ length: 100 }, (_, index) => timeline.at(epoch + 100 - index, () => undefined));
    const some = vi.getTimerCount();
    for (const cancel of cancels) cancel();

    expect([some, vi.getTimerCount()]).toEqual([1, 0]);
  }));

test('due times find their own instants in order, however far the fake timers go at once', () =>
  onFakeTimers(async (timeline) => {
    const fired: number[] = [];
    for (const after of [30, 10, 20, 10]) timeline.at(epoch + after, () => fired.push(timeline.now() - epoch));

    vi.setSystemTime(epoch + 25);
    timeline.enter(() => undefined);
    const soon = [...fired];
    vi.advanceTimersByTime(5);

    expect([soon, fired]).toEqual([
      [10, 10, 20],
      [10, 10, 20, 30],
    ]);
  }));

test('the time of the service never runs back, wherever the fake timers are set', () =>
  onFakeTimers(async (timeline) => {
    await timeline.elapse(1000);
    vi.setSystemTime(epoch);

    expect(timeline.now()).toBe(epoch + 1000);
  }));

test('a due time more than 24 days away comes when it comes', () =>
  onFakeTimers(async (timeline) => {
    const month = 31 * 86_400_000;
    let fired = 0;
    timeline.at(epoch + month, () => fired++);

    await vi.advanceTimersByTimeAsync(month - 1);
    const before = fired;
    await vi.advanceTimersByTimeAsync(1);

    expect([before, fired]).toEqual([0, 1]);
  }));

test('the end of the instant: elapse lets all happen that is due at its last', () =>
  onFakeTimers(async (timeline) => {
    const seen: string[] = [];
    const waiting = sleep(1000).then(() => sleep(0).then(() => seen.push('both')));

    await timeline.elapse(1000);
    await waiting;

    expect(seen).toEqual(['both']);
    expect(Date.now()).toBe(epoch + 1000);
  }));

test('due times survive that the user clears all timers', () =>
  onFakeTimers(async (timeline) => {
    let fired = 0;
    timeline.at(epoch + 1000, () => fired++);
    vi.clearAllTimers();

    await timeline.elapse(1000);

    expect(fired).toBe(1);
  }));

test('a client that waits for nothing is told so', () =>
  onFakeTimers(async (timeline) => {
    expect(await rejection(timeline.run(() => new Promise(() => undefined)))).toMatchObject({ code: 'CLOCK_STUCK' });
  }));

test('a client that keeps time going for ever is stopped at the horizon', () =>
  onFakeTimers(async (timeline) => {
    const endless = (): Promise<never> => {
      setInterval(() => undefined, 60_000);
      return new Promise(() => undefined);
    };

    expect(await rejection(timeline.run(endless))).toMatchObject({ code: 'CLOCK_RUNAWAY' });
    expect(Date.now()).toBe(epoch + 3_600_000);
  }));

test('a loop of sleeps of no length, which pass no time on fake timers, is named', () =>
  onFakeTimers(async (timeline) => {
    let isOver = false;
    const error = await rejection(
      timeline.run(async () => {
        for (;;) await (isOver ? new Promise(() => undefined) : sleep(0));
      }),
    );
    isOver = true;

    expect(error).toMatchObject({ code: 'CLOCK_RUNAWAY', message: expect.stringContaining('give it a delay') });
  }));

test.each<[string, () => void]>([
  ['off', () => void vi.useRealTimers()],
  ['on anew', () => void vi.useFakeTimers()],
])('fake timers that are switched %s during a simulation are named', (_name, change) =>
  onFakeTimers(async (timeline) => {
    const pending = rejection(timeline.run(() => new Promise(() => undefined)));

    change();

    expect(await pending).toMatchObject({ code: 'FAKE_TIMERS_MISSING' });
  }),
);

test('a hold keeps the fake clock for all simulations that are on it', () =>
  onFakeTimers(async (timeline) => {
    const other = adoptTimeline({ label: 'other' });
    const release = other.hold('work that nobody sees');
    const ended = timeline.run(() => sleep(1000));
    await turns();
    const during = Date.now();
    release();
    await ended;
    await other.dispose();

    expect([during, Date.now()]).toEqual([epoch, epoch + 1000]);
  }, 2000));

test('dispose clears its timers, and rejects who waits', () =>
  onFakeTimers(async (timeline) => {
    timeline.at(epoch + 10, () => undefined);
    AbortSignal.timeout(5000);
    const pending = rejection(timeline.run(() => new Promise(() => undefined)));
    const before = vi.getTimerCount();

    await timeline.dispose();

    expect([before, vi.getTimerCount()]).toEqual([2, 0]);
    expect(await pending).toMatchObject({ code: 'DISPOSED' });
    expect(await rejection(timeline.elapse(1))).toMatchObject({ code: 'DISPOSED' });
  }));

test('an error of the service ends the run', () =>
  onFakeTimers(async (timeline) => {
    timeline.at(epoch + 10, () => {
      throw new Error('a bug in the service');
    });

    await expect(timeline.run(() => sleep(20))).rejects.toThrow('a bug in the service');
  }));
