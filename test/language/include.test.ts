import { mkdirSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadScenarios } from '../../src/language/load-scenarios.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { misuseIn } from '../misuse-of.ts';

const refusal = (path: string) => misuseIn(() => loadScenarios([path]));

/** A folder `in` among these files. */
const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = join(temporaryFolder(files), 'in');
  mkdirSync(folder, { recursive: true });
  return folder;
};

test('steps of included files come first, and of other fields the last word counts', async () => {
  const files = {
    'in/a.yaml': `name: own
include: [_base.yaml, parts/more.yaml]
assumptions: { cache.errors: everything }
steps: [{ at: 3s, elapse: 1s }]
expect: { within: 1h }`,
    'in/_base.yaml': `customer: { records: 5 }
seed: 1
assumptions: { cache.errors: success-only, notification.retry: once }
steps: [{ at: 1s, elapse: 1s }]
expect: { within: 2h, requests: { sendEmail: 1 } }`,
    'in/parts/more.yaml': 'seed: 2\ncustomers: [{ id: ann }]\nsteps: [{ at: 2s, elapse: 1s }]',
  };
  const folder = folderWith(files);
  const [scenario] = await loadScenarios([join(folder, 'a.yaml')]);

  expect(scenario).toMatchObject({ name: 'own', seed: 2, source: `${folder}/a.yaml` });
  expect(scenario?.customers).toEqual([{ id: 'ann' }]);
  expect(scenario?.assumptions).toEqual({ 'cache.errors': 'everything', 'notification.retry': 'once' });
  expect(scenario?.expect).toMatchObject({ within: '1h', requests: { sendEmail: { atLeast: 1, atMost: 1 } } });
  expect(scenario?.steps.map(({ place }) => place)).toEqual([
    `${folder}/_base.yaml:4:9`,
    `${folder}/parts/more.yaml:3:9`,
    `${folder}/a.yaml:4:9`,
  ]);
});

test('files that begin with a line are there to be included, and are no scenarios', async () => {
  const files = { 'in/a.yaml': 'name: a\ninclude: _b.yaml', 'in/_b.yaml': 'seed: 3', 'in/_more/c.yaml': 'seed: 4' };
  const folder = folderWith(files);
  expect((await loadScenarios([folder])).map(({ name, seed }) => [name, seed])).toEqual([['a', 3]]);
});

test('included files can include others, relative to themselves', async () => {
  const files = {
    'in/a.yaml': 'name: a\ninclude: parts/b.yaml',
    'in/parts/b.yaml': 'include: deep/c.yaml',
    'in/parts/deep/c.yaml': 'include: ../../_d.yaml',
    'in/_d.yaml': 'seed: 9',
  };
  const folder = folderWith(files);
  expect((await loadScenarios([join(folder, 'a.yaml')]))[0]?.seed).toBe(9);
});

test('a table puts its values into what is included, too', async () => {
  const files = {
    'in/a.yaml': 'name: a $n\ninclude: _b.yaml\neach: [{ n: 1 }, { n: 2 }]',
    'in/_b.yaml': 'seed: $n',
  };
  const folder = folderWith(files);
  const scenarios = await loadScenarios([folder]);

  expect(scenarios.map(({ name, seed }) => [name, seed])).toEqual([
    ['a 1', 1],
    ['a 2', 2],
  ]);
});

test('a mistake is placed in the file that it was written in', async () => {
  const files = {
    'in/a.yaml': 'name: a\ninclude: _b.yaml\nsteps: [{ at: 1s, elapse: 1 }]\nexpect: { within: x }',
    'in/_b.yaml': 'sed: 1\nsteps: [{ at: 1s, elapse: 2 }]\nassumptions: { cache.eros: x }',
  };
  const folder = folderWith(files);
  const misuse = await refusal(folder);

  expect(misuse.message.match(/\w+\.yaml:\d+:\d+/g)).toEqual([
    'a.yaml:3:27',
    'a.yaml:4:19',
    '_b.yaml:1:1',
    '_b.yaml:2:27',
    '_b.yaml:3:16',
  ]);
});

// What is included, and what is said of it; the secret lies beside the folder.
test.each([
  ['../secret.yaml', '"../secret.yaml" lies outside of the folder', 'a folder below'],
  ['parts/../../secret.yaml', 'lies outside of the folder', 'a folder below'],
  ['/etc/passwd', 'lies outside of the folder', 'a folder below'],
  ['ROOT/secret.yaml', 'lies outside of the folder', 'a folder below'],
  ['~/secret.yaml', 'lies outside of the folder', 'a folder below'],
  ['file:///etc/passwd', 'lies outside of the folder', 'a folder below'],
  ['C:/secret.yaml', 'lies outside of the folder', 'a folder below'],
  ['parts\\b.yaml', 'is not a path for all systems', '"/"'],
  ['linked.yaml', '"linked.yaml" lies outside of the folder', 'a folder below'],
  ['linked/secret.yaml', '"linked/secret.yaml" lies outside of the folder', 'a folder below'],
  ['_bas.yaml', 'there is no file "_bas.yaml"', 'did you mean "_base.yaml"?'],
  ['parts', '"parts" is not a scenario file', '.yaml, .yml or .json'],
  ['looping.yaml', 'there is no file "looping.yaml"', 'known: '],
  ['parts.yaml', 'there is no file "parts.yaml"', 'known: '],
  ['.', '"." lies outside', 'a folder below'],
])('include: %s is refused', async (path, what, hint) => {
  const files = { 'in/_base.yaml': 'seed: 1', 'in/parts.yaml/x.yaml': '', 'secret.yaml': 'seed: 1' };
  const folder = folderWith(files);
  const root = dirname(folder);
  await symlink(join(root, 'secret.yaml'), join(folder, 'linked.yaml'));
  await symlink(root, join(folder, 'linked'));
  await symlink(join(folder, 'looping.yaml'), join(folder, 'looping.yaml'));
  const text = `name: a\ninclude: '${path.replace('ROOT', root)}'`;
  await writeFile(join(folder, 'a.yaml'), text);

  const misuse = await refusal(join(folder, 'a.yaml'));

  expect(misuse).toMatchObject({ code: 'SCENARIO_INVALID', place: `${folder}/a.yaml:2:10` });
  expect(misuse.what).toContain(what);
  expect(misuse.hint).toContain(hint);
});

test('a circle is named, file by file', async () => {
  const files = {
    'in/a.yaml': 'name: a\ninclude: _b.yaml',
    'in/_b.yaml': 'seed: 1\ninclude: [_c.yaml]',
    'in/_c.yaml': 'include: a.yaml',
  };
  const folder = folderWith(files);
  const misuse = await refusal(join(folder, 'a.yaml'));

  expect(misuse.what).toBe('a.yaml includes _b.yaml includes _c.yaml includes a.yaml: a circle');
  expect(misuse.place).toBe(`${folder}/_c.yaml:1:10`);
});

test('a file that includes itself by another name is a circle', async () => {
  const folder = folderWith({ 'in/a.yaml': 'name: a\ninclude: b.yaml' });
  await symlink(join(folder, 'a.yaml'), join(folder, 'b.yaml'));

  expect((await refusal(join(folder, 'a.yaml'))).what).toBe('a.yaml includes b.yaml: a circle');
});

test('files that include one another in great number are refused, not gone through', async () => {
  const twice = (next: number): string => `include: [_${next}.yaml, _${next}.yaml]`;
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`in/_${n}.yaml`, twice(n + 1)]));
  const folder = folderWith({ ...files, 'in/a.yaml': 'name: a\ninclude: _0.yaml', 'in/_40.yaml': 'seed: 1' });
  expect((await refusal(folder)).what).toContain('more than 50 files are included');
});

test.each([
  ['7', '2:10', '7 is not the path of a file'],
  ['[]', '2:10', 'an empty list is not a list of files'],
  ['[a.yaml, 7]', '2:19', '7 is not the path of a file'],
])('include: %s is refused', async (include, place, what) => {
  const folder = folderWith({ 'in/a.yaml': `name: a\ninclude: ${include}` });
  const misuse = await refusal(join(folder, 'a.yaml'));

  expect(misuse.message).toContain(what);
  expect(misuse.place).toBe(`${folder}/a.yaml:${place}`);
});

test('a text alone can include nothing', () => {
  expect(() => readScenario('name: a\ninclude: b.yaml', 'f.yaml')).toThrow(
    expect.objectContaining({ place: 'f.yaml:2:1', what: 'a text alone can include no files' }),
  );
});
