import type { Manifest } from './project.ts';

/** The test runner of a project, and why it is taken for that. */
export interface Runner {
  readonly name: 'vitest' | 'Jest' | 'node:test';
  readonly because: string;
  readonly readsTypeScript: boolean;
}

interface Known {
  readonly name: Runner['name'];
  readonly packages: readonly string[];
  /** How a script calls it. */
  readonly called: RegExp;
}

const runners: readonly Known[] = [
  { name: 'vitest', packages: ['vitest'], called: /\bvitest\b/ },
  { name: 'Jest', packages: ['jest', '@jest/globals'], called: /\bjest\b/ },
  { name: 'node:test', packages: [], called: /\bnode\b.*--test\b/ },
];

/** What the project calls in its tests goes before what it has installed. */
export const findRunner = (manifest: Manifest): Runner => {
  const { testScript, dependencies } = manifest;
  const called = runners.find((one) => one.called.test(testScript));
  if (called !== undefined) return choose(called, `the script "test" of package.json is "${testScript}"`, manifest);
  for (const one of runners) {
    const installed = one.packages.find((name) => name in dependencies);
    if (installed !== undefined) return choose(one, `package.json depends on ${installed}`, manifest);
  }
  return {
    name: 'node:test',
    because: 'package.json names neither vitest nor Jest; Mocha, AVA and tap take its withSimulation',
    readsTypeScript: true,
  };
};

const choose = ({ name }: Known, because: string, manifest: Manifest): Runner => ({
  name,
  because,
  readsTypeScript: name !== 'Jest' || isTranslated(manifest),
});

/** By itself Jest reads neither types nor, without a flag of Node's, ES modules. */
const isTranslated = ({ type, dependencies }: Manifest): boolean =>
  type !== 'module' && ['ts-jest', '@swc/jest', '@babel/preset-typescript'].some((name) => name in dependencies);
