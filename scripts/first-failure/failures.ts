/** A first failure as a newcomer meets it: a small project, what is run in it, and what to make of what is printed. */
export interface Failure {
  readonly title: string;
  /** What went wrong, in a sentence or two. */
  readonly about: string;
  /** The file that is shown; others belong to the project as well. */
  readonly shown: string;
  readonly files: Readonly<Record<string, string>>;
  /** What is typed. */
  readonly typed: string;
  /** The program in node_modules, or Node itself; and its arguments. */
  readonly program?: string;
  readonly args: readonly string[];
}

const cli = 'stunt-double/dist/cjs/cli/main.js';

const esm = { 'package.json': '{ "private": true, "type": "module" }\n' };
const common = {
  'package.json': '{ "private": true, "jest": { "testEnvironment": "stunt-double/jest-environment" } }\n',
};

const scenario = { 'plain.yaml': 'name: a plain import\ncustomer: { scope: orders, records: 2 }\n' };
const expires = {
  'expires.yaml':
    'name: the token expires\ncustomer: { scope: orders, records: 2 }\nsteps:\n  - { on: createDataQuery, do: expireToken }\nexpect:\n  requests: { createDataQuery: 2 }\n',
};

/** Tries again with a token that has expired, which rule C4 forbids. */
const stubborn = `export const stubborn = async (env) => {
  const url = \`\${env.regions['eu-west-1']}/\${env.customer.scope}/data-queries\`;
  const headers = { authorization: \`Bearer \${env.customer.accessToken}\` };
  for (let attempt = 1; attempt <= 3; attempt++) {
    const response = await fetch(url, { method: 'POST', headers });
    if (response.ok) return (await response.json()).id;
  }
  return 'given up';
};
export default stubborn;
`;
const stubbornCommon = stubborn
  .replace('export const stubborn =', 'exports.stubborn =')
  .replace(/export default.*\n/, '');

const run = (client: string, scenarioFile = 'plain.yaml', ...more: readonly string[]) => ({
  typed: ['npx stunt-double run', scenarioFile, '--client', client, ...more].join(' '),
  program: cli,
  args: ['run', scenarioFile, '--client', client, ...more],
});

const script = (name: string) => ({ typed: `node ${name}`, args: [name] });

/** In the order of the page. */
export const failures: readonly Failure[] = [
  {
    title: 'The client throws',
    about: 'An error of the client is shown with its type, its causes, and the line that it came from.',
    shown: 'client.mjs',
    files: {
      ...esm,
      ...scenario,
      'client.mjs': `export default async (env) => {
  const response = await fetch(\`\${env.regions['eu-west-1']}/orders/data-queries\`, {
    method: 'POST',
    headers: { authorization: \`bearer \${env.customer.accessToken}\` },
  });
  if (!response.ok) throw new Error(\`no query: \${response.status}\`, { cause: await response.json() });
};
`,
    },
    ...run('client.mjs'),
  },
  {
    title: 'A typo in the client',
    about: 'The last refusal may not be the cause: here nothing was refused, and the line of the client says it all.',
    shown: 'client.mjs',
    files: {
      ...esm,
      ...scenario,
      'client.mjs': `export default async (env) => {
  const names = env.customer.scopes.map((scope) => scope.name);
  return names.length;
};
`,
    },
    ...run('client.mjs'),
  },
  {
    title: 'The clock is stuck',
    about: 'The client waits for a notification, and has not said where notifications are taken.',
    shown: 'stuck.mjs',
    files: {
      ...esm,
      'stuck.mjs': `import { simulate } from 'stunt-double';

const sim = await simulate({ customer: { scope: 'orders', records: 2 } });
await sim.run(async () => {
  const { regions, customer } = sim.env;
  const headers = { authorization: \`Bearer \${customer.accessToken}\` };
  await fetch(\`\${regions['eu-west-1']}/orders/data-queries\`, { method: 'POST', headers });
  await new Promise(() => {}); // until the notification comes
});
`,
    },
    ...script('stuck.mjs'),
  },
  {
    title: 'The client is called outside of sim.run',
    about: 'Time is virtual, and only a run moves it: a client that waits outside of one waits for ever.',
    shown: 'forgotten.mjs',
    files: {
      ...esm,
      'forgotten.mjs': `import { simulate } from 'stunt-double';

const sim = await simulate({ customer: { scope: 'orders', records: 2 } });
const { regions, customer } = sim.env;
const headers = { authorization: \`Bearer \${customer.accessToken}\` };
await fetch(\`\${regions['eu-west-1']}/orders/data-queries\`, { method: 'POST', headers });
await new Promise((resolve) => setTimeout(resolve, 60_000)); // a minute of virtual time
`,
    },
    ...script('forgotten.mjs'),
  },
  {
    title: 'The client never gives the thread back',
    about: 'A loop without an await leaves no room for anything else. It is ended, and the place is named.',
    shown: 'client.mjs',
    files: {
      ...esm,
      ...scenario,
      'client.mjs': `export default async () => {
  let isDone = false;
  while (!isDone) {
    // who could change it?
  }
};
`,
    },
    ...run('client.mjs'),
  },
  {
    title: 'A step never fires',
    about: 'A step that nothing came up against tests nothing, and so the test fails.',
    shown: 'never.test.mjs',
    files: {
      ...esm,
      'never.test.mjs': `import { test } from 'node:test';
import { withSimulation } from 'stunt-double/node-test';

test(
  'an e-mail is refused',
  withSimulation(async (sim) => {
    sim.on('sendEmail').fail(503);
    await sim.run(async () => 'nothing is sent');
  }),
);
`,
    },
    typed: 'node --test never.test.mjs',
    args: ['--test', '--test-reporter=spec', 'never.test.mjs'],
  },
  {
    title: 'The wrong host',
    about:
      'An address that is written into the client leads past the simulation; with network: "closed" it is refused.',
    shown: 'host.mjs',
    files: {
      ...esm,
      'host.mjs': `import { simulate } from 'stunt-double';

const sim = await simulate({ customer: { scope: 'orders', records: 2 }, network: 'closed' });
await sim.run(() => fetch('https://api.shop.example/orders/data-queries', { method: 'POST' }));
`,
    },
    ...script('host.mjs'),
  },
  {
    title: 'A broken rule in vitest',
    about: 'The client tries again with a token that has expired. The matcher says which rule forbids it, and where.',
    shown: 'token.test.js',
    files: {
      ...esm,
      'client.mjs': stubborn,
      'token.test.js': `import { test } from 'stunt-double/vitest';
import { expect } from 'vitest';
import { stubborn } from './client.mjs';

test('the token expires', async ({ sim }) => {
  sim.on('createDataQuery').expireToken();
  await sim.run(() => stubborn(sim.env));

  expect(sim).toHaveKeptTheRules();
});
`,
    },
    typed: 'npx vitest run',
    program: 'vitest/vitest.mjs',
    args: ['run'],
  },
  {
    title: 'The same in Jest',
    about: 'With testEnvironment "stunt-double/jest-environment" in the configuration of Jest.',
    shown: 'token.test.js',
    files: {
      ...common,
      'client.js': stubbornCommon,
      'token.test.js': `const { withSimulation } = require('stunt-double/jest');
const { stubborn } = require('./client.js');

test(
  'the token expires',
  withSimulation(async (sim) => {
    sim.on('createDataQuery').expireToken();
    await sim.run(() => stubborn(sim.env));

    expect(sim).toHaveKeptTheRules();
  }),
);
`,
    },
    typed: 'npx jest',
    program: 'jest/bin/jest.js',
    args: ['--ci', '--watchman=false', '--cacheDirectory=cache'],
  },
  {
    title: 'The same in node:test',
    about:
      'There are no matchers: judge() says which rules were broken, and what happened is printed by withSimulation.',
    shown: 'token.test.mjs',
    files: {
      ...esm,
      'client.mjs': stubborn,
      'token.test.mjs': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withSimulation } from 'stunt-double/node-test';
import { stubborn } from './client.mjs';

test(
  'the token expires',
  withSimulation(async (sim) => {
    sim.on('createDataQuery').expireToken();
    await sim.run(() => stubborn(sim.env));

    const broken = sim.judge().filter(({ verdict }) => verdict === 'broken');
    assert.deepEqual(broken.map(({ rule }) => \`\${rule.id} \${rule.name}\`), []);
  }),
);
`,
    },
    typed: 'node --test token.test.mjs',
    args: ['--test', '--test-reporter=spec', 'token.test.mjs'],
  },
  {
    title: 'A client that check breaks',
    about: 'check looks for the shortest scenario that breaks the client, and says what in it matters.',
    shown: 'client.mjs',
    files: { ...esm, 'client.mjs': stubborn },
    typed: 'npx stunt-double check client.mjs --runs 20 --seed 1',
    program: cli,
    args: ['check', 'client.mjs', '--runs', '20', '--seed', '1'],
  },
  {
    title: 'Notes on GitHub',
    about: 'With --reporter github what broke stands beside the line that expected otherwise.',
    shown: 'expires.yaml',
    files: { ...esm, ...expires, 'client.mjs': stubborn },
    ...run('client.mjs', 'expires.yaml', '--reporter', 'github'),
  },
];
