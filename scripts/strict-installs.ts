/**
 * Packs the package as it would be published, installs it in empty projects with installers that take every word of a
 * package's `engines` seriously, and runs a simulation there, imported and required; so it does beside the oldest and the newest
 * versions of the test runners that a project may have: npm installs nothing where they are out of the range of a peer. It needs
 * the registry, and a built package; it says what the Node is like that runs it: scripts/on-every-node.ts asks all of them.
 *
 * npx tsx scripts/strict-installs.ts
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { ownModules } from './own-modules.ts';
import { packPackage } from './packed/pack.ts';
import { openTemporaryFolder } from './temporary-folder.ts';

const modules = ownModules(join(import.meta.dirname, 'installers'));

interface Installer {
  readonly install: readonly string[];
  /** What a program is run with, where a Node alone would not find the package. */
  readonly run?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What the project has besides. */
  readonly beside?: Readonly<Record<string, string>>;
  /** Files that are run by a program of theirs. */
  readonly suites?: readonly Suite[];
  /** The first major version of Node that those beside it take. */
  readonly since?: number;
}

interface Suite {
  readonly file: string;
  readonly text: string;
  readonly run: readonly string[];
}

const node = process.execPath;
/** Its cache is in the project: two that fill the usual one side by side find half of what the other has written. */
const yarn1 = [node, join(modules, 'yarn/bin/yarn.js')];
const yarn4 = [node, join(modules, '@yarnpkg/cli-dist/bin/yarn.js')];

/** Yarn 4 asks nobody else where packages come from, and would write down for good what it installs here. */
const yarnEnv = (linker: string): Readonly<Record<string, string>> => ({
  YARN_NPM_REGISTRY_SERVER: execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim(),
  YARN_NODE_LINKER: linker,
  YARN_ENABLE_GLOBAL_CACHE: 'false',
  YARN_ENABLE_TELEMETRY: 'false',
  YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
});

const npm = ['npm', 'install', '--engine-strict', '--no-audit', '--no-fund'];

const oldest = {
  vitest: '^1.6.0',
  jest: '^29.7.0',
  'jest-environment-node': '^29.7.0',
  '@jest/globals': '^29.7.0',
  expect: '^29.7.0',
  'fast-check': '~3.0.0',
  tsx: '~4.7.0',
  '@types/node': '^18.0.0',
};

const newest = { vitest: '5.1.2', '@types/node': '^26.0.0', typescript: '7.0.2' };

const judged = `
  await sim.run(() => fetch(sim.env.tokenUrl, { method: 'POST' }));
  expect(sim).toHaveRequested('requestToken', 1);
`;
const oneRequest = `import { test } from 'stunt-double/vitest'; import { expect } from 'vitest';
      test('one request', async ({ sim }) => {${judged}});`;
const byVitest = [node, 'node_modules/vitest/vitest.mjs', 'run'];
const inVitest: Suite = { file: 'sim.test.mjs', text: oneRequest, run: byVitest };
const inJest: Suite = {
  file: 'sim.jest.cjs',
  text: `const { withSimulation } = require('stunt-double/jest');
      test('one request', withSimulation(async (sim) => {${judged}}));`,
  run: [node, 'node_modules/jest/bin/jest.js', '--env=stunt-double/jest-environment', '--testRegex=jest.cjs$'],
};
const flags = '--noEmit --strict --module nodenext --target es2022 --lib es2023,dom,esnext.disposable --types node';
/** With the types of vitest itself, as of a project that skips none. */
const compiled: Suite = {
  file: 'sim.types.mts',
  text: `${oneRequest}
      test('a wrong word', ({ sim }) => {
        // @ts-expect-error -- there is no such exchange
        expect(sim).toHaveRequested('createDataQery');
      });`,
  run: [node, 'node_modules/typescript/bin/tsc', ...flags.split(' '), 'sim.types.mts'],
};

/** By the Node that runs this; the shell's `npm` is run by it as well. */
const installers: Readonly<Record<string, Installer>> = {
  'npm, engine-strict': { install: npm },
  'npm, beside the oldest runners': { install: npm, beside: oldest, suites: [inVitest, inJest] },
  'npm, beside the newest runners': { install: npm, beside: newest, suites: [inVitest, compiled], since: 22 },
  'yarn 1': { install: [...yarn1, 'install', '--non-interactive', '--no-lockfile', '--cache-folder', 'cache'] },
  'pnpm, engine-strict': {
    install: [node, join(modules, 'pnpm/bin/pnpm.cjs'), 'install', '--config.engine-strict=true'],
  },
  'yarn 4': { install: [...yarn4, 'install'], env: yarnEnv('node-modules') },
  "yarn 4, Plug'n'Play": { install: [...yarn4, 'install'], run: [...yarn4, 'node'], env: yarnEnv('pnp') },
};

const play = `
  const sim = await simulate();
  const { status } = await sim.run(() => fetch(sim.env.tokenUrl, { method: 'POST' }));
  await sim.stop();
  if (status !== 400) throw new Error(status);
`;
const programs: Readonly<Record<string, string>> = {
  'imported.mjs': `import { simulate } from 'stunt-double';${play}`,
  'required.cjs': `const { simulate } = require('stunt-double'); (async () => {${play}})();`,
};

using packed = packPackage();
const env = { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };
const failed: string[] = [];

const here = Object.entries(installers).filter(([, { since = 0 }]) => Number.parseInt(process.versions.node) >= since);
for (const [name, { install, run: runBy = [node], env: more, beside, suites: own = [] }] of here) {
  using folder = openTemporaryFolder();
  const cwd = folder.path;
  const run = (what: string, [program = '', ...given]: readonly string[]): void => {
    const options = { cwd, env: { ...env, ...more }, encoding: 'utf8', timeout: 120_000 } as const;
    const { status, stdout, stderr } = spawnSync(program, given, options);
    const isFine = status === 0 && !/EBADENGINE|Unsupported engine|incompatible with this module/.test(stderr + stdout);
    process.stdout.write(`${isFine ? '✓' : '✗'} Node ${process.version}, ${name}: ${what}\n`);
    if (isFine) return;
    process.stdout.write(stdout + stderr);
    failed.push(`${name}: ${what}`);
  };
  const manifest = {
    name: 'app',
    private: true,
    dependencies: { 'stunt-double': `file:${packed.tarball}`, ...beside },
  };
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
  run('install', install);
  for (const [file, text] of Object.entries(programs)) {
    writeFileSync(join(cwd, file), text);
    run(file, [...runBy, file]);
  }
  for (const suite of own) {
    writeFileSync(join(cwd, suite.file), suite.text);
    run(suite.file, suite.run);
  }
}

process.exitCode = failed.length === 0 ? 0 : 1;
