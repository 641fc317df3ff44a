import { expect, test } from 'vitest';
import { checkClient, diffClients, raceClient, runScenario, scenario, simulate, sweepClient } from '../../src/index.ts';
import { rejection } from '../clock/begin.ts';

const client = async (): Promise<string> => 'done';
const plain = scenario('plain').build();
const unbuilt = scenario('plain') as never;
const nothing = undefined as never;

test.each<[string, () => Promise<unknown>, string, string]>([
  ['no client', () => runScenario(plain, nothing), 'CLIENT_INVALID', 'runScenario: the client is no function'],
  ['no client', () => checkClient(nothing), 'CLIENT_INVALID', 'checkClient: the client is no function'],
  [
    'a mistyped option',
    () => runScenario(plain, client, { failon: 'should' } as object),
    'BAD_OPTION',
    'runScenario: "failon" is no option (did you mean "failOn"? known: seed, profile,',
  ],
  ['a scenario that is not built', () => runScenario(unbuilt, client), 'BAD_OPTION', 'scenario(…).build()'],
  ['no scenario', () => runScenario(nothing, client), 'BAD_OPTION', 'runScenario: nothing is no scenario'],
  [
    'a scenario that is not built',
    () => sweepClient(client, { scenario: unbuilt }),
    'BAD_OPTION',
    'sweepClient, scenario: ',
  ],
  [
    'a scenario that is not built',
    () => raceClient(client, { scenario: unbuilt }),
    'BAD_OPTION',
    'raceClient, scenario: ',
  ],
  [
    'a scenario that is not built',
    () => diffClients(client, client, { scenarios: [unbuilt] }),
    'BAD_OPTION',
    'diffClients, scenarios: ',
  ],
  [
    'an option of checkClient',
    () => sweepClient(client, { runs: 3 } as object),
    'BAD_OPTION',
    'known: scenario, pairs, time, transport, returns, rules, failOn, checkResult, onProgress)',
  ],
  [
    'an option of sweepClient',
    () => raceClient(client, { pairs: 3 } as object),
    'BAD_OPTION',
    'known: scenario, time, transport, returns, rules, failOn, checkResult, onProgress)',
  ],
  [
    'an option of checkClient',
    () => diffClients(client, client, { shard: { index: 1, of: 2 } } as object),
    'BAD_OPTION',
    'known: scenarios, seed, runs, time, transport, returns, rules, modes, assumptions, onProgress)',
  ],
])('%s is refused before anything is run', async (_given, call, code, says) => {
  expect(await rejection(call())).toMatchObject({ name: 'Misuse', code, message: expect.stringContaining(says) });
});

interface Order {
  readonly id: string;
}

test('records of a type of the client are given as they are', async () => {
  const orders: readonly Order[] = [{ id: 'one' }, { id: 'two' }];

  await using sim = await simulate({ customer: { records: orders } });
  const built = scenario('orders').customer({ records: orders }).build();

  expect(sim.customer.records).toEqual(orders);
  expect(built.customers[0]?.records).toEqual(orders);
});
