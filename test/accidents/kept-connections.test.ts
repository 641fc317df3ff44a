import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type AccidentName, accidentNames, isTlsAccident } from '../../src/spec/accidents.ts';
import { befall } from '../../src/engine/befall.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { answer, makeGateway } from '../transport/gateways.ts';
import { type Asker, keepers } from './askers.ts';
import { trustRoot } from './certificates.ts';
import { body, openReference } from './references.ts';
import { verdictOf } from './verdict.ts';

/** The same accidents on a connection that has carried a good answer before and was kept open. */

const urlFor = (name: AccidentName): string => `http${isTlsAccident(name) ? 's' : ''}://shop.test/`;

beforeAll(() => trustRoot());

/** A host whose connections are refused ends those that it has; a moment later the client knows, and opens another. */
const askTwice = async (ask: Asker, at: string, name: AccidentName) => {
  const first = await verdictOf(() => ask(at));
  await sleep(name === 'refused' || isTlsAccident(name) ? 60 : 5);
  return [first, await verdictOf(() => ask(at))];
};

/** A name is looked up once for each connection, so none is looked up for one that is kept. */
const shown = accidentNames.filter((name) => !['timeout', 'unresolved', 'silence'].includes(name)) as readonly Exclude<
  AccidentName,
  'timeout'
>[];

describe.each(shown)('%s', (name) => {
  test.each(Object.entries(keepers))('%s', async (_client, ask) => {
    await using real = await openReference(name, 1);
    const expected = await askTwice(ask, real.url, name);
    let asked = 0;
    const url = urlFor(name);
    const door = makeGateway([url], (request) => {
      asked += 1;
      return asked === 1 ? answer(200, body) : befall(answer(200, body), { name, by: 10, pieces: 3 }, request);
    });
    onTestFinished(await attachSockets(door));

    expect(await askTwice(ask, url, name)).toEqual(expected);
  });
});
