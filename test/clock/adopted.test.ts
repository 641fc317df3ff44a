import { setTimeout as promised } from 'node:timers/promises';
import { request } from 'undici';
import { afterEach, expect, test, vi } from 'vitest';
import { simulate, type Simulation } from '../../src/index.ts';
import { create, nextNotification, sleep } from '../simulation/calls.ts';
import { turns } from '../turns.ts';
import { type Faked, fakeTimers } from './fake-timers.ts';

afterEach(() => {
  vi.useRealTimers();
});

const withFakes = async (
  begin: () => Faked,
  work: (sim: Simulation, pass: (ms: number) => Promise<void>) => unknown,
) => {
  const { off, pass } = begin();
  try {
    await using sim = await simulate();
    await work(sim, (milliseconds) => pass(sim, milliseconds));
  } finally {
    off();
  }
};

const states = (sim: Simulation): readonly string[] => sim.queries.map(({ state }) => state);

test.each(fakeTimers)('%s: a collection ends when ten minutes of the fake clock have passed', (_name, begin) =>
  withFakes(begin, async (sim, pass) => {
    const { status } = await create(sim.env);

    await pass(599_999);
    const before = states(sim);
    await pass(1);

    expect([status, before, states(sim)]).toEqual([201, ['inProgress'], ['completed']]);
    expect(sim.elapsed).toBe(600_000);
  }),
);

test.each(fakeTimers)('%s: a token is dead when its hour of the fake clock is over', (_name, begin) =>
  withFakes(begin, async (sim, pass) => {
    await pass(3_599_999);
    const alive = await create(sim.env);
    await pass(1);
    const dead = await create(sim.env);

    expect([alive.status, dead.status]).toEqual([201, 403]);
  }),
);

test.each(fakeTimers)('%s: a notification is delivered, to a handler that sleeps', (_name, begin) =>
  withFakes(begin, async (sim, pass) => {
    let answered = 0;
    sim.env.onNotification(async () => {
      await sleep(700);
      answered++;
      return new Response(null, { status: 204 });
    });
    await create(sim.env);

    await pass(600_000);
    await pass(699);
    const before = answered;
    await pass(1);

    expect([before, answered]).toEqual([0, 1]);
    expect(sim.trace.entries.find(({ kind }) => kind === 'delivered')?.at).toBe(600_700);
  }),
);

test.each(fakeTimers)(
  '%s: what fake timers leave real follows them: AbortSignal.timeout, timers/promises',
  (_name, begin) =>
    withFakes(begin, async (sim, pass) => {
      const came: string[] = [];
      sim.on('requestToken').fault('silence');
      fetch(sim.env.tokenUrl, { method: 'POST', signal: AbortSignal.timeout(5000) }).catch((error: Error) =>
        came.push(error.name),
      );
      void promised(2000).then(() => came.push('slept'));
      // However long the connection takes: time stands until the request has come to where it is met by silence.
      while (!sim.trace.entries.some(({ kind }) => kind === 'fault')) await turns(1);

      await pass(1999);
      const nothing = [...came];
      await pass(1);
      const one = [...came];
      await pass(2999);
      const stillOne = [...came];
      await pass(1);

      expect([nothing, one, stillOne]).toEqual([[], ['slept'], ['slept']]);
      expect(came).toEqual(['slept', 'TimeoutError']);
    }),
);

test.each(fakeTimers)('%s: run moves the fake clock by itself, and to the millisecond', (_name, begin) =>
  withFakes(begin, async (sim) => {
    const beganAt = Date.now();

    const ended = await sim.run(async () => {
      const notification = nextNotification(sim.env);
      await create(sim.env);
      await sleep(86_400_000);
      return [(await notification).status, Date.now() - beganAt];
    });

    expect(ended).toEqual(['COMPLETED', 86_400_000]);
    expect(sim.elapsed).toBe(86_400_000);
  }),
);

test.each(fakeTimers)(
  '%s: while the client sleeps, its timers wait for the end and the service does not',
  (_name, begin) =>
    withFakes(begin, async (sim) => {
      const woke: number[] = [];
      sim.on('listDataQueryRecords').elapse('61m');
      await sim.run(async () => {
        const notification = nextNotification(sim.env);
        await create(sim.env);
        setTimeout(() => woke.push(sim.elapsed), 1_800_000);
        const listing = fetch(`${sim.env.regions['eu-west-1']}/${sim.env.customer.scope}/data-queries/x/records`);
        await listing;
        await notification;
      });

      expect(sim.trace.entries.find(({ kind }) => kind === 'notification')?.at).toBe(600_000);
      expect(sim.trace.entries.find(({ kind }) => kind === 'delivered')?.at).toBe(3_660_000);
      expect(woke).toEqual([3_660_000]);
      expect(sim.elapsed).toBe(3_660_000);
    }),
);

test.each(fakeTimers)(
  '%s: a client that wakes up has its answer before its time limits, which have run out meanwhile',
  (_name, begin) =>
    withFakes(begin, async (sim) => {
      sim.on('requestToken').elapse('61m');
      const signal = AbortSignal.timeout(1_800_000);

      const [status, hadTime] = await sim.run(async () => {
        const answered = await fetch(sim.env.tokenUrl, { method: 'POST', signal });
        return [answered.status, !signal.aborted];
      });
      await sim.run(() => new Promise((resolve) => setTimeout(resolve, 1)));

      expect([status, hadTime, signal.aborted]).toEqual([400, true, true]);
    }),
);

test.each(fakeTimers)('%s: requests one after the other on one connection need no time', (_name, begin) =>
  withFakes(begin, async (sim) => {
    const statuses: number[] = [];

    for (let time = 0; time < 3; time++) {
      const { statusCode, body } = await request(sim.env.tokenUrl, { method: 'POST' });
      await body.dump();
      statuses.push(statusCode, (await create(sim.env)).status);
    }

    expect(statuses).toEqual([400, 201, 400, 201, 400, 201]);
    expect(sim.elapsed).toBe(0);
  }),
);
