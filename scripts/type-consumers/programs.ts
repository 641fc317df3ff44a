/** What is compiled: programs of people who use the package, every entry of it, as ES modules and as CommonJS. */
export interface Consumer {
  readonly name: string;
  /** What is installed beside the package. */
  readonly packages: readonly string[];
  readonly programs: Readonly<Record<string, string>>;
  /** The programs that cannot be CommonJS. */
  readonly modulesAlone: readonly string[];
  readonly resolutions: readonly Resolution[];
}

/** How modules are found. */
/** `node10` is what TypeScript 5 goes by where a project asks for CommonJS; 7 knows it no more. */
export type Resolution = 'node10' | 'node16' | 'nodenext' | 'bundler';

const root = `import { checkClient, isMisuse, Misuse, raceClient, runScenario, scenario, simulate, sweepClient } from 'stunt-double';
import type { Client, ClientEnv, Judgement, SimulateOptions, Simulation } from 'stunt-double';

export const client: Client = async (env: ClientEnv) => {
  env.onNotification(() => new Response(null, { status: 204 }));
  env.onNotification({ listener: (request, response) => response.end(request.url) });
  return (await fetch(env.tokenUrl, { method: 'POST', signal: env.signal })).status;
};

const options: SimulateOptions = { customer: { records: 600 }, seed: 7 };

export const play = async (): Promise<readonly string[]> => {
  await using sim: Simulation = await simulate(options);
  sim.at('30m').expireToken();
  sim.after('created', { wait: '10m' }).revokeConsent({ customer: 'customer-1' });
  sim.on('listDataQueryRecords', { nth: 2 }).fail('integrationTimeout', { times: 3 });
  await sim.run(() => client(sim.env));
  return sim.judge().flatMap((one: Judgement) => (one.verdict === 'broken' ? one.evidence.map(({ text }) => text) : []));
};

export const search = async (): Promise<number> => {
  try {
    await sweepClient(client);
    await raceClient(client);
    await runScenario(scenario('late').on('notification').elapse('61m').build(), client);
    return (await checkClient(client, { runs: 100 })).runs;
  } catch (error) {
    if (isMisuse(error) || error instanceof Misuse) return error.hint.length;
    throw error;
  }
};
`;

const withoutPeers = `import 'stunt-double/register';
import { handlers, viaMsw } from 'stunt-double/msw';
import { viaNock } from 'stunt-double/nock';
import { createDispatcher, viaUndici } from 'stunt-double/undici';
import { withSimulation } from 'stunt-double/node-test';
import { test } from 'node:test';

test('steps', withSimulation({ customer: { records: 3 } }, async (sim, context) => {
  context.diagnostic(String(await sim.run(() => client(sim.env))));
}));

export const transports = [handlers, viaMsw, viaNock, createDispatcher, viaUndici];
`;

const withJest = `import { expect, test } from '@jest/globals';
import JestEnvironment from 'stunt-double/jest-environment';
import { withSimulation } from 'stunt-double/jest';

export const environment = JestEnvironment;

test('steps', withSimulation(async (sim) => {
  await sim.run(() => client(sim.env));
  expect(sim).toHaveKeptTheRules();
}));
`;

const withVitest = `import { expect } from 'vitest';
import { test } from 'stunt-double/vitest';

test('steps', async ({ sim }) => {
  await sim.run(() => client(sim.env));
  expect(sim).toHaveRequested('createDataQuery', { atLeast: 1 });
});
`;

/** Whoever has no peer of the package may meet none in its types; whoever has them gets the matchers. */
export const consumers: readonly Consumer[] = [
  {
    name: 'none of the peers',
    packages: ['@types/node'],
    programs: { root, entries: withoutPeers + root },
    modulesAlone: [],
    resolutions: ['node10', 'node16', 'nodenext', 'bundler'],
  },
  {
    name: 'Jest and vitest',
    packages: ['@types/node', '@jest/globals', 'expect', 'jest-environment-node', 'vitest'],
    programs: { jest: withJest + root, vitest: withVitest + root },
    modulesAlone: ['vitest'],
    resolutions: ['node10', 'nodenext', 'bundler'],
  },
];
