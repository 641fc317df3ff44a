import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { draftFiles } from '../../src/cli/init/files.ts';
import type { Project } from '../../src/cli/init/project.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';

const root = resolve(import.meta.dirname, '../..');

const withTsx = (folder: string): string => {
  mkdirSync(`${folder}/node_modules`);
  symlinkSync(`${root}/node_modules/tsx`, `${folder}/node_modules/tsx`, 'junction');
  return folder;
};

test.each([
  { kind: 'an empty folder', files: {}, tsx: false, client: 'client.cjs' },
  { kind: 'CommonJS', files: { 'package.json': '{ "type": "commonjs" }' }, tsx: false, client: 'client.cjs' },
  { kind: 'ES modules', files: { 'package.json': '{ "type": "module" }' }, tsx: false, client: 'client.js' },
  {
    kind: 'TypeScript and ES modules',
    files: { 'package.json': '{ "type": "module" }', 'tsconfig.json': '{}' },
    tsx: true,
    client: 'client.ts',
  },
  {
    kind: 'TypeScript and CommonJS',
    files: { 'package.json': '{ "devDependencies": { "typescript": "5" } }' },
    tsx: true,
    client: 'client.mts',
  },
  { kind: 'a package.json that is broken', files: { 'package.json': '{' }, tsx: false, client: 'client.cjs' },
])('init gives a project of $kind what runs green at once', async ({ files, tsx, client }) => {
  const folder = temporaryFolder(files);
  if (tsx) withTsx(folder);

  const { code, out } = await run(['init', folder]);
  const ran = await run(['run', '--config', `${folder}/stunt-double.config.yaml`]);

  expect(code).toBe(0);
  expect(readdirSync(`${folder}/scenarios`).sort()).toEqual([client, 'consent-is-withdrawn.yaml']);
  expect(existsSync(`${folder}/.github/workflows/stunt-double.yml`)).toBe(true);
  expect(out).toContain(`next: cd ${folder} && npx stunt-double run\n`);
  expect(ran.err).toBe('');
  expect(ran.out).toMatch(/^✓ consent is withdrawn [\s\S]*\n1 passed, 0 failed\n$/);
  expect(ran.code).toBe(0);
});

test('the client that init writes brings in all pages of every customer and scope, and says so', async () => {
  const folder = temporaryFolder({ 'package.json': '{ "type": "module" }' });
  await run(['init', folder]);
  writeFileSync(
    `${folder}/all.yaml`,
    `name: all there is
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
  );

  const ran = await run(['run', `${folder}/all.yaml`, '--client', `${folder}/scenarios/client.js`, '--rules', 'all']);

  expect(ran.out).toMatch(/\n1 passed, 0 failed\n$/);
});

test('nothing is overwritten, and what was there already is said', async () => {
  const mine = 'export default () => "mine";\n';
  const folder = temporaryFolder({ 'package.json': '{ "type": "module" }', 'scenarios/client.js': mine });

  const first = await run(['init', folder]);
  const second = await run(['init', folder]);

  expect(first.out.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'kept',
    'wrote',
    'wrote',
    'wrote',
    '',
    'next:',
    '',
  ]);
  expect(second.out.match(/^kept .*it was there already$/gm)).toHaveLength(4);
  expect(readFileSync(`${folder}/scenarios/client.js`, 'utf8')).toBe(mine);
});

test('where something else stands in the way, that is said', async () => {
  const folder = temporaryFolder({ scenarios: 'a file' });

  const { code, err } = await run(['init', folder]);

  expect(code).toBe(2);
  expect(err).toMatch(/^error: init: .*client\.cjs cannot be written: /);
});

test('without tsx, and where Node does not read it, TypeScript is not used', async () => {
  const folder = temporaryFolder({ 'tsconfig.json': '{}', 'package.json': '{ "type": "module" }' });

  await run(['init', folder]);

  const isRead = Boolean(Reflect.get(process.features, 'typescript'));
  expect(readdirSync(`${folder}/scenarios`)).toContain(isRead ? 'client.ts' : 'client.js');
});

test.each<{ lock: string; says: readonly string[] }>([
  { lock: 'package-lock.json', says: ['npm ci', 'npx stunt-double run'] },
  { lock: 'pnpm-lock.yaml', says: ['pnpm install --frozen-lockfile', 'pnpm exec stunt-double run'] },
  { lock: 'yarn.lock', says: ['yarn install --immutable', 'yarn stunt-double run'] },
  { lock: 'bun.lock', says: ['bun install --frozen-lockfile', 'bunx stunt-double run'] },
])('with $lock the CI step is $says', async ({ lock, says }) => {
  const folder = temporaryFolder({ [lock]: '' });

  await run(['init', folder]);

  const workflow = parse(readFileSync(`${folder}/.github/workflows/stunt-double.yml`, 'utf8')) as {
    readonly jobs: { readonly scenarios: { readonly steps: readonly { readonly run?: string }[] } };
  };
  const commands = workflow.jobs.scenarios.steps.flatMap((step) => step.run ?? []);
  for (const command of says) expect(commands).toContain(command);
});

test.each<Project>([
  { language: 'typescript', modules: 'esm', packages: 'npm' },
  { language: 'typescript', modules: 'commonjs', packages: 'yarn' },
  { language: 'javascript', modules: 'esm', packages: 'pnpm' },
  { language: 'javascript', modules: 'commonjs', packages: 'bun' },
])(
  'what is written for $language, $modules, $packages ends in one newline, and has no tab and no blank at an end',
  (project) => {
    for (const { text } of draftFiles(project)) {
      expect(text).toMatch(/[^\n]\n$/);
      expect(text).not.toMatch(/\t|[ \t]+$/m);
    }
  },
);
