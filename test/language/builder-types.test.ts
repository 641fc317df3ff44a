import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { openTemporaryFolder } from '../../scripts/temporary-folder.ts';
import { builtTypes } from '../built.ts';
import { printScenario } from '../../src/language/print-scenario.ts';
import { asScenario, story } from './arbitraries/story.ts';

/** A line of a user's code, and the error of TypeScript that it must get, if any. */
type Row = readonly [code: string, error?: string];

const moments: readonly Row[] = [
  ["story.at('1h30m').elapse('1.5s');"],
  ["story.at('1h 0m 0.001s').elapse('500ms');"],
  ["story.after('created', { wait: '10m', nth: '2..4' }).expireToken();"],
  ["story.on('listDataQueryRecords', { nth: 'every', chance: '30%' }).expireToken();"],
  ["story.on('listDataQueryRecords', { where: { page: 3, region: 'eu-west-1' } }).expireToken();"],
  ['story.at(text).elapse(text);'],
  ['story.at(`${count}m`).elapse(`${count}h${count}m`);'],
  ["story.at('1 hour');", 'TS2345'],
  ["story.at('30m1h');", 'TS2345'],
  ["story.at('1h  30m');", 'TS2345'],
  ["story.at('-5m');", 'TS2345'],
  ["story.at('1e3m');", 'TS2345'],
  ["story.at('5');", 'TS2345'],
  ["story.at('');", 'TS2345'],
  ['story.at(5);', 'TS2345'],
  ["story.after('created', { wait: 'soon' });", 'TS2322'],
  ["story.after('create');", 'TS2345'],
  ["story.on('createDataQery');", 'TS2345'],
  ["story.on('createDataQuery', { nht: 2 });", 'TS2353'],
  ["story.on('createDataQuery', { nth: 'evry' });", 'TS2820'],
  ["story.on('createDataQuery', { chance: 30 });", 'TS2322'],
  ["story.on('createDataQuery', { chance: '30' });", 'TS2322'],
  ["story.on('createDataQuery', { where: { page: 3 } });", 'TS2353'],
  ["story.on('sendEmail', { where: { customer: 'c' } });", 'TS2322'],
  ["story.on('createDataQuery', { where: { region: 'eu-west' } });", 'TS2820'],
  ["story.after('created', { where: { region: 'eu-west-1' } });", 'TS2353'],
];

const verbs: readonly Row[] = [
  ["on.fail('integrationTimeout', { times: 3 });"],
  ["on.fail(503, { for: '5m', operation: 'sendEmail' });"],
  ["on.holdAccount({ for: '2h', customer: 'c' });"],
  ["on.repeatNotification({ copies: 3, by: '1m', for: '1h' });"],
  ["on.together((all) => all.expireToken().regionDown('eu-west-1', { for: '30s' }));"],
  ["on.sequence((first) => first.expireToken().wait('5m').holdAccount().on('sendEmail').fail(503));"],
  ["on.fail('integrationTimout');", 'TS2345'],
  ["on.fail('INTEGRATION_TIMEOUT');", 'TS2345'],
  ["on.fail(503, { fr: '5m' });", 'TS2353'],
  ["on.fail(503, { for: '5 minutes' });", 'TS2322'],
  ["on.fail(503, { operation: 'sendEmails' });", 'TS2820'],
  ['on.fail();', 'TS2554'],
  ["on.fault('restet');", 'TS2345'],
  ["on.fault('late', { by: '10 s' });", 'TS2322'],
  ["on.fault('late', { by: 'ten seconds' });", 'TS2322'],
  ['on.fault();', 'TS2554'],
  ["on.elapse('61 mins');", 'TS2345'],
  ['on.elapse();', 'TS2554'],
  ['on.holdAcount();', 'TS2551'],
  ["on.holdAccount({ for: '2 h' });", 'TS2322'],
  ['on.enableScope();', 'TS2554'],
  ["on.beginFault('backendSilnt');", 'TS2345'],
  ["on.regionDown('eu-west1');", 'TS2345'],
  ["on.regionDown('eu-west-1', { fails: 'invalidClient' });", 'TS2322'],
  ['on.together((all) => all.together(() => undefined));', 'TS2339'],
  ['on.sequence((first) => first.sequence(() => undefined));', 'TS2339'],
  ["on.sequence((first) => first.expireToken().at('5m').holdAccount());", 'TS2339'],
  ["on.sequence((first) => first.expireToken().wait('5 m').holdAccount());", 'TS2345'],
];

const ends: readonly Row[] = [
  ["story.expect({ arrived: 600, queries: { completed: 1 }, rules: { C8: 'off' } });"],
  ["story.expect({ when: { createDataQuery: { first: '0s', waits: ['1s', '2s..'] } }, mails: [{ content: /600/ }] });"],
  ['story.expect({ client: { fails: /x/ }, requests: { notification: { atLeast: 1 } } });'],
  ['story.expect({ arived: 600 });', 'TS2561'],
  ['story.expect({ requests: { createQuery: 1 } });', 'TS2353'],
  ["story.expect({ client: 'fails' });", 'TS2322'],
  ['story.expect({ client: {} });', 'TS2322'],
  ['story.expect({ queries: { complete: 1 } });', 'TS2561'],
  ["story.expect({ rules: 'al' });", 'TS2322'],
  ["story.expect({ rules: { C99: 'off' } });", 'TS2353'],
  ["story.expect({ mails: [{ subject: 'x' }] });", 'TS2353'],
  ["story.application({ scopes: ['orders'] });", 'TS2741'],
  ["story.customer({ custmer: 'c' });", 'TS2353'],
  ["story.assume({ 'cache.errors': 'success' });", 'TS2322'],
  ['scenario();', 'TS2554'],
];

const rows: readonly Row[] = [
  ["import { scenario } from 'stunt-double';"],
  ["const story = scenario('x');"],
  ["const on = story.on('createDataQuery');"],
  ["const text: string = '5m', count: number = 5;"],
  ...moments,
  ...verbs,
  ...ends,
];

const root = resolve(import.meta.dirname, '../..');

const flags = [
  '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --allowImportingTsExtensions',
  '--module nodenext --target es2023 --lib es2023,es2024.string,dom,esnext.disposable --types node',
  `--typeRoots ${join(root, 'node_modules/@types')}`,
].join(' ');

const told = fc.sample(story, { numRuns: 60, seed: 3 }).map((one) => printScenario(asScenario(one), 'typescript'));
const modules = told.map((text, index) =>
  text.replace(/^import.*\n/, '').replace('export default', `export const story${index} =`),
);

const [[imports] = ['']] = rows;
const files: Readonly<Record<string, string>> = {
  'story.mts': rows.map(([code]) => `${code}\n`).join(''),
  'printed.mts': `${imports}\n${modules.join('')}`,
};

/** What the compiler says of both files, which use the types of the package, as they are built. */
let output = '';
beforeAll(async () => {
  const ours = JSON.stringify(builtTypes());
  using folder = openTemporaryFolder(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replace("'stunt-double'", ours)])),
  );
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const words = [tsc, ...flags.split(' '), ...Object.keys(files)];
  output = await promisify(execFile)(process.execPath, words, { cwd: folder.path }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
});

test('wrong words, impossible lengths of time and missing fields do not compile, right ones do', () => {
  const found = [...output.matchAll(/^story\.mts\((\d+),\d+\): error (TS\d+)/gm)];
  expect(found.map(([, line, error]) => [rows[Number(line) - 1]?.[0], error])).toEqual(
    rows.filter(([, error]) => error !== undefined),
  );
});

test('whatever is printed as TypeScript compiles', () => {
  const rest = output.split('\n').filter((line) => /^\S/.test(line) && !line.startsWith('story.mts'));

  expect(rest).toEqual([]);
});
