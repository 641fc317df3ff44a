import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import {
  aroundProxies,
  asDotenv,
  asExports,
  environmentRows,
  makeEnvironment,
} from '../../src/cli/serve/environment.ts';
import { simulate } from '../../src/simulate.ts';
import { readTables } from '../spec/markdown.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/how-to/serve.md'), 'utf8');

test('the page names every variable, and no other', () => {
  const table = readTables(page).find(({ section }) => section === 'What the client is told');

  expect(table?.rows).toEqual(environmentRows.map(({ name, what }) => [name, what]));
});

test('there is a variable for all that a client is configured with, of each application, customer and region', async () => {
  await using sim = await simulate({
    applications: [{ id: 'one' }, { id: 'two', customers: ['eve'] }],
    customers: [{ id: 'ann' }, { id: 'eve', scope: 'products', consent: false }],
  });
  const applications = sim.applications.map(({ env }) => env);
  const [one, two] = applications;

  const made = makeEnvironment({ applications, notifyUrl: 'http://127.0.0.1:1/', caFile: '/tmp/ca.pem' });

  expect(made).toMatchObject({
    STUNT_DOUBLE_TOKEN_URL: one?.tokenUrl,
    STUNT_DOUBLE_REPORTING_URL: one?.storeUrls.reporting,
    STUNT_DOUBLE_US_EAST_1_URL: one?.regions['us-east-1'],
    STUNT_DOUBLE_CLIENT_SECRET: one?.clientSecret,
    STUNT_DOUBLE_CUSTOMER_REFRESH_TOKEN: one?.customers[0]?.refreshToken,
    STUNT_DOUBLE_APPLICATION_2_CLIENT_ID: 'two',
    STUNT_DOUBLE_APPLICATION_2_CLIENT_SECRET: two?.clientSecret,
    STUNT_DOUBLE_NOTIFY_URL: 'http://127.0.0.1:1/',
    SSL_CERT_FILE: '/tmp/ca.pem',
  });
  expect(Object.keys(made).filter((name) => name.includes('CONTROL'))).toEqual([]);
  expect(Object.values(made).every((value) => value !== '' && value !== 'undefined')).toBe(true);
});

test('whatever a value holds, a shell and a dotenv file give it back', () => {
  const hostile = { A: `it's $HOME \`id\` "quoted" \\ #1`, B: 'plain', C: 'http://127.0.0.1:1/a?b=c&d=e#f', D: '' };

  const byShell = execFileSync('sh', ['-c', `${asExports(hostile)}printf '%s\\n' "$A" "$B" "$C" "$D"`], {
    encoding: 'utf8',
  });
  const { A: _, ...others } = hostile;

  expect(byShell.split('\n').slice(0, 4)).toEqual(Object.values(hostile));
  expect(parseEnv(asDotenv(others))).toEqual(others);
  expect(asDotenv(others)).toContain("B=plain\nC='http");
});

const proxied = { http_proxy: 'http://127.0.0.1:9' };

test.each([
  ['nothing', {}],
  ['another host', { NO_PROXY: 'a.test' }],
  ['each host', { no_proxy: '*' }],
])(
  'no proxy is asked for this machine, nor for the own name of the server, where %s is spared of it',
  (_what, spared) => {
    const env = { ...proxied, ...spared };
    const hosts = ['127.0.0.1:80', 'localhost:80', 'double.internal', 'double.internal:80', '[fd00::1]:8080'];

    const around = aroundProxies(env, ['http://double.internal:80', 'http://[fd00::1]:8080']);

    const python = 'import sys, urllib.request as u; print([h for h in sys.argv[1:] if not u.proxy_bypass(h)])';
    const said = execFileSync('python3', ['-c', python, ...hosts], { env: { ...env, ...around }, encoding: 'utf8' });
    expect(said).toBe('[]\n');
  },
);

test('what was spared of a proxy still is, by each of the two names; and where there is no proxy, nothing changes', () => {
  const both = { NO_PROXY: 'a.test', no_proxy: '.b.test' };

  expect(aroundProxies({ ...proxied, ...both }, [])).toEqual({
    NO_PROXY: 'a.test,127.0.0.1,localhost',
    no_proxy: '.b.test,127.0.0.1,localhost',
  });
  expect(aroundProxies({ http_proxy: '', ...both }, [])).toEqual({});
});
