import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { attachGlobalFetch } from '../../src/transport/global-fetch.ts';
import { asTransport } from '../../src/simulation/open-transport.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import type { Transport } from '../../src/transport/gateway.ts';
import { type BakerySimulation, simulateBakery } from './bakery/simulate.ts';

/** Engine, clock, transports and trace know nothing of our service: another stands on them as well. */

const transports: readonly (readonly [string, Transport])[] = [
  ['the socket', attachSockets],
  ['the global fetch', asTransport(attachGlobalFetch)],
];

const open = async (transport: Transport): Promise<BakerySimulation> => {
  const sim = await simulateBakery(transport);
  onTestFinished(() => sim.stop());
  return sim;
};

const order = async ({ url }: BakerySimulation, body = ''): Promise<string> => {
  const response = await fetch(`${url}/orders`, { method: 'POST', headers: { authorization: 'Bearer secret' }, body });
  const { id } = (await response.json()) as { readonly id: string };
  return id;
};

const look = async ({ url }: BakerySimulation, id: string): Promise<unknown> =>
  (await fetch(`${url}/orders/${id}`)).json();

const hour = 3_600_000;

test.each(transports)('at %s: an hour of baking passes, and the bread is announced', async (_, transport) => {
  const sim = await open(transport);

  const seen = await sim.timeline.run(async () => {
    const id = await order(sim);
    const early = await look(sim, id);
    while (!sim.announced.includes(id)) await sleep(60_000);
    return [early, await look(sim, id)];
  });

  expect(seen).toEqual([{ bread: 'baking' }, { bread: 'baked' }]);
  expect(sim.trace.lines()).toEqual([
    '0 request',
    '0 transition',
    '0 answer',
    '0 request',
    '0 answer',
    `${hour} due`,
    `${hour} transition`,
    `${hour} notification`,
    `${hour} delivered`,
    `${hour} request`,
    `${hour} answer`,
  ]);
  expect(sim.trace.toJSONL()).not.toContain('secret');
});

test.each(transports)(
  'at %s: what a request sets off has happened before anything else is let in or out',
  async (_, transport) => {
    const sim = await open(transport);

    await sim.timeline.run(() => Promise.all([order(sim, 'from the shelf'), order(sim, 'from the shelf')]));

    const one = ['0 request', '0 notification', '0 delivered'];
    expect(sim.trace.lines()).toEqual([...one, ...one, '0 answer', '0 answer']);
  },
);

test.each(transports)('at %s: before the second look a fault breaks its connection', async (_, transport) => {
  const sim = await open(transport);
  let looks = 0;
  sim.engine.listen({
    before: ({ name }) => {
      if (name === 'fetchBread') looks += 1;
      if (name !== 'fetchBread' || looks !== 2) return undefined;
      return sim.engine.act({ do: 'fault', operation: 'fetchBread', fault: { name: 'reset' } }, 'bakery.test');
    },
    after: () => undefined,
  });

  const seen = await sim.timeline.run(async () => {
    const id = await order(sim);
    const tryToLook = (): Promise<unknown> => look(sim, id).catch(() => 'broken');
    return [await tryToLook(), await tryToLook(), await tryToLook()];
  });

  expect(seen).toEqual([{ bread: 'baking' }, 'broken', { bread: 'baking' }]);
  expect(sim.trace.entries.filter(({ kind }) => kind === 'fault' || kind === 'action')).toMatchObject([
    { at: 0, kind: 'action', action: { do: 'fault', operation: 'fetchBread' }, place: 'bakery.test' },
    { at: 0, kind: 'fault', exchange: 3, fault: { name: 'reset' } },
  ]);
});
