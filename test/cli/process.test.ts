import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { dependenciesOf } from '../../scripts/packed/pack.ts';
import { assumptionRow } from '../../src/spec/assumptions.ts';
import { builtProgram } from '../built.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { sampled } from '../sampled.ts';
import { brokenScenario, client, keptScenario } from './begin.ts';
import { clients } from './check-clients.ts';

const project = resolve(import.meta.dirname, '../..');
const program = builtProgram();

const start = (folder: string, args: readonly string[], main = program): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [main, ...args], { cwd: folder, encoding: 'utf8', timeout: 20_000 });

const typed = `import { promisify } from 'node:util';
import { hour } from './hour.js';
const sleep = promisify(setTimeout);
interface Env { readonly regions: Record<string, string>; readonly customer: { scope: string; accessToken: string } }
enum Answer { Created = 201 }
export default async function importOrders({ regions, customer }: Env): Promise<{ status: Answer; pending: string[] }> {
  const { status } = await fetch(\`\${regions['eu-west-1']}/\${customer.scope}/data-queries\`, {
    method: 'POST',
    headers: { authorization: \`Bearer \${customer.accessToken}\` },
  });
  await sleep(hour);
  console.log('client: done');
  return { status, pending: [customer.scope] };
}
`;
const hour = 'export const hour: number = 3_600_000;\n';

const packages = [
  { kind: 'an ES module', files: { 'package.json': '{ "type": "module" }' } },
  { kind: 'CommonJS', files: { 'package.json': '{ "type": "commonjs" }' } },
  { kind: 'of a package that does not say', files: {} },
];

test.each(sampled(packages, { every: 3 }))(
  'a client in TypeScript that is $kind runs, sleeps in virtual time, and is heard',
  ({ files }) => {
    const folder = temporaryFolder({ ...files, 'a.yaml': keptScenario, 'client.ts': typed, 'hour.ts': hour });

    const { status, stdout, stderr } = start(folder, ['run', 'a.yaml', '--client', 'client.ts']);

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^client: done\n✓ a query is created {2}virtual 1h0m0\.000s {2}real [\d.]+ m?s\n/);
    expect(stdout).toMatch(/\n1 passed, 0 failed\n$/);
  },
);

test('what a client in TypeScript throws is shown with the line that its author wrote', () => {
  const thrower = `interface Env { readonly customer: { readonly scope: string } }

export default async function importOrders({ customer }: Env): Promise<void> {
  const named: string = customer.scope;
  throw new Error(\`no \${named} today\`);
}
`;
  const folder = temporaryFolder({ 'a.yaml': keptScenario, 'client.ts': thrower });

  const { stdout } = start(folder, ['run', 'a.yaml', '--client', 'client.ts']);

  expect(stdout).toContain('Error: no orders today');
  expect(stdout).toMatch(/at importOrders \(client\.ts:5:9\)/);
});

test('the replay line, pasted, fails in the same way', () => {
  const folder = temporaryFolder({ 'b.yaml': brokenScenario, 'client.mjs': client });
  const first = start(folder, ['run', 'b.yaml', '--client', './client.mjs', '--seed', '3']);
  const words = /replay: npx stunt-double (.*)/.exec(first.stdout)?.[1]?.split(' ') ?? [];

  const second = start(folder, words);

  expect(words).toEqual(['run', 'b.yaml', '--client', 'client.mjs', '--seed', '3']);
  expect(second.status).toBe(1);
  const withoutRealTime = (text: string): string => text.replace(/real .*/g, '');
  expect(withoutRealTime(second.stdout)).toBe(withoutRealTime(first.stdout));
});

test('errors that the client lets slip are findings, and the scenarios after it still run', () => {
  const careless = `export default async () => {
    void Promise.reject(new Error('lost'));
    setTimeout(() => { throw new Error('thrown'); }, 10);
    await new Promise((resolve) => setTimeout(resolve, 20));
  };`;
  const files = { 'a.yaml': 'name: a\nclient: ./careless.mjs\n', 'b.yaml': `client: ./client.mjs\n${keptScenario}` };
  const folder = temporaryFolder({ ...files, 'careless.mjs': careless, 'client.mjs': client });

  const { status, stdout } = start(folder, ['run', '.']);

  expect(status).toBe(1);
  expect(stdout).toContain('a promise was rejected and nobody heard: Error: lost');
  expect(stdout).toContain('an error was thrown and nobody caught it: Error: thrown');
  expect(stdout).toMatch(/at file:\S*careless\.mjs:3:\d+/);
  expect(stdout).toMatch(/\n1 passed, 1 failed\n$/);
});

test.each([
  { argv: ['sweep', 'leaver.mjs'], where: 'leaver.mjs', step: 'on the 1st createDataQuery: fail with ' },
  { argv: ['diff', 'sound.mjs', 'leaver.mjs'], where: 'sound.mjs -> leaver.mjs', step: '' },
])('what $argv.0 found is told of a client that ends the process, and in which scenario', ({ argv, where, step }) => {
  const folder = temporaryFolder(clients);

  const { status, stdout, stderr } = start(folder, [...argv, '--transport', 'fetch', '--json', 'found.json']);

  expect(status).toBe(2);
  const far = '(?:before the first run|after \\d+ of \\d+ runs)';
  expect(stderr).toMatch(new RegExp(`^error: ${where}, ${far}: the process ended in the middle of it; `));
  expect(stdout).toMatch(/broken: leaves-the-process-alone: (?:.*\n)* {2}replay: npx stunt-double replay sd1_/);
  expect(stdout).toContain(step);
  expect(JSON.parse(readFileSync(`${folder}/found.json`, 'utf8'))).toMatchObject({
    runs: expect.any(Number),
    failure: { rule: 'leaves-the-process-alone' },
  });
});

const forEver = 'await new Promise(() => {});\n';

test.each([
  { what: 'a client', argv: ['run', 'a.yaml', '-c', 'never.mjs'], module: 'never.mjs', code: 'CLIENT_INVALID' },
  { what: 'a client to check', argv: ['check', 'never.mjs'], module: 'never.mjs', code: 'CLIENT_INVALID' },
  { what: 'a client that ends the process', argv: ['sweep', 'exits.mjs'], module: 'exits.mjs', code: 'CLIENT_INVALID' },
  { what: 'a scenario', argv: ['run', 'b.scenario.mjs'], module: 'b.scenario.mjs', code: 'SCENARIO_INVALID' },
  { what: 'a configuration', argv: ['run', '--config', 'never.mjs'], module: 'never.mjs', code: 'BAD_OPTION' },
])('$what that never finishes loading is named', ({ argv, module, code }) => {
  const folder = temporaryFolder({
    'a.yaml': keptScenario,
    'never.mjs': forEver,
    'b.scenario.mjs': forEver,
    'exits.mjs': 'process.exit(0);\n',
  });

  const { status, stdout, stderr } = start(folder, argv);

  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(
    `error: ${module}: the module never finished loading; does it await at its top what never comes, or call process.exit? ` +
      `(let "import" of this module succeed by itself) [${code}]\n`,
  );
});

test('a client that leaves a server open does not keep the process alive', () => {
  const server = `import { createServer } from 'node:http';
    export default () => new Promise((resolve) => createServer().listen(0, '127.0.0.1', resolve));`;
  const folder = temporaryFolder({ 'a.yaml': 'name: a\n', 'client.mjs': server });

  expect(start(folder, ['run', 'a.yaml', '--client', 'client.mjs'])).toMatchObject({ status: 0, signal: null });
});

test('without tsx a client in TypeScript with an enum is refused, and told why', () => {
  const folder = temporaryFolder({ 'a.yaml': keptScenario, 'client.ts': typed, 'hour.ts': hour });
  cpSync(`${project}/package.json`, `${folder}/package.json`);
  cpSync(`${project}/dist`, `${folder}/dist`, { recursive: true });
  for (const name of dependenciesOf()) {
    mkdirSync(dirname(`${folder}/node_modules/${name}`), { recursive: true });
    symlinkSync(`${project}/node_modules/${name}`, `${folder}/node_modules/${name}`, 'junction');
  }

  const { status, stderr } = start(
    folder,
    ['run', 'a.yaml', '--client', 'client.ts'],
    `${folder}/dist/cjs/cli/main.js`,
  );

  expect(status).toBe(2);
  // Newer versions of Node take the types away themselves, and refuse what is more than a type.
  if (Reflect.get(process.features, 'typescript') === 'strip') {
    expect(stderr).toMatch(/^error: client\.ts:5:(?:1:)? .*enum is not supported/);
    return;
  }
  expect(stderr).toMatch(/^error: client\.ts: a client in TypeScript needs tsx/);
  expect(stderr).toContain('npm i -D tsx@latest');
});

test.each(['limits.who', 'email.contentLimit'] as const)(
  'as it is built, too, it explains what each choice of %s means, which only the schema beside it tells',
  (id) => {
    const said = start(project, ['explain', id]).stdout.replaceAll(/\s+/g, ' ');

    for (const meaning of Object.values(assumptionRow(id).means)) expect(said).toContain(`: ${meaning} `);
  },
);
