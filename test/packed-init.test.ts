import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type EmptyProject, type Kind, openEmptyProject } from '../scripts/packed/empty-project.ts';
import { packedOnce } from './packed-once.ts';
import { deepTest, sampled } from './sampled.ts';

/** What a newcomer does first, in processes of its own: `npm test` builds the package first. */
const packed = packedOnce();

/** They begin many processes, one after the other. */
const patience = 120_000;

const kind = (
  name: string,
  packages: readonly string[],
  { type, typed = false }: { readonly type?: 'module'; readonly typed?: boolean },
): Kind => ({
  name,
  packages: ['fast-check', ...packages],
  files: {
    'package.json': JSON.stringify({ type, devDependencies: Object.fromEntries(packages.map((one) => [one, '*'])) }),
    ...(typed && {
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          target: 'es2022',
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          types: ['node'],
        },
      }),
    }),
  },
});

const ofTypes = ['tsx', 'typescript', '@types/node'];
const kinds: readonly Kind[] = [
  kind('vitest, TypeScript, ES modules', ['vitest', ...ofTypes], { type: 'module', typed: true }),
  kind('vitest, JavaScript, CommonJS', ['vitest'], {}),
  kind('Jest, CommonJS', ['jest', 'jest-environment-node'], {}),
  kind('Jest, ES modules', ['jest', 'jest-environment-node'], { type: 'module' }),
  kind('node:test, ES modules', [], { type: 'module' }),
  kind('node:test, CommonJS', [], {}),
  kind('node:test, TypeScript, CommonJS', ofTypes, { typed: true }),
];

/** Types a command as it stands in what was printed or written. */
const type = (project: EmptyProject, command: string): ReturnType<EmptyProject['npx']> => {
  const [program, ...args] = command.split(' ');
  return program === 'node' ? project.node(...args) : project.npx(...args);
};

const readNext = (output: string): readonly string[] =>
  (output.split('\nnext:\n')[1] ?? '').split('\n').flatMap((line) => /^ {2}(.*?) {2}/.exec(line)?.[1] ?? []);

describe.each(sampled(kinds, { every: kinds.length }))('a project of $name', (one) => {
  test('is green in all that init says to do next, and init overwrites nothing of it', { timeout: patience }, () => {
    using project = openEmptyProject(packed, one);
    const begun = project.npx('stunt-double', 'init');
    const next = readNext(begun.output);
    expect(next).toHaveLength(3);

    for (const command of next) {
      const more = command.endsWith(' check') ? ' --runs 30 --transport fetch --fail-on should' : '';
      const { exit, output } = type(project, command + more);
      expect(exit, `${command}\n${output}`).toBe(0);
    }
    if (one.packages.includes('typescript')) {
      expect(project.npx('tsc')).toEqual({ exit: 0, output: '' });
    }

    const written = ['client', 'client.test', 'consent'].map((name) => read(project, name));
    const again = project.npx('stunt-double', 'init');
    expect(again.output.match(/^kept /gm)).toHaveLength(5);
    expect(['client', 'client.test', 'consent'].map((name) => read(project, name))).toEqual(written);
  });
});

/** Of the folder of scenarios, the file that begins so. */
const read = ({ folder }: EmptyProject, begin: string): string => {
  const name = readdirSync(join(folder, 'scenarios')).find((path) => path.startsWith(begin)) ?? '';
  return readFileSync(join(folder, 'scenarios', name), 'utf8');
};

for (const command of ['check --runs 200', 'sweep']) {
  deepTest(
    `the client that init writes gets through ${command}, recommendations and all`,
    () => {
      using project = openEmptyProject(packed, kinds[1] ?? { name: '', files: {}, packages: [] });
      project.npx('stunt-double', 'init');

      const { exit, output } = type(project, `npx stunt-double ${command} --transport fetch --fail-on should --seed 1`);

      expect(exit, output).toBe(0);
    },
    2 * patience,
  );
}

interface Job {
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
  readonly steps: readonly { readonly run?: string }[];
}

deepTest(
  'what its workflow runs on several machines is green, and ends in one report of all of them',
  () => {
    using project = openEmptyProject(packed, kinds[1] ?? { name: '', files: {}, packages: [] });
    project.npx('stunt-double', 'init');
    const workflow = parse(readFileSync(join(project.folder, '.github/workflows/stunt-double.yml'), 'utf8')) as {
      readonly jobs: Readonly<Record<string, Job>>;
    };

    const ended = Object.values(workflow.jobs).flatMap(({ strategy, steps }) =>
      (strategy?.matrix.shard ?? [0]).flatMap((shard) =>
        steps.flatMap(({ run = 'npm ci' }) => {
          if (run === 'npm ci') return [];
          const command = run.replaceAll('${{ matrix.shard }}', String(shard)).replace('--runs 1000', '--runs 30');
          return [{ command, ...type(project, command) }];
        }),
      ),
    );

    expect(ended.filter(({ exit }) => exit !== 0)).toEqual([]);
    expect(ended).toHaveLength(6);
    expect(ended.at(-1)?.output).toMatch(/nothing broke the client: 30 scenarios/);
  },
  2 * patience,
);
