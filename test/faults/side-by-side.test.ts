import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Outcome, WireRequest } from '../../src/core/wire.ts';
import { type ExchangeFaultName, exchangeFaultNames, isTlsFault } from '../../src/spec/faults.ts';
import { applyFault } from '../../src/engine/apply-fault.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { createFetch } from '../../src/transport/fetch.ts';
import { answer, makeGateway } from '../transport/gateways.ts';
import { sampled } from '../sampled.ts';
import { askers } from './askers.ts';
import { trustRoot } from './certificates.ts';
import { body, openReference } from './references.ts';
import { verdictOf } from './verdict.ts';

/** Every fault is shown to every client twice: by a real server on this machine, and by the simulation. */

const urlFor = (name: ExchangeFaultName): string => `http${isTlsFault(name) ? 's' : ''}://shop.test/`;

beforeAll(() => trustRoot());

const outcomeOf = (name: ExchangeFaultName, request: WireRequest): Outcome =>
  applyFault(answer(200, body), { name, by: 10, pieces: 3 }, request);

const openGateway = (name: ExchangeFaultName) => makeGateway([urlFor(name)], (request) => outcomeOf(name, request));

const shown = exchangeFaultNames.filter((name) => name !== 'timeout' && name !== 'silence');

describe.each(shown)('%s', (name) => {
  test.each(sampled(Object.entries(askers), { every: 3, from: shown.indexOf(name) }))('%s', async (_client, ask) => {
    await using real = await openReference(name);
    const expected = await verdictOf(() => ask(real.url));
    onTestFinished(await attachSockets(openGateway(name)));

    const seen = await verdictOf(() => ask(urlFor(name)));

    expect(seen).toEqual(expected);
  });

  test('sim.fetch', async () => {
    await using real = await openReference(name);
    const expected = await verdictOf(async () => (await fetch(real.url)).json());
    const simFetch = createFetch(openGateway(name));

    const seen = await verdictOf(async () => (await simFetch(urlFor(name))).json());

    expect(seen).toEqual(expected);
  });
});
