import { beforeAll, expect, test } from 'vitest';
import { openProject } from './project.ts';

/** A line of a user's code, and the error of TypeScript that it must get, if any. */
type Row = readonly [code: string, error?: string];

const aboutMatchers: readonly Row[] = [
  ["expect(sim).toHaveRequested('createDataQuery');"],
  ["expect(sim).not.toHaveRequested('notification', { atLeast: 1, atMost: 2 });"],
  ["expect(sim).toHaveMailed({ to: 'ann@example.com', content: /600/ }, 1);"],
  ["expect(sim).toHaveEndedQueries('completed', 2);"],
  ["expect(sim).toHaveReliedOn('list.windowBoundary');"],
  ["expect(sim).toHaveRequested('createDataQery');", 'TS2345'],
  ["expect(sim).toHaveRequested('createDataQuery', { times: 2 });", 'TS2353'],
  ["expect(sim).toHaveMailed({ subject: 'import' });", 'TS2353'],
  ["expect(sim).toHaveEndedQueries('inProgress');", 'TS2345'],
  ["expect(sim).toHaveReliedOn('list.windowBondary');", 'TS2345'],
  ['expect(sim).toHaveBeenKind();', 'TS2339'],
];

const aboutJest: readonly Row[] = [
  ["import { expect, test } from '@jest/globals';"],
  ["import { simulate, withSimulation } from 'stunt-double/jest';"],
  ['const sim = await simulate({ customer: { records: 3 } });'],
  ...aboutMatchers,
  ["test.each([1, 2])('rows come second', withSimulation((one, row: number) => one.elapse(`${row}m`)));"],
  ["test('steps are typed', withSimulation((one) => one.now.expireTokn()));", 'TS2551'],
];

const aboutNodeTest: readonly Row[] = [
  ["import { test } from 'node:test';"],
  ["import { withSimulation } from 'stunt-double/node-test';"],
  ["void test('the context comes second', withSimulation((sim, context) => context.diagnostic(sim.env.tokenUrl)));"],
  ["void test('options are typed', withSimulation({ custmer: {} }, () => undefined));", 'TS2561'],
];

const aboutVitest: readonly Row[] = [
  ["import { expect } from 'vitest';"],
  ["import { test } from 'stunt-double/vitest';"],
  ["test('the fixture is typed', ({ sim }) => {"],
  ...aboutMatchers,
  ['});'],
  ['test.override({ simOptions: { customer: { records: 3 } } });'],
];

/** CommonJS has no `await` at the top. */
const inFunction = ([imports, more, sim, ...rest]: readonly Row[]): readonly Row[] =>
  [imports, more, ['void (async () => {'] as const, sim, ...rest, ['})();'] as const].filter(
    (row) => row !== undefined,
  );

const flags = '--noEmit --strict --module nodenext --target es2022 --lib es2023,dom,esnext.disposable --types node';

const programs: Readonly<Record<string, readonly Row[]>> = {
  'vitest.mts': aboutVitest,
  'jest.mts': aboutJest,
  'jest.cts': inFunction(aboutJest),
  'node-test.mts': aboutNodeTest,
  'node-test.cts': aboutNodeTest,
};

let output = '';
beforeAll(async () => {
  using project = openProject();
  for (const [file, rows] of Object.entries(programs)) project.write(file, rows.map(([code]) => `${code}\n`).join(''));
  ({ output } = await project.run('typescript/bin/tsc', [...flags.split(' '), ...Object.keys(programs)]));
});

test.each(Object.entries(programs))('%s: wrong words do not compile, right ones do', (file, rows) => {
  const found = [...output.matchAll(/^(.*?)\((\d+),\d+\): error (TS\d+)/gm)].filter(([, where]) => where === file);

  expect(found.map(([, where, line, error]) => [where, rows[Number(line) - 1]?.[0], error])).toEqual(
    rows.filter(([, error]) => error !== undefined).map(([code, error]) => [file, code, error]),
  );
});
