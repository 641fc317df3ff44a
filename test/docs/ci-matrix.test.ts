import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { openEmptyProject } from '../../scripts/packed/empty-project.ts';
import { packedOnce } from '../packed-once.ts';
import { readPage, readRuns } from '../../scripts/pages/followed.ts';
import { readSteps } from '../../scripts/pages/read-steps.ts';
import { amount } from '../sampled.ts';

/** The examples of docs/how-to/ci-matrix.md are run as those machines would run them, part by part, with fewer scenarios. */
const name = 'how-to/ci-matrix.md';
const packed = packedOnce();

const steps = readSteps(readPage(name));
const read = (path: string): unknown => {
  const file = steps.find((step) => step.kind === 'file' && step.path === path);
  return file?.kind === 'file' ? parse(file.text) : expect.unreachable(`no ${path}`);
};

/** How many parts are played of as many as the page has. */
const partsOf = (of: number): number => amount({ usual: 1, deep: of });

const openProject = () => {
  const files = { ...readRuns(name)[0]?.files, 'package.json': '{ "type": "module" }' };
  const project = openEmptyProject(packed, { name, files: {}, packages: ['fast-check'] });
  for (const [path, text] of Object.entries(files))
    if (!path.includes('/')) writeFileSync(join(project.folder, path), text);
  const PATH = [join(project.folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const run = (command: string, env: Readonly<Record<string, string>> = {}) => {
    const short = command
      .replace('npx stunt-double', 'stunt-double')
      .replace('--runs 4000', '--runs 8 --transport fetch');
    const options = { cwd: project.folder, env: { ...env, PATH, NO_COLOR: '1' }, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', short], options);
    return { exit: status, output: stdout + stderr };
  };
  return { run, [Symbol.dispose]: () => project[Symbol.dispose]() };
};

interface Workflow {
  readonly jobs: Readonly<Record<'part' | 'report', WorkflowJob>>;
}

interface WorkflowJob {
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
  readonly steps: readonly { readonly run?: string }[];
}

const commandOf = ({ steps: all }: WorkflowJob): string =>
  all.find(({ run }) => run?.startsWith('npx stunt-double') === true)?.run ?? expect.unreachable('no command');

test('the workflow for GitHub Actions plays every part, and makes one report of them', () => {
  using project = openProject();
  const { jobs } = read('.github/workflows/check.yml') as Workflow;
  const shards = jobs.part.strategy?.matrix.shard ?? [];
  const parts = partsOf(shards.length);
  expect(commandOf(jobs.part)).toContain(`--shard \${{ matrix.shard }}/${shards.length} `);

  for (const shard of shards.slice(0, parts)) {
    const command = commandOf(jobs.part).replaceAll('${{ matrix.shard }}', String(shard));
    expect(project.run(command.replace(`/${shards.length} `, `/${parts} `))).toMatchObject({ exit: 0 });
  }

  const { exit, output } = project.run(commandOf(jobs.report));
  expect({ exit, output }).toMatchObject({ exit: 0, output: expect.stringContaining('8 scenarios') as string });
});

interface Job {
  readonly spec: {
    readonly completions: number;
    readonly template: { readonly spec: { readonly containers: readonly [Container] } };
  };
}

interface Container {
  readonly command: readonly string[];
  readonly args: readonly [string];
  readonly volumeMounts: readonly [{ readonly mountPath: string }];
}

test('the pods of the Kubernetes Job play every part between them, each by its index', () => {
  using project = openProject();
  const { completions, template } = (read('job.yaml') as Job).spec;
  const [{ command, args, volumeMounts }] = template.spec.containers;
  const parts = partsOf(completions);
  expect(command).toEqual(['sh', '-c']);
  expect(args[0]).toContain(`))/${completions}"`);
  const here = args[0].replace(`/${completions}"`, `/${parts}"`).replace(`${volumeMounts[0].mountPath}/`, '');

  for (let index = 0; index < parts; index++)
    expect(project.run(here, { JOB_COMPLETION_INDEX: String(index) })).toMatchObject({ exit: 0 });

  const { exit, output } = project.run('npx stunt-double merge-reports part-*.json');
  expect({ exit, output }).toMatchObject({ exit: 0, output: expect.stringContaining('8 scenarios') as string });
});
