import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { afterAll, describe, expect, test } from 'vitest';
import { type Kind, openEmptyProject } from '../scripts/packed/empty-project.ts';
import { packedOnce } from './packed-once.ts';
import { sampled } from './sampled.ts';

/** Projects that install the package and mock with a library of their own, which brings its own copy of the interceptor. */
const packed = packedOnce();

const node = Number(process.versions.node.split('.')[0]);

interface Guest extends Pick<Kind, 'packages' | 'nested'> {
  readonly name: string;
  readonly imported: string;
  /** The oldest Node that it works on by itself. */
  readonly since: number;
}

const nock = { imported: 'nock', since: 22 };
const guests: readonly Guest[] = [
  { name: 'nock 14', imported: 'nock14', since: 20, packages: ['nock14'] },
  {
    name: 'nock 15, interceptors 0.44',
    ...nock,
    packages: [],
    nested: { nock: { '@mswjs/interceptors': 'interceptors44' } },
  },
  { name: 'nock 15, interceptors 0.45', ...nock, packages: ['nock'] },
  { name: 'msw 2', imported: 'msw', since: 20, packages: ['msw'] },
  { name: 'msw 3', imported: 'msw3', since: 22, packages: ['msw3'] },
];

const scenario = readFileSync(resolve(import.meta.dirname, 'guests/scenario.mjs'), 'utf8');
const orders = ['first', 'last'].flatMap((starts) => ['first', 'last'].map((stops) => [starts, stops] as const));

/** Installs the package beside a guest, and returns how to play the scenario there. */
const install = ({ name, imported, packages, nested }: Guest) => {
  const files = { 'package.json': '{ "type": "module" }\n', 'scenario.mjs': scenario };
  const project = openEmptyProject(packed, {
    name,
    files,
    packages: ['axios', ...packages],
    ...(nested && { nested }),
  });
  afterAll(() => project[Symbol.dispose]());
  return (starts: string, stops: string): unknown[] => {
    const { output } = project.node('scenario.mjs', imported, starts, stops);
    // Node 26 warns of a `localStorage` that msw looks for.
    const lines = output
      .trim()
      .split('\n')
      .filter((line) => !/^\(.*(?:localStorage|--trace-warnings)/.test(line));
    return lines.map((line) => (line.startsWith('{') ? (JSON.parse(line) as unknown) : line));
  };
};

/** At an address where there is nothing, ours answers 404. */
const ours = { ours: '{"message":"Not Found"}' };
const theirs = { theirs: 'theirs' };
const real = { real: 'real' };

describe.each(guests.filter(({ since }) => since <= node))('beside $name', (guest) => {
  const play = install(guest);

  test.each(sampled(orders, { every: 4, from: 1 }))(
    'which starts %s and stops %s, everybody gets what is his',
    (starts, stops) => {
      expect(play(starts, stops)).toEqual([
        { when: 'one', ...real, ...(starts === 'first' ? theirs : ours) },
        { when: 'both', ...real, ...theirs, ...ours },
        { when: 'later', ...real, ...(stops === 'first' ? ours : theirs) },
        { when: 'later', ...real },
      ]);
    },
  );
});

/** Every request of the process fails by then, with or without a simulation: no fault of the project's. */
describe.each(guests.filter(({ since, imported }) => imported === 'nock' && since > node))('beside $name', (guest) => {
  const play = install(guest);

  test.each(['first', 'last'])('which starts %s on a Node that it is not made for, one is told so', (starts) => {
    expect(play(starts, 'first').at(-1)).toEqual({
      refused: {
        name: 'Misuse',
        code: 'INTERCEPTORS_CONFLICT',
        place: 'attachSockets',
        what: expect.stringContaining('nock or msw brought needs Promise.withResolvers of Node 22') as string,
        hint: 'on Node 20 use nock 14 or msw 2, or run on Node 22 or newer',
      },
    });
  });
});
