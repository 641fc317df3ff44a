import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkTrace } from '../../src/recording/check-trace.ts';
import { simulate } from '../../src/index.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { isMisuse } from '../../src/misuse.ts';
import { toHar } from '../../src/recording/to-har.ts';
import { amount } from '../sampled.ts';

/**
 * What is judged may have been written by anybody and altered by hand: it is judged, or refused with a place. A recording of
 * a real import is altered at random, so that most of what a reader looks at is there.
 */

const hostile: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  true,
  '',
  '\ud800',
  '%E0%A4%A',
  'http://',
  'https://[',
  '\u0000',
  '__proto__',
  '{"',
  '9'.repeat(400),
  '2024-13-45T99:99:99Z',
  [],
  {},
  [null],
];

/** What stands on the lines of a file. */
type Recording = readonly unknown[];

const recordings = async (): Promise<readonly Recording[]> => {
  await using sim = await simulate({ transport: 'fetch', customer: { records: 3, collects: '10m' } });
  sim.on('listDataQueryRecords').fail('integrationTimeout');
  sim.on('downloadFile').expireToken();
  await sim.run(() => importWith()(sim.env));
  const lines = sim.trace.toJSONL().trim().split('\n');
  return [lines.map((line): unknown => JSON.parse(line)), [toHar(sim.trace)]];
};

/** The paths to all that stands in a value. */
const pathsOf = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] =>
  typeof value !== 'object' || value === null
    ? [path]
    : [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];

const alter = (whole: unknown, path: readonly string[], to: unknown): unknown => {
  const copy = structuredClone(whole) as object;
  const last = path.at(-1) ?? '';
  const parent = path.slice(0, -1).reduce<unknown>((inner, key) => Reflect.get(inner as object, key), copy) as object;
  if (to === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, to);
  return copy;
};

/** How it was taken: judged or refused; anything else that is thrown is a bug. */
const take = (text: string): string => {
  try {
    checkTrace(text, { judges: 'both', name: 'altered' });
    return 'judged';
  } catch (error) {
    if (isMisuse(error)) return error.place.startsWith('altered') ? 'refused' : `without its place: ${error.message}`;
    return String((error as Error).stack);
  }
};

const isTaken = (how: string): boolean => how === 'judged' || how === 'refused';

test('a recording that was altered is judged, or refused with its place', async () => {
  const files = (await recordings()).map((values) => ({
    values,
    lines: values.map((value) => JSON.stringify(value)),
    paths: pathsOf(values).filter(({ length }) => length > 1),
  }));
  const others = fc.oneof(fc.constantFrom(undefined, ...hostile), fc.string({ unit: 'binary' }));
  const alterations = fc
    .constantFrom(...files)
    .chain((file) => fc.record({ file: fc.constant(file), path: fc.constantFrom(...file.paths), to: others }));
  const takings = fc
    .sample(alterations, { seed: 18, numRuns: amount({ usual: 60, deep: 50_000 }) })
    .map(({ file: { values, lines }, path, to }) => {
      const [line, ...rest] = path;
      const altered = JSON.stringify(alter(values[Number(line)], rest, to));
      const how = take(lines.with(Number(line), altered).join('\n'));
      return isTaken(how) ? how : `${path.join('.')} = ${JSON.stringify(to)}: ${how}`;
    });

  expect(takings.filter((how) => !isTaken(how))).toEqual([]);
  expect(new Set(takings)).toEqual(new Set(['judged', 'refused']));
});
