import type { TestCommand } from './files.ts';
import type { Project } from './project.ts';

const setUps = {
  npm: { install: 'npm ci', run: 'npx', cache: 'npm', prepare: '' },
  pnpm: {
    install: 'pnpm install --frozen-lockfile',
    run: 'pnpm exec',
    cache: 'pnpm',
    prepare: '      - uses: pnpm/action-setup@v4\n',
  },
  yarn: {
    install: 'yarn install --immutable',
    run: 'yarn',
    cache: 'yarn',
    prepare: '      - run: corepack enable\n',
  },
  bun: {
    install: 'bun install --frozen-lockfile',
    run: 'bunx',
    cache: '',
    prepare: '      - uses: oven-sh/setup-bun@v2\n',
  },
} as const;

/** How a program of the project is run. */
export const sayRun = ({ packages }: Project, { program, isInstalled }: TestCommand): string =>
  isInstalled ? `${setUps[packages].run} ${program}` : program;

const shards = [1, 2, 3];

/** Runs the scenarios and the test; and shares a check out to several machines, whose reports become one. */
export const workflowOf = (project: Project, test: TestCommand): string => {
  const { install, run, cache, prepare } = setUps[project.packages];
  // The action takes one of the two, and refuses both.
  const version = project.packages === 'pnpm' && !project.isPinned ? '        with:\n          version: latest\n' : '';
  const steps = `    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
${prepare}${version}      - uses: actions/setup-node@v4
        with:
          node-version: 22
${cache === '' ? '' : `          cache: ${cache}\n`}      - run: ${install}
`;
  const parts = shards.map((shard) => `check-${shard}.json`).join(' ');
  return `name: stunt-double
on:
  push:
  pull_request:
permissions:
  contents: read
jobs:
  scenarios:
${steps}      # Notes at the lines of scenarios, and a summary of the job, come by themselves.
      - run: ${run} stunt-double run
      - run: ${sayRun(project, test)}
  check:
    strategy:
      fail-fast: false
      matrix:
        shard: [${shards.join(', ')}]
${steps}      # Needs fast-check among the devDependencies.
      - run: ${run} stunt-double check --runs 1000 --shard \${{ matrix.shard }}/${shards.length} --reporter terminal --reporter json=check-\${{ matrix.shard }}.json
      - if: \${{ !cancelled() }}
        uses: actions/upload-artifact@v4
        with:
          name: check-\${{ matrix.shard }}
          path: check-\${{ matrix.shard }}.json
  report:
    needs: check
    if: \${{ !cancelled() }}
${steps}      - uses: actions/download-artifact@v4
        with:
          pattern: check-*
          merge-multiple: true
      - run: ${run} stunt-double merge-reports ${parts}
`;
};
