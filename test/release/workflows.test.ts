import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { lintWorkflows } from '../../scripts/release/workflows.ts';
import { surfaceNames } from '../fuzz/surfaces.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const home = join(root, '.github/workflows');
const names = readdirSync(home);

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly permissions?: Readonly<Record<string, string>>;
        readonly 'timeout-minutes'?: number;
        readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
        readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
      }
    >
  >;
}

const read = (name: string): Workflow => parse(readFileSync(join(home, name), 'utf8')) as Workflow;

test('actionlint has nothing against the workflows', async () => {
  expect(names).toHaveLength(3);
  expect(await lintWorkflows(root)).toEqual([]);
});

test('a workflow that is wrong is told with its place', async () => {
  const folder = temporaryFolder({
    '.github/workflows/wrong.yml':
      'on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ matrx.node }}\n',
  });

  expect(await lintWorkflows(folder)).toEqual([
    expect.stringContaining('.github/workflows/wrong.yml:6:23: undefined variable "matrx"'),
  ]);
});

test.each(names)('%s may do as little as it can, uses actions by their commits, and every job ends', (name) => {
  const { permissions, jobs } = read(name);

  expect(permissions).toEqual({ contents: 'read' });
  for (const job of Object.values(jobs)) {
    expect(job['timeout-minutes']).toBeGreaterThan(0);
    const used = job.steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((one) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(one))).toEqual([]);
  }
});

test('the one job that publishes has the right to say who it is, runs nothing of packages, and signs where it was built', () => {
  const powerful = names.flatMap((name) =>
    Object.entries(read(name).jobs).filter(([, job]) => job.permissions !== undefined),
  );

  expect(powerful.map(([name]) => name)).toEqual(['publish']);
  const [, publish] = powerful[0] ?? [];
  expect(publish?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  expect(publish?.steps.flatMap(({ run }) => run ?? [])).toEqual([
    'npm ci --ignore-scripts',
    'npm run build',
    'npm publish --provenance --access public --ignore-scripts',
  ]);
});

test('all commands of the workflows are there: scripts of package.json, and files of the project', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const files = readdirSync(join(root, 'scripts')).map((name) => `scripts/${name}`);
  const commands = names.flatMap((name) =>
    Object.values(read(name).jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? [])),
  );

  const known = [/^npm (?:ci|start|test|publish)\b/, /^npm run ([\w:]+)/, /^npx tsx (\S+)/, /^\.ci\/run$/];
  for (const command of commands) {
    expect(known.some((pattern) => pattern.test(command))).toBe(true);
    const [, script] = /^npm run ([\w:]+)/.exec(command) ?? [];
    if (script !== undefined) expect(Object.keys(scripts)).toContain(script);
    const [, file] = /^npx tsx (\S+)/.exec(command) ?? [];
    if (file !== undefined) expect(files).toContain(file);
  }
});

test('every surface that is fuzzed takes a million inputs in the deep run, all parts of them', () => {
  const { strategy, steps } = read('deep.yml').jobs['fuzz'] ?? { steps: [] };

  const { surface, shard = [] } = strategy?.matrix ?? {};
  expect(surface).toEqual(surfaceNames);
  expect(shard).toEqual(shard.map((_, index) => `${index + 1}/${shard.length}`));
  expect(steps.at(-1)?.run).toBe(
    'npx tsx scripts/fuzz.ts --inputs 1000000 --surface ${{ matrix.surface }} --shard ${{ matrix.shard }}',
  );
});
