import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../temporary-folder.ts';
import { readTemplate } from '../../src/cli/init/templates.ts';
import { run } from './begin.ts';

const root = resolve(import.meta.dirname, '../..');

/** A project that has these packages of ours installed. */
const project = (files: Readonly<Record<string, string>>, packages: readonly string[] = []): string => {
  const folder = temporaryFolder(files);
  for (const name of packages) {
    mkdirSync(dirname(`${folder}/node_modules/${name}`), { recursive: true });
    symlinkSync(`${root}/node_modules/${name}`, `${folder}/node_modules/${name}`, 'junction');
  }
  return folder;
};

/** With all that is in its folders. */
const listAll = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();

const esm = { 'package.json': '{ "type": "module" }' };
const depending = (on: string, more = ''): Record<string, string> => ({
  'package.json': `{ "devDependencies": { "${on}": "1" }${more} }`,
});

test.each([
  { kind: 'CommonJS', files: { 'package.json': '{}' }, ending: 'mjs' },
  { kind: 'a byte order mark', files: { 'package.json': '\uFEFF{ "type": "module" }' }, ending: 'js' },
  { kind: 'ES modules', files: esm, ending: 'js' },
  { kind: 'TypeScript and ES modules', files: { ...esm, 'tsconfig.json': '{}' }, ending: 'ts' },
  { kind: 'TypeScript and CommonJS', files: depending('typescript'), ending: 'mts' },
  { kind: 'Jest', files: depending('jest'), ending: 'cjs' },
  { kind: 'Jest and ES modules', files: depending('jest', ', "type": "module"'), ending: 'cjs' },
  { kind: 'Jest that reads no TypeScript', files: { ...depending('jest'), 'tsconfig.json': '{}' }, ending: 'cjs' },
  {
    kind: 'Jest that reads TypeScript',
    files: { 'package.json': '{ "devDependencies": { "jest": "1", "ts-jest": "1" } }', 'tsconfig.json': '{}' },
    ending: 'ts',
  },
])('init gives a project of $kind what runs green at once', async ({ files, ending }) => {
  const [client, named] = [`client.${ending}`, `client.test.${ending}`];
  const folder = project(files, ['tsx']);

  const { code } = await run(['init', folder]);
  const ran = await run(['run', '--config', `${folder}/stunt-double.config.yaml`, '--rules', 'all']);

  expect(code).toBe(0);
  expect(readdirSync(`${folder}/scenarios`).sort()).toEqual([named, client, 'consent-is-withdrawn.yaml'].sort());
  const imported = /'\.\/(client.*)'/.exec(readFileSync(join(folder, 'scenarios', named), 'utf8'))?.[1];
  expect(imported?.replace(/\.(m?)js$/, client.endsWith('ts') ? '.$1ts' : '.$1js')).toBe(
    imported === 'client' ? 'client' : client,
  );
  expect(ran.err).toBe('');
  expect(ran.out).toMatch(/^✓ consent is withdrawn [\s\S]*\n1 passed, 0 failed\n$/);
  expect(ran.code).toBe(0);
});

test('it says what it wrote, for which test runner and why, and what to do next in three lines', async () => {
  const folder = project({ 'package.json': '{ "type": "module", "devDependencies": { "vitest": "4" } }' });

  const { out } = await run(['init', folder]);

  expect(out).toBe(`test runner: vitest, for package.json depends on vitest
wrote  scenarios/client.js                  the client under test; let it call your own code
wrote  scenarios/consent-is-withdrawn.yaml  a first scenario
wrote  scenarios/client.test.js             a first test for vitest
wrote  stunt-double.config.yaml             what the commands of stunt-double work on
wrote  .github/workflows/stunt-double.yml   runs all of it on GitHub

next, in ${folder}:
  npx stunt-double run      plays the scenario to the client
  npx vitest run scenarios  runs the test
  npx stunt-double check    looks for what breaks the client; it needs fast-check (npm i -D fast-check)
`);
});

test.each([
  {
    manifest: '{ "devDependencies": { "mocha": "*" } }',
    says: 'node:test, for package.json names neither vitest nor Jest; Mocha, AVA and tap take its withSimulation',
  },
  { manifest: '{ "dependencies": { "jest": "30" } }', says: 'Jest, for package.json depends on jest' },
  {
    manifest: '{ "scripts": { "test": "node --test" }, "devDependencies": { "jest": "30" } }',
    says: 'node:test, for the script "test" of package.json is "node --test"',
  },
  {
    manifest: '{ "scripts": { "test": "jest --ci" }, "devDependencies": { "vitest": "4" } }',
    says: 'Jest, for the script "test" of package.json is "jest --ci"',
  },
])('of $manifest the test runner is $says', async ({ manifest, says }) => {
  const { out } = await run(['init', project({ 'package.json': manifest })]);

  expect(out).toContain(`test runner: ${says}\n`);
});

test('the client that init writes brings in all pages of every customer and scope, and says so', async () => {
  const folder = project({
    ...esm,
    'all.yaml': `name: all there is
customers:
  - { id: customer-1, scope: orders, records: 3 }
  - { id: customer-1, scope: profile, records: 1 }
  - { id: customer-2, scope: orders, records: 2 }
assumptions: { list.mostPerPage: 1 }
expect:
  result:
    - { customer: customer-1, scope: orders, status: COMPLETED, records: 3 }
    - { customer: customer-1, scope: profile, status: COMPLETED, records: 1 }
    - { customer: customer-2, scope: orders, status: COMPLETED, records: 2 }
`,
  });
  await run(['init', folder]);

  const ran = await run(['run', `${folder}/all.yaml`, '--client', `${folder}/scenarios/client.js`, '--rules', 'all']);

  expect(ran.out).toMatch(/\n1 passed, 0 failed\n$/);
});

test('nothing is overwritten, and what was there already is said', async () => {
  const mine = 'export default () => "mine";\n';
  const folder = project({ ...esm, 'scenarios/client.js': mine });

  const first = await run(['init', folder]);
  const second = await run(['init', folder]);

  expect(first.out.match(/^(?:wrote|kept) .*$/gm)?.map((line) => line.split(' ')[0])).toEqual([
    'kept',
    'wrote',
    'wrote',
    'wrote',
    'wrote',
  ]);
  expect(second.out.match(/^kept .*it was there already$/gm)).toHaveLength(5);
  expect(readFileSync(`${folder}/scenarios/client.js`, 'utf8')).toBe(mine);
});

test.each([
  {
    wrong: 'there is no package.json',
    files: {},
    says: /^error: init: there is no project in .*: it has no package\.json \(begin one with "npm init -y"/,
  },
  {
    wrong: 'package.json is broken',
    files: { 'package.json': '{' },
    says: /^error: init: .*package\.json cannot be read: /,
  },
  {
    wrong: 'a file stands where a folder is to be',
    files: { 'package.json': '{}', '.github/workflows': 'a file' },
    says: /^error: init: .*workflows is a file, and a folder belongs there/,
  },
  {
    wrong: 'a folder stands where a file is to be',
    files: { 'package.json': '{}', 'stunt-double.config.yaml/a': '' },
    says: /^error: init: .*stunt-double\.config\.yaml is a folder, and a file belongs there/,
  },
])('where $wrong, that is said, and nothing is written', async ({ files, says }) => {
  const folder = project(files);
  const before = listAll(folder);

  const { code, err } = await run(['init', folder]);

  expect(err).toMatch(says);
  expect(code).toBe(2);
  expect(listAll(folder)).toEqual(before);
});

test('where a file can be written no longer than another one was, that one is taken back', async () => {
  const folder = project({ 'package.json': '{}' });
  // A link in a loop: nothing is there, and nothing can be made there, whoever one is.
  symlinkSync('.github', `${folder}/.github`);

  const { code, err } = await run(['init', folder]);

  expect(err).toMatch(/^error: init: .*\.github cannot be written: .* \(nothing was written; /);
  expect(code).toBe(2);
  expect(readdirSync(folder).sort()).toEqual(['.github', 'package.json']);
});

test('without tsx, and where Node does not read it, TypeScript is not used, and init says why', async () => {
  const folder = project({ ...esm, 'tsconfig.json': '{}' });

  const { out } = await run(['init', folder]);

  const isRead = Boolean(Reflect.get(process.features, 'typescript'));
  expect(readdirSync(`${folder}/scenarios`)).toContain(isRead ? 'client.ts' : 'client.js');
  const why = 'language: JavaScript, for this Node reads no TypeScript without the package tsx\n';
  expect(out.includes(why)).toBe(!isRead);
});

test('where Jest does not read TypeScript, init says what would', async () => {
  const manifest = '{ "devDependencies": { "jest": "30", "typescript": "5" } }';
  const { out } = await run(['init', project({ 'package.json': manifest }, ['tsx'])]);

  expect(out).toContain('language: JavaScript, for Jest reads no TypeScript without ts-jest, in CommonJS\n');
});

test('the schema for editors is named where it is: in the project, or in a workspace around it', async () => {
  const name = 'node_modules/stunt-double/scenario.schema.json';
  const around = project({ [name]: '{}', 'packages/app/package.json': '{}' });
  const alone = project({ 'package.json': '{}' });

  await run(['init', `${around}/packages/app`]);
  await run(['init', alone]);

  const read = (folder: string): string => readFileSync(`${folder}/scenarios/consent-is-withdrawn.yaml`, 'utf8');
  expect(read(`${around}/packages/app`)).toMatch(/^# yaml-language-server: \$schema=\.\.\/\.\.\/\.\.\/node_modules\//);
  expect(read(alone).split('\n')[0]).toBe(`# yaml-language-server: $schema=../${name}`);
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: object;
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const readWorkflow = (folder: string): Workflow =>
  parse(readFileSync(`${folder}/.github/workflows/stunt-double.yml`, 'utf8')) as Workflow;

test.each<{ lock: string; says: readonly string[] }>([
  { lock: 'package-lock.json', says: ['npm ci', 'npx stunt-double run', 'npx vitest run scenarios'] },
  { lock: 'pnpm-lock.yaml', says: ['pnpm install --frozen-lockfile', 'pnpm exec stunt-double run'] },
  { lock: 'yarn.lock', says: ['yarn install --immutable', 'yarn stunt-double run'] },
  { lock: 'bun.lock', says: ['bun install --frozen-lockfile', 'bunx stunt-double run'] },
])('with $lock the CI steps are $says', async ({ lock, says }) => {
  const folder = project({ ...depending('vitest'), [lock]: '' });

  await run(['init', folder]);

  const commands = readWorkflow(folder).jobs['scenarios']?.steps.flatMap((step) => step.run ?? []);
  for (const command of says) expect(commands).toContain(command);
});

test.each([
  { manifest: '{ "packageManager": "pnpm@10.1.0" }', version: undefined },
  { manifest: '{}', version: { version: 'latest' } },
])('of $manifest CI sets up pnpm with $version', async ({ manifest, version }) => {
  const folder = project({ 'package.json': manifest, 'pnpm-lock.yaml': '' });

  await run(['init', folder]);

  const { scenarios } = readWorkflow(folder).jobs;
  expect(scenarios?.steps.find(({ uses }) => uses === 'pnpm/action-setup@v4')?.with).toEqual(version);
});

/** What GitHub asks of a workflow, as far as this one goes. */
test('the jobs of CI need each other in order, run somewhere, and upload what is downloaded', async () => {
  const folder = project(esm);

  await run(['init', folder]);

  const steps = (...more: readonly unknown[]): readonly unknown[] => [
    { uses: 'actions/checkout@v4' },
    { uses: 'actions/setup-node@v4', with: { 'node-version': 22, cache: 'npm' } },
    { run: 'npm ci' },
    ...more,
  ];
  const shard = '${{ matrix.shard }}';
  expect(readWorkflow(folder)).toEqual({
    name: 'stunt-double',
    on: { push: null, pull_request: null },
    permissions: { contents: 'read' },
    jobs: {
      scenarios: {
        'runs-on': 'ubuntu-latest',
        steps: steps({ run: 'npx stunt-double run' }, { run: 'node --test scenarios/client.test.js' }),
      },
      check: {
        strategy: { 'fail-fast': false, matrix: { shard: [1, 2, 3] } },
        'runs-on': 'ubuntu-latest',
        steps: steps(
          {
            run: `npx stunt-double check --runs 1000 --shard ${shard}/3 --reporter terminal --reporter json=check-${shard}.json`,
          },
          {
            if: '${{ !cancelled() }}',
            uses: 'actions/upload-artifact@v4',
            with: { name: `check-${shard}`, path: `check-${shard}.json` },
          },
        ),
      },
      report: {
        needs: 'check',
        if: '${{ !cancelled() }}',
        'runs-on': 'ubuntu-latest',
        steps: steps(
          { uses: 'actions/download-artifact@v4', with: { pattern: 'check-*', 'merge-multiple': true } },
          { run: 'npx stunt-double merge-reports check-1.json check-2.json check-3.json' },
        ),
      },
    },
  });
});

test.each(['client.mjs', 'client.cjs', 'jest.test.ts'] as const)(
  '%s says what the TypeScript of the example says, without its types',
  async (path) => {
    const text = readTemplate(path);

    expect(text).toMatch(/[^\n]\n$/);
    expect(text).not.toMatch(/\t|[ \t]+$|\bas [A-Z]|^(?:type|interface) /m);
    expect(text).toContain(path.includes('test') ? 'starts over when the hour' : 'Access token is expired');
    expect(/^(?:import|export) /m.test(text)).toBe(!path.endsWith('.cjs'));
    expect(/\brequire\(|^module\.exports = (?:.*\n)*?};$/m.test(text)).toBe(path.endsWith('.cjs'));
  },
);
