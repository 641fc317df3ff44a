import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test, vi } from 'vitest';
import { createTimeline } from '../../src/clock/create-timeline.ts';
import { epoch, onTimeline, openTimeline, passed, rejection, sleep } from './begin.ts';

const never = (): Promise<never> => new Promise(() => undefined);

const keepTimeGoing = (): void => void setInterval(() => undefined, 3_600_000);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

test('a client that waits for nothing is told so, with what the simulation waits for', async () => {
  await using timeline = openTimeline({ stuckAfter: 20, describeWaiting: () => ['POST /x since 0.000s'] });
  await timeline.elapse(61_000);

  const error = await rejection(timeline.run(never));

  expect(error).toMatchObject({ name: 'Misuse', code: 'CLOCK_STUCK', place: 'test' });
  expect(messageOf(error)).toContain('stuck at 1m1.000s');
  expect(messageOf(error)).toContain('waiting: POST /x since 0.000s');
  expect(messageOf(error)).toContain('needs hold()');
});

test('a clock that is held too long names who holds it', async () => {
  await using timeline = openTimeline({ stuckAfter: 20 });
  const release = timeline.hold('a native database');

  const error = await rejection(timeline.run(() => sleep(10)));
  release();

  expect(error).toMatchObject({ code: 'CLOCK_STUCK' });
  expect(messageOf(error)).toContain('held by: a native database');
  expect(messageOf(error)).toContain('release the hold');
});

test('an elapse that is held too long rejects as well', async () => {
  await using timeline = openTimeline({ stuckAfter: 20 });
  timeline.hold('somebody');

  expect(await rejection(timeline.elapse(10))).toMatchObject({ code: 'CLOCK_STUCK' });
});

test('while time is held it does not move, and afterwards it does', async () => {
  await using timeline = openTimeline();
  const release = timeline.hold('work nobody sees');
  let turns = 0;
  const work = (): void => {
    if (++turns < 100) setImmediate(work);
    else release();
  };
  setImmediate(work);

  const turnsAtWakeUp = await timeline.run(async () => {
    await sleep(10);
    return turns;
  });

  expect(turnsAtWakeUp).toBe(100);
  expect(timeline.now()).toBe(epoch + 10);
});

test.each<[string, () => unknown]>([
  ['vi.useFakeTimers()', () => vi.useFakeTimers()],
  ['vi.setSystemTime()', () => vi.setSystemTime(0)],
])('%s inside a simulation is named at the next step', async (_name, fake) => {
  await using timeline = openTimeline({ stuckAfter: 600_000 });
  const error = await rejection(
    timeline.run(async () => {
      fake();
      await sleep(10);
    }),
  );
  const elapsing = await rejection(timeline.elapse(10));
  vi.useRealTimers();

  for (const reason of [error, elapsing]) expect(reason).toMatchObject({ code: 'FAKE_TIMERS_ACTIVE' });
  expect(messageOf(error)).toContain(
    'call vi.useRealTimers(), jest.useRealTimers(), clock.uninstall() or mock.timers.reset(), for time is virtual anyway; or switch them on before simulate(), as in a beforeEach, and it runs on them',
  );
});

test('a run that never ends names the line that keeps time going', async () => {
  await using timeline = openTimeline({ horizon: 48 * 3_600_000 });
  const error = await rejection(
    timeline.run(() => {
      keepTimeGoing();
      return never();
    }),
  );

  expect(error).toMatchObject({ code: 'CLOCK_RUNAWAY' });
  expect(messageOf(error)).toContain('within 48h0m0.000s');
  expect(messageOf(error)).toMatch(/at keepTimeGoing \(.*errors\.test\.ts:\d+:\d+\)/);
  expect(timeline.now()).toBe(epoch + 48 * 3_600_000);
});

test('the horizon is counted from the beginning of the run, and leaps do not count', async () => {
  await using timeline = openTimeline({ horizon: 1000 });
  await timeline.elapse(1_000_000);

  await timeline.run(async () => {
    await timeline.leap(1_000_000);
    await sleep(1000);
  });

  expect(timeline.now()).toBe(epoch + 2_001_000);
});

test('a run passes on what its work throws, at once or later', async () => {
  await using timeline = openTimeline();
  const atOnce = timeline.run(() => {
    throw new Error('at once');
  });
  await expect(atOnce).rejects.toThrow('at once');

  const later = timeline.run(async () => {
    await sleep(10);
    throw new Error('later');
  });
  await expect(later).rejects.toThrow('later');
});

test('an error of the service ends the run', async () => {
  await using timeline = openTimeline();
  timeline.at(epoch + 10, () => {
    throw new Error('a bug in the service');
  });

  await expect(timeline.run(() => sleep(20))).rejects.toThrow('a bug in the service');
});

test('whoever hears of an error in a timer hears of it in the context of the timer, and in its time', async () => {
  await using timeline = openTimeline();
  const storage = new AsyncLocalStorage<string>();
  const heard: unknown[] = [];
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.once('uncaughtException', () => heard.push(storage.getStore(), passed()));

  await timeline.run(async () => {
    const fail = (): never => {
      throw new Error('thrown in a timer');
    };
    storage.run('a request', () => void setTimeout(fail, 10));
    await sleep(20);
  });
  for (const listener of listeners) process.on('uncaughtException', listener);

  expect(heard).toEqual(['a request', 10]);
});

test('an error in a timer of the client is an uncaught exception, and the other timers fire', async () => {
  await using timeline = openTimeline();
  const uncaught: unknown[] = [];
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.once('uncaughtException', (error) => uncaught.push(error.message));

  await timeline.run(async () => {
    setTimeout(() => {
      throw new Error('thrown in a timer');
    }, 10);
    await sleep(20);
  });
  for (const listener of listeners) process.on('uncaughtException', listener);

  expect(uncaught).toEqual(['thrown in a timer']);
  expect(timeline.now()).toBe(epoch + 20);
});

test('dispose rejects all who wait for time, and can be called again', async () => {
  const timeline = createTimeline({ epoch, label: 'gone' });
  timeline.hold('so that nothing ends');
  const pending = [timeline.run(never), timeline.elapse(10), timeline.leap(10)].map(rejection);

  await timeline.dispose();
  await timeline.dispose();

  for (const error of await Promise.all(pending)) expect(error).toMatchObject({ code: 'DISPOSED', place: 'gone' });
  for (const late of [timeline.run(never), timeline.elapse(1), timeline.leap(1)]) {
    expect(await rejection(late)).toMatchObject({ code: 'DISPOSED' });
  }
});

test('dispose forgets all timers, and time stands where it stood', async () => {
  const fired: number[] = [];
  const timeline = createTimeline({ epoch, label: 'gone' });
  timeline.at(epoch + 20, () => fired.push(1));
  timeline.enter(() => setInterval(() => fired.push(passed()), 20));
  await timeline.elapse(10);

  await timeline.dispose();
  await onTimeline((other) => other.elapse(1000));

  expect(fired).toEqual([]);
  expect(timeline.now()).toBe(epoch + 10);
});

test.each(['vitest', 'Date only'])('fake timers that are on already are refused: %s', (kind) => {
  vi.useFakeTimers(kind === 'vitest' ? {} : { toFake: ['Date'] });
  try {
    expect(() => createTimeline({ epoch, label: 'test' })).toThrow(
      /call vi\.useRealTimers\(\).*\[FAKE_TIMERS_ACTIVE\]/,
    );
  } finally {
    vi.useRealTimers();
  }
});

test('an epoch that is no instant is refused', () => {
  expect(() => createTimeline({ epoch: Number.NaN, label: 'test' })).toThrow('[BAD_OPTION]');
});
