import { clientOf } from './client.ts';
import type { Project } from './project.ts';

/** A file that `init` writes, and what it is, in a few words. */
export interface NewFile {
  readonly path: string;
  readonly what: string;
  readonly text: string;
}

/** All that a project needs to run a first scenario, here and on a build server. */
export const draftFiles = (project: Project): readonly NewFile[] => {
  const client = chooseClientName(project);
  return [
    { path: `scenarios/${client}`, what: 'the client under test; let it call your own code', text: clientOf(project) },
    { path: 'scenarios/consent-is-withdrawn.yaml', what: 'a first scenario', text: firstScenario },
    { path: 'stunt-double.config.yaml', what: 'what "stunt-double run" runs', text: configOf(client) },
    { path: '.github/workflows/stunt-double.yml', what: 'a CI step for GitHub', text: workflowOf(project) },
  ];
};

/** A name whose ending alone says which kind of module it is, wherever package.json does not. */
const chooseClientName = ({ language, modules }: Project): string => {
  if (language === 'typescript') return modules === 'esm' ? 'client.ts' : 'client.mts';
  return modules === 'esm' ? 'client.js' : 'client.cjs';
};

const configOf = (
  client: string,
): string => `# What "npx stunt-double run" does in this folder; options on the command line stand above it.
scenarios: scenarios
client: scenarios/${client}
`;

const firstScenario = `# The customer changes their mind while the data is being collected: the query is canceled, and the client is told so.
name: consent is withdrawn while the data is being collected
customer: { scope: orders, records: 3, collects: 30m }
steps:
  - { after: created, wait: 10m, do: revokeConsent }
expect:
  result: [{ customer: customer-1, scope: orders, status: CANCELED, records: 0 }]
  requests: { createDataQuery: 1, notification: 1 }
  within: 15m
`;

const setUps = {
  npm: { install: 'npm ci', run: 'npx', cache: 'npm' },
  pnpm: { install: 'pnpm install --frozen-lockfile', run: 'pnpm exec', cache: 'pnpm' },
  yarn: { install: 'yarn install --immutable', run: 'yarn', cache: 'yarn' },
  bun: { install: 'bun install --frozen-lockfile', run: 'bunx', cache: '' },
} as const;

const workflowOf = ({ packages }: Project): string => {
  const { install, run, cache } = setUps[packages];
  const prepare = {
    npm: '',
    yarn: '      - run: corepack enable\n',
    pnpm: '      - uses: pnpm/action-setup@v4\n',
    bun: '      - uses: oven-sh/setup-bun@v2\n',
  }[packages];
  return `name: stunt-double
on:
  push:
  pull_request:
permissions:
  contents: read
jobs:
  scenarios:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
${prepare}      - uses: actions/setup-node@v4
        with:
          node-version: 22
${cache === '' ? '' : `          cache: ${cache}\n`}      - run: ${install}
      # Notes at the lines of scenarios, and a summary of the job, come by themselves.
      - run: ${run} stunt-double run
`;
};
