import { expect, test, vi } from 'vitest';
import { simulate } from '../../src/index.ts';
import { create, sleep } from '../simulation/calls.ts';

test('a bug of the simulation never looks like an answer of the service, and is thrown by stop', async () => {
  const sim = await simulate();
  // Planted where the service writes its answer down.
  const bug = new Error('planted');
  const { stringify } = JSON;
  const planted = vi.spyOn(JSON, 'stringify').mockImplementation((value: unknown) => {
    if (typeof value === 'object' && value !== null && Object.keys(value).join() === 'id') throw bug;
    return stringify(value);
  });

  const { regions, customer } = sim.env;
  const headers = { authorization: `Bearer ${customer.accessToken}` };
  const url = `${regions['eu-west-1']}/${customer.scope}/data-queries`;
  const response = await sim.run(() => fetch(url, { method: 'POST', headers }));
  planted.mockRestore();

  expect([response.status, response.headers.get('content-type')]).toEqual([500, 'text/plain; charset=utf-8']);
  expect(sim.trace.entries.filter(({ kind }) => kind === 'answer')).toEqual([]);
  const thrown: unknown = await sim.stop().catch((error: unknown) => error);
  expect(thrown).toMatchObject({ name: 'SimulatorBug', cause: bug });
  expect(String(thrown)).toMatch(/a bug of the simulator stunt-double.*: planted; please report it at https:/);
});

test('a client that hangs up before the answer stands in the trace', async () => {
  await using sim = await simulate();
  sim.on('createDataQuery').elapse('1m');

  const outcome = await sim.run(async () => {
    const patience = new AbortController();
    const url = `${sim.env.regions['eu-west-1']}/orders/data-queries`;
    const given = fetch(url, { method: 'POST', signal: patience.signal }).catch((error: Error) => error.name);
    // Time stands still as long as the client is busy, so the request is still on its way to the service.
    const hasCome = (): boolean => sim.trace.entries.some(({ kind }) => kind === 'request');
    for (let turn = 0; turn < 10_000 && !hasCome(); turn++) await new Promise(setImmediate);
    patience.abort();
    await given;
    await sleep(1);
    return given;
  });

  expect(outcome).toBe('AbortError');
  expect(sim.trace.entries.filter(({ kind }) => kind === 'hungUp')).toMatchObject([{ exchange: 1 }]);
});

test('what is due twice at one instant happens once each, the service first', async () => {
  await using sim = await simulate({ customer: { collects: '1m' } });

  const [state] = await sim.run(async () => {
    await create(sim.env);
    await sleep(60_000 - sim.elapsed);
    return sim.queries.map((query) => query.state);
  });

  expect(state).toBe('completed');
});
