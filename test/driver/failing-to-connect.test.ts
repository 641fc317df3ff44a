import { expect, test } from 'vitest';
import { simulate, type Simulation } from '../../src/index.ts';
import { hosts } from '../../src/spec/hosts.ts';
import { create } from '../simulation/calls.ts';

/** Machines at which a connection may fail before it is known what for. */
const failing = (sim: Simulation): readonly string[] => {
  const machines = new Set(sim.gateway.addresses.map((address) => new URL(address).hostname.split('.')[0] ?? ''));
  return [...machines].filter((name) => sim.gateway.connecting?.mayFail(`${name}.stunt-double.test:443`));
};

const regions = ['eu-west-1', 'us-east-1', 'us-west-2'];

const told: Readonly<Record<string, readonly [(sim: Simulation) => unknown, readonly string[]]>> = {
  nothing: [() => undefined, []],
  'a fault of a token request': [(sim) => sim.on('requestToken').fault('refused'), [hosts.token.machine]],
  'one by TLS': [(sim) => sim.on('requestToken').fault('unknownIssuer'), [hosts.token.machine]],
  'one on the way of the request': [(sim) => sim.on('requestToken').fault('stale'), []],
  'one after the service has acted': [(sim) => sim.on('requestToken').fault('reset'), []],
  'a failure of the service': [(sim) => sim.on('requestToken').fail(503), []],
  'a fault of a create in any region': [(sim) => sim.on('createDataQuery').fault('timeout'), regions],
  'a fault of a create in one': [
    (sim) => sim.on('createDataQuery', { where: { region: 'us-east-1' } }).fault('timeout'),
    ['us-east-1'],
  ],
  'one that waits in the world': [(sim) => sim.now.fault('refused', { operation: 'sendEmail' }), ['email']],
  'one that lasts': [(sim) => sim.now.fault('refused', { operation: 'sendEmail', for: '1h' }), ['email']],
  'a region to which nothing gets': [(sim) => sim.now.regionDown('us-west-2', { fails: 'refused' }), ['us-west-2']],
  'a region that refuses': [(sim) => sim.now.regionDown('us-west-2'), []],
  'a region that is going to be down': [
    (sim) => sim.on('sendEmail').regionDown('us-west-2', { fails: 'refused' }),
    ['email'],
  ],
  'a fault later on': [(sim) => sim.at('1h').fault('refused', { operation: 'sendEmail' }), []],
};

test.each(Object.entries(told))(
  'a connection may fail at the hosts of what is told: %s',
  async (_what, [tell, expected]) => {
    await using sim = await simulate({ unfired: 'ignore' });

    await tell(sim);

    expect(failing(sim)).toEqual(expected);
  },
);

test('and no longer once the fault has hit, or is over', async () => {
  await using sim = await simulate({ unfired: 'ignore' });
  sim.on('createDataQuery').fault('refused');
  await sim.now.fault('refused', { operation: 'sendEmail', for: '1h' });
  await sim.now.regionDown('us-west-2', { fails: 'refused', for: '1h' });
  await sim.run(() => create(sim.env)).catch(() => undefined);
  expect(failing(sim)).toEqual(['email', 'us-west-2']);

  await sim.elapse('1h');

  expect(failing(sim)).toEqual([]);
});
