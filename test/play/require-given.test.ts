import { expect, test } from 'vitest';
import {
  checkClient,
  checkTrace,
  describeScenarios,
  diffClients,
  loadScenarios,
  readScenario,
  raceClient,
  runScenario,
  scenario,
  simulate,
  sweepClient,
  toHar,
} from '../../src/index.ts';
import { rejection } from '../clock/begin.ts';

const client = async (): Promise<string> => 'done';
const plain = scenario('plain').build();
const unbuilt = scenario('plain') as never;
const nothing = undefined as never;
const wrong = (options: unknown): never => options as never;

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
  ...(
    [
      ['options that are none', () => runScenario(plain, client, wrong(5)), 'runScenario: 5 is not a set of options'],
      ['options that are none', () => sweepClient(client, wrong(null)), 'sweepClient: nothing (null) is not a set'],
      ['options that are none', () => raceClient(client, wrong(5)), 'raceClient: 5 is not a set of options'],
      ['options that are none', () => diffClients(client, client, wrong(5)), 'diffClients: 5 is not a set of options'],
      ['a level that is none', () => runScenario(plain, client, wrong({ failOn: 5n })), 'this is no level'],
      ['a seed that is none', () => checkClient(client, wrong({ seed: {} })), 'checkClient, seed: an object without'],
      ['modes that are none', () => checkClient(client, wrong({ modes: 'any' })), 'checkClient, modes: these are'],
      ['a transport that is none', () => checkClient(client, wrong({ transport: Symbol('x') })), 'a symbol is neither'],
      ['a token that is none', () => checkClient(client, wrong({ replay: 5 })), 'token'],
      ['pairs that are none', () => sweepClient(client, wrong({ pairs: {} })), 'sweepClient, pairs: an object without'],
      [
        'no scenarios',
        () => diffClients(client, client, wrong({ scenarios: 5 })),
        'diffClients, scenarios: 5 is no list',
      ],
      [
        'a mistyped wish for coverage',
        () => checkClient(client, wrong({ coverage: { atLeats: 0.9 } })),
        'checkClient, coverage: "atLeats" is no option (did you mean "atLeast"?',
      ],
      [
        'per cent of coverage',
        () => checkClient(client, { coverage: { atLeast: 90 } }),
        'checkClient, coverage.atLeast: 90 is no part of all cells',
      ],
      [
        'coverage of what is no list',
        () => checkClient(client, wrong({ coverage: { including: 'a' } })),
        'checkClient, coverage.including: "a" is no list of cells',
      ],
    ] as const
  ).map(([given, call, says]): [string, () => Promise<unknown>, string, string] => [given, call, 'BAD_OPTION', says]),
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

test.each<[string, () => unknown, string]>([
  [
    'bytes for a text',
    () => readScenario(wrong(new TextEncoder().encode('name: a')), 'a.yaml'),
    'a.yaml: an Uint8Array',
  ],
  ['no paths', () => loadScenarios(wrong(undefined)), 'loadScenarios: nothing is no list of paths'],
  ['a path that is none', () => loadScenarios(wrong([null])), 'loadScenarios: a list of 1 is no list of paths'],
  ['no test', () => describeScenarios('scenarios', client, wrong(undefined)), 'describeScenarios, test: nothing is no'],
  ['what has no trace', () => toHar(wrong({})), 'toHar: an object without fields is no trace'],
  ['an option of another call', () => checkTrace('', wrong({ judge: 'both' })), 'did you mean "judges"?'],
  ['judges that are none', () => checkTrace('', wrong({ judges: 'clients' })), '"clients" is judged by no rule'],
  ['limits that are none', () => checkTrace('', wrong({ limits: { maxResult: 5 } })), 'recording, limits: '],
  ['assumptions that are none', () => checkTrace('', wrong({ assumptions: 5 })), '5 is not a set of options'],
])('%s is refused by name', async (_given, call, says) => {
  const refused = await rejection((async () => call())());

  expect(refused).toMatchObject({ name: 'Misuse', message: expect.stringContaining(says) });
});
