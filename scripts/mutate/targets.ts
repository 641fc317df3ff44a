import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './modules.ts';

/** What faults are planted in, and which tests have to catch them. */

export interface LeftOut {
  /** A file, or all of a folder, where it ends with a slash. */
  readonly file: string;
  readonly because: string;
}

export const leftOut: readonly LeftOut[] = [
  {
    file: 'src/core/ids.ts',
    because: 'A hash: with other constants it is as good a one, and no text states its values.',
  },
  {
    file: 'src/core/records/shapes.ts',
    because: 'Words and ranges that sample data is drawn from: nobody is owed those.',
  },
  { file: 'src/core/records/values.ts', because: 'How sample data is drawn; that it fits its schema is tested.' },
  {
    file: 'src/core/saw/',
    because: 'Words about a refused request: no answer depends on them. Those of each refusal are tested.',
  },
];

const tables = [
  'boundaries',
  'email-errors',
  'errors',
  'limits',
  'notification',
  'retry',
  'scopes',
  'time',
  'token-errors',
  'transitions',
  'faults/service',
].map((name) => `src/spec/${name}.ts`);

const filesBelow = (folder: string, ending: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort();

/** Some sources, and the tests that have to notice a fault in them. */
export interface Target {
  /** Files, and folders with all that is in them. */
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /** Whether each survivor has its explanation, or their number alone is known, file by file. */
  readonly survivors: 'explained' | 'counted';
}

/** Traces written by hand, and of the service one run that has all in it: quick ones, that are run against each fault. */
const clientTests = ['test/rules/client'];
const serviceTests = ['test/rules/service/written', 'test/rules/service/service-rules.test.ts'];
const ruleTests = ['test/rules/history', ...clientTests, ...serviceTests, 'test/rules/judge-trace.test.ts'];

export const targets: readonly Target[] = [
  { sources: ['src/core', ...tables], tests: ['test/core', 'test/spec'], survivors: 'explained' },
  { sources: ['src/rules/client'], tests: clientTests, survivors: 'counted' },
  { sources: ['src/rules/service'], tests: serviceTests, survivors: 'counted' },
  {
    sources: ['src/rules/history.ts', 'src/rules/history', 'src/rules/meters.ts', 'src/rules/verdicts.ts'],
    tests: ruleTests,
    survivors: 'counted',
  },
];

/** The files of some places: of a folder all that is in it. */
const filesOf = (places: readonly string[], ending: string): readonly string[] =>
  places.flatMap((place) => (place.endsWith('.ts') ? [place] : filesBelow(place, ending)));

const isLeftOut = (name: string): boolean =>
  leftOut.some(({ file }) => file === name || (file.endsWith('/') && name.startsWith(file)));

/** Each file in which faults are planted, and the target that it belongs to. */
const byFile: ReadonlyMap<string, Target> = new Map(
  targets.flatMap((target) => filesOf(target.sources, '.ts').map((file) => [file, target] as const)),
);

export const filesIn = (target: Target): readonly string[] =>
  [...byFile].flatMap(([file, owner]) => (owner === target && !isLeftOut(file) ? [file] : []));

export const targetOf = (file: string): Target => {
  const target = byFile.get(file);
  if (target === undefined) throw new Error(`${file} is in no row of scripts/mutate/targets.ts`);
  return target;
};

export const testsIn = (places: readonly string[]): readonly string[] => filesOf(places, '.test.ts');
