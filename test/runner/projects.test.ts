import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampled } from '../sampled.ts';
import { openProject, type Project, readReport, readTap } from './project.ts';

interface Played {
  readonly exit: number;
  readonly tests: readonly string[];
  readonly output: string;
}

interface Runner {
  readonly name: string;
  play(project: Project, ...files: readonly string[]): Promise<Played>;
}

const vitest: Runner = {
  name: 'vitest',
  play: async (project, ...files) => {
    const flags = ['run', '--reporter=json', '--outputFile=report.json', '--reporter=default'];
    const ended = await project.run('vitest/vitest.mjs', [...flags, ...files]);
    return { ...ended, tests: readReport(project) };
  },
};

const nodeTest = (name: string): Runner => ({
  name,
  play: async (project, ...files) => {
    const names = files.map((file) => `${file}.test.js`);
    const ended = await project.run(undefined, ['--test', '--test-reporter=tap', ...names]);
    return { ...ended, tests: readTap(ended.output) };
  },
});

const jest = (name: string, env: Readonly<Record<string, string>> = {}): Runner => ({
  name,
  play: async (project, ...files) => {
    const flags = ['--json', '--outputFile=report.json', '--cacheDirectory=cache', '--watchman=false', '--ci'];
    const ended = await project.run('jest/bin/jest.js', [...flags, '--detectOpenHandles', ...files], env);
    return { ...ended, tests: readReport(project) };
  },
});

const jests = [jest('jest-cjs'), jest('jest-esm', { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' })];
const withMatchers = [vitest, ...jests];
const withAssert = [nodeTest('node-test-esm'), nodeTest('node-test-cjs')];

const startsOver = [
  'passed: fetch gives up by itself on an answer that never comes',
  'passed: starts over when the hour has passed',
];

const keepsTime = [
  'passed: Math.random is drawn from the seed in a run, and nowhere else',
  'passed: another environment is refused',
  'passed: misuse is recognised across the realms',
  'passed: arrays and objects from outside are compared as those of the test, and are no instances of its classes',
  'passed: nothing of the package is missing inside',
  'passed: scenarios are played, too',
  'passed: the package under its own name is the one outside',
  'passed: time is real again when the simulation is over',
  'passed: with fake timers of Jest it runs on them, and on its own time once they are off',
];

const holds = async (runner: Runner, files: readonly string[], passed: readonly string[]): Promise<void> => {
  using project = openProject(runner.name);

  const { exit, tests, output } = await runner.play(project, ...files);

  expect({ exit, tests: tests.toSorted() }).toEqual({ exit: 0, tests: passed.toSorted() });
  expect(output).not.toContain('open handle');
};

/** To start a runner takes longer than its tests: those with a realm of their own play both at once. */
const inRealm = sampled(jests, { every: 2, from: 1 });

test.each([...withMatchers, ...withAssert].filter((runner) => !inRealm.includes(runner)))(
  '$name: the client starts over when the hour has passed',
  (runner) => holds(runner, ['hour'], startsOver),
);

test.each(inRealm)('$name: it does, and the realm of the tests keeps the time of the simulation', (runner) =>
  holds(runner, ['--runInBand', 'hour', 'realm', 'elsewhere'], [...startsOver, ...keepsTime]),
);

const neverFired =
  "failed: a step that never comes to pass: on('notification'): on the 1st notification: let 61m pass: " +
  'its moment never came (let the client get that far, or simulate({ unfired: "ignore" })) [STEP_NEVER_FIRED]';

test.each(sampled(withMatchers, { every: 3 }))(
  '$name: what does not hold fails, and tells what happened',
  async (runner) => {
    using project = openProject(runner.name);

    const { exit, tests, output } = await runner.play(project, 'planted');

    expect({ exit, tests }).toEqual({
      exit: 1,
      tests: [
        neverFired,
        'failed: an expectation that does not hold: expected createDataQuery to happen exactly 2 times, but found 1',
      ].toSorted(),
    });
    expect(output).toMatch(/what happened:\n *time +│ client /);
  },
);

test.each(sampled([...withMatchers, ...withAssert], { every: 5, from: 3 }))(
  '$name: a client that throws fails its test by itself, and what happened is printed',
  async (runner) => {
    using project = openProject(runner.name);

    const { exit, tests, output } = await runner.play(project, 'throws');

    expect({ exit, tests }).toEqual({ exit: 1, tests: ['failed: a client that throws: no use for 10 records'] });
    expect(output).toMatch(/what happened:\n(?:# )? *time +│ client .*\n(?:.*\n)*?.*#1 createDataQuery +│ 201/);
    expect(output).not.toContain('STEP_NEVER_FIRED');
  },
);

test.each(sampled(withAssert, { every: 2 }))('$name: what does not hold fails', async (runner) => {
  using project = openProject(runner.name);

  const { exit, tests } = await runner.play(project, 'planted');

  expect({ exit, tests }).toEqual({
    exit: 1,
    tests: ['failed: an expectation that does not hold: Expected values to be strictly equal:', neverFired],
  });
});

test.each(sampled(jests, { every: 2 }))(
  '$name: a simulation left behind ends with its file, and fails it as its stop would',
  async (runner) => {
    using project = openProject(runner.name);

    const { exit, tests } = await runner.play(project, '--runInBand', 'left-behind');

    expect(exit).toBe(1);
    expect(tests).toHaveLength(1);
    expect(tests[0]).toContain('its moment never came');
  },
);

const kept = 'name: a plain import\nexpect: { requests: { createDataQuery: 1 }, rules: none }\n';
const broken = 'name: one query too many\nexpect: { requests: { createDataQuery: 2 }, rules: none }\n';

/** How a project gets at `test` and at the package. */
const openings: Readonly<Record<string, string>> = {
  vitest: "import { test } from 'vitest';\n",
  'jest-cjs': '',
  'jest-esm': '',
  'node-test-esm': "import { test } from 'node:test';\n",
  'node-test-cjs': "const { test } = require('node:test');\n",
};

test.each(sampled([...withMatchers, ...withAssert], { every: 5, from: 4 }))(
  '$name: a folder of scenarios becomes named tests',
  async (runner) => {
    using project = openProject(runner.name);
    const isCommon = runner.name.endsWith('-cjs');
    mkdirSync(join(project.folder, 'stories'));
    project.write('stories/kept.yaml', kept);
    project.write('stories/broken.yaml', broken);
    project.write(
      'folder.test.js',
      [
        isCommon
          ? "const { describeScenarios } = require('stunt-double');\nconst { importOrders } = require('../import-orders.cjs');"
          : "import { describeScenarios } from 'stunt-double';\nimport { importOrders } from '../import-orders.cjs';",
        `${openings[runner.name] ?? ''}describeScenarios('stories', importOrders, { test });`,
      ].join('\n'),
    );

    const { exit, tests } = await runner.play(project, 'folder');

    expect(exit).toBe(1);
    expect(tests.toSorted()).toEqual([
      expect.stringMatching(/^failed: one query too many: .*broken\.yaml: an expectation was not met/),
      'passed: a plain import',
    ]);
  },
);
