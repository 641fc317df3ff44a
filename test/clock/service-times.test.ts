import { expect, test } from 'vitest';
import { epoch, openTimeline, passed, rejection, sleep } from './begin.ts';

test('a due time of the service fires at its instant while the client sleeps', async () => {
  await using timeline = openTimeline();
  const fired: number[] = [];
  for (const delay of [700, 100, 400]) timeline.at(epoch + delay, () => fired.push(timeline.now() - epoch));

  await timeline.run(() => sleep(1000));

  expect(fired).toEqual([100, 400, 700]);
});

test('at one instant the service comes before the client', async () => {
  await using timeline = openTimeline();
  const order: string[] = [];

  await timeline.run(async () => {
    setTimeout(() => order.push('client'), 100);
    timeline.at(epoch + 100, () => order.push('service, made first'));
    timeline.at(epoch + 100, () => order.push('service, made second'));
    await sleep(101);
  });

  expect(order).toEqual(['service, made first', 'service, made second', 'client']);
});

test('a due time in the past fires with the next step, and time does not run back', async () => {
  await using timeline = openTimeline();
  await timeline.elapse(1000);
  const fired: number[] = [];
  timeline.at(epoch + 1, () => fired.push(timeline.now() - epoch));

  await timeline.run(() => sleep(10));

  expect(fired).toEqual([1000]);
});

test('a due time that was canceled does not fire', async () => {
  await using timeline = openTimeline();
  const fired: string[] = [];
  const cancel = timeline.at(epoch + 10, () => fired.push('canceled'));
  timeline.at(epoch + 10, () => fired.push('kept'));
  cancel();
  cancel();

  await timeline.elapse(20);

  expect(fired).toEqual(['kept']);
});

test('everything at one instant is over before time moves on', async () => {
  await using timeline = openTimeline();
  const seen: number[] = [];

  await timeline.run(async () => {
    timeline.at(epoch + 10, () => {
      void Promise.resolve().then(() => setImmediate(() => process.nextTick(() => seen.push(passed()))));
    });
    setTimeout(() => undefined, 11);
    await sleep(20);
  });

  expect(seen).toEqual([10]);
});

test('elapse fires all that is due on the way, in order, and ends at its last instant', async () => {
  await using timeline = openTimeline();
  const fired: string[] = [];
  timeline.at(epoch + 50, () => fired.push(`service ${passed()}`));
  timeline.enter(() => {
    setTimeout(() => fired.push(`client ${passed()}`), 20);
    setTimeout(() => fired.push(`client ${passed()}`), 100);
    setTimeout(() => fired.push('too late'), 101);
  });

  await timeline.elapse(100);

  expect(fired.map((line) => line.split(' ')[0])).toEqual(['client', 'service', 'client']);
  expect(timeline.now()).toBe(epoch + 100);
});

const play = async (lengths: readonly number[]): Promise<unknown[]> => {
  await using timeline = openTimeline();
  const events: unknown[] = [];
  timeline.at(epoch + 30, () => events.push(['service', timeline.now()]));
  timeline.enter(() => {
    setInterval(() => {
      events.push(['interval', timeline.now()]);
      setTimeout(() => events.push(['echo', timeline.now()]), 10);
    }, 20);
  });
  for (const length of lengths) await timeline.elapse(length);
  return [...events, timeline.now()];
};

test('elapse(a) and then elapse(b) is elapse(a + b)', async () => {
  const whole = await play([100]);

  expect(await play([40, 60])).toEqual(whole);
  expect(await play([30, 0, 69, 1])).toEqual(whole);
});

test('elapse(0) lets all that is due now happen', async () => {
  await using timeline = openTimeline();
  const fired: string[] = [];
  timeline.at(epoch, () => fired.push('now'));
  timeline.at(epoch + 1, () => fired.push('later'));

  await timeline.elapse(0);

  expect(fired).toEqual(['now']);
});

test('elapse works during a run, and stops at its own instant', async () => {
  await using timeline = openTimeline();
  const instants: number[] = [];

  await timeline.run(async () => {
    const long = sleep(1000);
    await timeline.elapse(300);
    instants.push(passed());
    await long;
    instants.push(passed());
  });

  expect(instants).toEqual([300, 1000]);
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('%s is not a length of time', async (length) => {
  await using timeline = openTimeline();
  expect(await rejection(timeline.elapse(length))).toMatchObject({ code: 'BAD_OPTION' });
  expect(await rejection(timeline.leap(length))).toMatchObject({ code: 'BAD_OPTION' });
});

test('in a leap the service keeps its instants and the client wakes up late, its timers in order', async () => {
  await using timeline = openTimeline();
  const events: string[] = [];
  timeline.at(epoch + 500, () => events.push(`service ${timeline.now() - epoch}`));
  timeline.at(epoch + 10_000, () => events.push(`service ${timeline.now() - epoch}`));

  await timeline.run(async () => {
    setTimeout(() => events.push(`second ${passed()}`), 200);
    setTimeout(() => events.push(`first ${passed()}`), 100);
    setTimeout(() => events.push(`in time ${passed()}`), 12_000);
    const interval = setInterval(() => events.push(`interval ${passed()}`), 3000);
    await timeline.leap(10_000);
    events.push(`awake ${passed()}`);
    await sleep(5000);
    clearInterval(interval);
  });

  expect(events).toEqual([
    'service 500',
    'service 10000',
    'awake 10000',
    'first 10000',
    'second 10000',
    'interval 10000',
    'in time 12000',
    'interval 13000',
  ]);
});

test('a leap moves time by itself, whether or not a client is run', async () => {
  await using timeline = openTimeline();
  await timeline.leap(1000);

  expect(timeline.now()).toBe(epoch + 1000);
});

test('leaps are made one after the other', async () => {
  await using timeline = openTimeline();
  const instants: number[] = [];

  await timeline.run(async () => {
    const leaps = [10, 20].map((by) => timeline.leap(by).then(() => instants.push(passed())));
    await Promise.all(leaps);
  });

  expect(instants).toEqual([10, 30]);
});
