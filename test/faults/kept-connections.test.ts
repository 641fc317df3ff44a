import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ExchangeFaultName, exchangeFaultNames, isTlsFault } from '../../src/spec/faults.ts';
import { applyFault } from '../../src/engine/apply-fault.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { answer, makeGateway } from '../transport/gateways.ts';
import { type Asker, keepers } from './askers.ts';
import { trustRoot } from './certificates.ts';
import { body, openReference } from './references.ts';
import { sampled } from '../sampled.ts';
import { verdictOf } from './verdict.ts';

/** The same faults on a connection that has carried a good answer before and was kept open. */

const urlFor = (name: ExchangeFaultName): string => `http${isTlsFault(name) ? 's' : ''}://shop.test/`;

beforeAll(() => trustRoot());

const askTwice = async (ask: Asker, at: string, between = async (): Promise<void> => {}) => {
  const first = await verdictOf(() => ask(at));
  await between();
  return [first, await verdictOf(() => ask(at))];
};

/** A host whose connections are refused ends those that it has. */
const endsFirst = (name: ExchangeFaultName): boolean => name === 'refused' || isTlsFault(name);

/** A name is looked up once for each connection, so none is looked up for one that is kept. */
const shown = exchangeFaultNames.filter(
  (name) => !['timeout', 'unresolved', 'silence'].includes(name),
) as readonly Exclude<ExchangeFaultName, 'timeout'>[];

/** Every fault, and every client; in depth each by each. */
const clientsFor = (name: (typeof shown)[number]) =>
  sampled(Object.entries(keepers), { every: 4, from: shown.indexOf(name) });

describe.each(shown)('%s', (name) => {
  test.each(clientsFor(name))('%s', async (_client, ask) => {
    await using real = await openReference(name, 1);
    const expected = await askTwice(ask, real.url, endsFirst(name) ? real.quiet : undefined);
    let asked = 0;
    const url = urlFor(name);
    const gateway = makeGateway([url], (request) => {
      asked += 1;
      return asked === 1 ? answer(200, body) : applyFault(answer(200, body), { name, by: 10, pieces: 3 }, request);
    });
    onTestFinished(await attachSockets(gateway));

    expect(await askTwice(ask, url)).toEqual(expected);
  });
});
