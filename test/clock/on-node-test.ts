import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { create, sleep } from '../simulation/calls.ts';
import { turns } from '../turns.ts';
import { differences, takeInventory } from './inventory.ts';

/**
 * Run by `node --test`, for its fake timers are to be had nowhere else. The package, as it is built, is the module that it is
 * told: its sources would take longer to load than all of this.
 */
const [, , built = ''] = process.argv;
const { simulate } = (await import(built)) as typeof import('../../src/index.ts');

/** Much in Node, and the interceptor, is loaded when it is first used; that is no affair of the clock. */
before(async () => {
  const sim = await simulate();
  await sim.run(async () => (await fetch(sim.env.tokenUrl, { method: 'POST' })).text());
  await sim.stop();
  assert.ok([DOMException, AbortController, ReadableStream, MessageEvent, File, Request, Response].every(Boolean));
});

void test('a simulation goes along with mock.timers.tick', async ({ mock }) => {
  mock.timers.enable();
  const faked = takeInventory();
  const sim = await simulate();
  const pass = async (milliseconds: number): Promise<void> => {
    mock.timers.tick(milliseconds);
    await turns();
  };
  let answered = 0;
  sim.env.onNotification(async () => {
    await sleep(700);
    answered++;
    return new Response(null, { status: 204 });
  });
  const states = (): readonly string[] => sim.queries.map(({ state }) => state);

  const { status } = await create(sim.env);
  await pass(599_999);
  const early = states();
  await pass(1);
  assert.deepEqual([status, early, states()], [201, ['inProgress'], ['completed']]);

  await pass(699);
  const unanswered = answered;
  await pass(1);
  assert.deepEqual([unanswered, answered], [0, 1]);

  let error: unknown;
  sim.on('requestToken').fault('silence');
  fetch(sim.env.tokenUrl, { method: 'POST', signal: AbortSignal.timeout(5000) }).catch(
    (reason) => (error = reason.name),
  );
  await turns();
  await pass(4999);
  const pending = error;
  await pass(1);
  assert.deepEqual([pending, error], [undefined, 'TimeoutError']);

  await pass(3_600_000 - sim.elapsed - 1);
  assert.equal((await create(sim.env)).status, 201);
  await pass(1);
  assert.equal((await create(sim.env)).status, 403);

  await sim.stop();
  assert.deepEqual(differences(faked, takeInventory()), []);
});

void test('a run waits for the ticks of the user, and says so when none come', async ({ mock }) => {
  mock.timers.enable();
  const sim = await simulate({ stuckAfter: 50 });

  const run = sim.run(() => sleep(1000).then(() => 'slept'));
  mock.timers.tick(1000);
  assert.equal(await run, 'slept');

  await assert.rejects(
    sim.run(() => sleep(1000)),
    { code: 'CLOCK_STUCK', message: /mock\.timers\.tick.*leave them off/ },
  );
  await assert.rejects(sim.elapse('1h'), { code: 'CLOCK_NOT_OURS', message: /mock\.timers\.tick\(3600000\)/ });
  await sim.stop();
});

void test('however far one tick goes, what is due finds its own instant', async ({ mock }) => {
  mock.timers.enable();
  const sim = await simulate();

  await create(sim.env);
  mock.timers.tick(1_800_000);

  assert.equal(sim.trace.entries.find(({ kind }) => kind === 'due')?.at, 600_000);
  await sim.stop();
});

void test('a mocked Date alone is refused', async ({ mock }) => {
  mock.timers.enable({ apis: ['Date'] });

  await assert.rejects(simulate(), { code: 'FAKE_TIMERS_ACTIVE', message: /fake setTimeout, too/ });
});

void test('mock.timers switched on during a simulation of its own time are named', async ({ mock }) => {
  const sim = await simulate();
  const run = sim.run(() => {
    mock.timers.enable();
    return sleep(1000);
  });

  await assert.rejects(run, { code: 'FAKE_TIMERS_ACTIVE', message: /mock\.timers\.reset\(\)/ });
  mock.timers.reset();
  await sim.stop();
});
