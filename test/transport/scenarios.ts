import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Scenario, Simulation } from '../../src/index.ts';
import { settingsOf } from '../../src/language/settings.ts';
import { operations } from '../../src/spec/routes.ts';
import type { SimulateOptions } from '../../src/simulation/options.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { simulate } from '../../src/simulate.ts';
import { sample, type Share, whole } from '../sample.ts';
import type { Gap } from './contract.ts';
import { crowd } from './crowd.ts';
import { type Fetch, importWith } from './fetch-client.ts';

const names = [
  'answers-take-a-while',
  'create-answer-is-lost',
  'create-is-never-answered',
  'create-is-redirected',
  'create-is-throttled',
  'hour-has-passed',
  'token-dies-between-pages',
];

const folder = join(import.meta.dirname, '../../scenarios');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });

const read = (name: string): Scenario => {
  const path = join(folder, files.find((file) => basename(file, '.yaml') === name) ?? name);
  return readScenario(readFileSync(path, 'utf8'), path);
};

interface Played {
  readonly result: unknown;
  readonly elapsed: number;
  readonly trace: unknown;
}

/** Headers that a client gave itself; libraries add others, each its own. */
const kept = new Set(['authorization', 'content-type']);

/** What happened and when; an address is told by its number, for a server stands elsewhere. */
const simplify = ({ trace, gateway }: Simulation, finest: number): unknown => {
  const text = JSON.stringify(trace.entries, (key, value: unknown) => {
    if (key === 'at') return coarsen(Number(value), finest);
    if (key !== 'headers') return value;
    return Object.fromEntries(Object.entries(value as object).filter(([name]) => kept.has(name)));
  });
  const addresses = [...gateway.addresses.entries()].sort(([, one], [, other]) => other.length - one.length);
  const numbered = addresses.reduce((rest, [number, address]) => rest.replaceAll(address, `<${number}>`), text);
  return JSON.parse(finest === 1 ? numbered : withoutTimes(numbered));
};

/** Links and page tokens tell when they were made, and refusals how long ago something was. */
const withoutTimes = (text: string): string =>
  text
    .replace(/issued=\d+/g, 'issued')
    .replace(/(nextPageToken\W+)[\w-]+/g, '$1')
    .replace(/[\w.]+ ago/g, 'ago');

const coarsen = (time: number, finest: number): number => time - (time % finest);

const play = async (
  scenario: Scenario,
  transport: NonNullable<SimulateOptions['transport']>,
  fetchOf: (sim: Simulation) => Fetch,
  finest: number,
): Promise<Played> => {
  await using sim = await simulate({ ...settingsOf(scenario), instance: 'one', transport, unfired: 'ignore' });
  for (const step of scenario.steps) sim.add(step);
  const result = await sim.run(() => importWith(fetchOf(sim))(sim.env));
  return { result, elapsed: coarsen(sim.elapsed, finest), trace: simplify(sim, finest) };
};

/** What the interceptor of `fetch` in nock 14 and msw 2 does not keep. */
export const forgetsMethod: Gap = {
  case: 'create-is-redirected',
  because: 'its own way of following a redirect makes a GET of every request',
};

/** A bug of ours: whatever creates a query breaks. */
const plant = (bug: Error): (() => void) => {
  const { createDataQuery } = operations;
  const success = Object.getOwnPropertyDescriptor(createDataQuery, 'success') ?? {};
  const get = (): never => {
    throw bug;
  };
  Object.defineProperty(createDataQuery, 'success', { get, configurable: true });
  return () => void Object.defineProperty(createDataQuery, 'success', success);
};

/**
 * The same scenarios, played by the same client over a transport, give what they give without any; told to the
 * millisecond, unless the transport needs some of its own.
 */
export const scenarios = (
  name: string,
  transport: NonNullable<SimulateOptions['transport']>,
  fetchOf: (sim: Simulation) => Fetch = () => (url, init) => fetch(url, init),
  {
    gaps = [],
    finest = 1,
    share = whole,
  }: { readonly gaps?: readonly Gap[]; readonly finest?: number; readonly share?: Share } = {},
): void => {
  crowd(name, { transport, fetchOf }, share);
  describe(`${name} plays a scenario alike`, () => {
    for (const title of sample(names, share)) {
      const gap = gaps.find((one) => one.case === title);
      const check = gap === undefined ? test : test.fails;
      check(gap === undefined ? title : `${title} (not: ${gap.because})`, async () => {
        const told = await play(read(title), transport, fetchOf, finest);

        expect(told).toEqual(await play(read(title), 'none', (sim) => sim.fetch, finest));
      });
    }

    test('a bug of ours is answered 500 and stands in no answer of the trace; the simulation ends with it', async () => {
      const sim = await simulate({ transport });
      const bug = new RangeError('no such gate');
      const undo = plant(bug);

      const [status, body] = await sim.run(async () => {
        const { regions, customer } = sim.env;
        const headers = { authorization: `Bearer ${customer.accessToken}` };
        const url = `${regions['eu-west-1']}/${customer.scope}/data-queries`;
        const response = await fetchOf(sim)(url, { method: 'POST', headers });
        return [response.status, await response.text()] as const;
      });
      undo();
      const thrown: unknown = await sim.stop().catch((error: unknown) => error);

      expect([status, body]).toEqual([500, expect.stringContaining('not of your client: no such gate')]);
      expect(sim.trace.entries.filter(({ kind }) => kind === 'answer')).toEqual([]);
      expect(thrown).toMatchObject({ name: 'SimulatorBug', cause: bug });
    });

    test('every gap is one of these scenarios', () => {
      expect(gaps.map((gap) => gap.case).filter((title) => !names.includes(title))).toEqual([]);
    });
  });
};
