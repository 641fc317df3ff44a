import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { loadScenarios } from '../../src/language/load-scenarios.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test('a folder is searched at all depths, in the order of the paths', async () => {
  const files = {
    'b.yaml': 'name: b',
    'a/z.yml': 'name: z',
    'a/deep/y.json': '{ "name": "y" }',
    'a/notes.md': '# no scenario',
    'clients/client.ts': 'export {}',
    'node_modules/p/package.json': '{}',
    '.hidden/h.yaml': 'name: h',
  };
  const root = temporaryFolder(files);
  const scenarios = await loadScenarios([root]);

  expect(scenarios.map(({ name }) => name)).toEqual(['y', 'z', 'b']);
  expect(scenarios.map(({ source }) => source)).toEqual([`${root}/a/deep/y.json`, `${root}/a/z.yml`, `${root}/b.yaml`]);
});

test('a file that several paths lead to is loaded once, where it comes first', async () => {
  const root = temporaryFolder({ 'a.yaml': 'name: a', 'b.yaml': 'name: b' });
  const scenarios = await loadScenarios([join(root, 'b.yaml'), `${root}/`]);

  expect(scenarios.map(({ name }) => name)).toEqual(['b', 'a']);
});

test('a link to a folder is not followed, and a link to a file is', async () => {
  const root = temporaryFolder({ 'a/a.yaml': 'name: a' });
  await symlink(root, join(root, 'a', 'circle'));
  await symlink(join(root, 'a', 'a.yaml'), join(root, 'linked.yaml'));

  const scenarios = await loadScenarios([root]);

  expect(scenarios.map(({ source }) => source)).toEqual([`${root}/a/a.yaml`, `${root}/linked.yaml`]);
});

test.each([
  ['a path that leads nowhere', 'missing.yaml', 'there is no such file or folder', 'it was looked for in'],
  ['a path below a file', 'good.yaml/x', 'there is no such file or folder', 'it was looked for in'],
  ['an empty folder', 'empty', 'the folder holds no scenario', 'add a .yaml'],
  ['a file of another kind', 'client.ts', 'not a scenario file', '.yaml, .yml or .json'],
  ['a file of 2 MB', 'large.yaml', 'the file is too large', '64 KB'],
  ['a file that is not UTF-8', 'latin.yaml', 'the file is not UTF-8 text', 'UTF-8'],
])('%s is refused by its name', async (_, path, what, hint) => {
  const files = {
    'good.yaml': 'name: good',
    'empty/readme.md': '',
    'client.ts': '',
    'large.yaml': ' '.repeat(2_000_000),
    'latin.yaml': Uint8Array.of(0x6e, 0xe9),
  };
  const root = temporaryFolder(files);
  await expect(loadScenarios([join(root, path)])).rejects.toMatchObject({
    name: 'Misuse',
    code: 'SCENARIO_INVALID',
    place: join(root, path),
    what,
    hint: expect.stringContaining(hint),
  });
});

test.skipIf(process.platform === 'win32')('a pipe is there, and is no file to read a scenario from', async () => {
  const root = temporaryFolder({ 'main.yaml': 'name: a\ninclude: pipe.yaml' });
  spawnSync('mkfifo', [join(root, 'pipe.yaml')]);

  await expect(loadScenarios([join(root, 'pipe.yaml')])).rejects.toMatchObject({
    place: join(root, 'pipe.yaml'),
    what: 'this is no regular file',
  });
  await expect(loadScenarios([join(root, 'main.yaml')])).rejects.toMatchObject({
    what: '"pipe.yaml" is no regular file',
  });
});

test('the mistakes of all files are reported together', async () => {
  const root = temporaryFolder({ 'a.yaml': 'nam: a', 'b.yaml': 'name: b', 'c.yaml': 'name: c\nseed: x' });
  const refusal: unknown = await loadScenarios([root]).catch((error: unknown) => error);

  const places = String(refusal).match(/[abc]\.yaml:\d+:\d+/g);
  expect(places).toEqual(['a.yaml:1:1', 'a.yaml:1:1', 'c.yaml:2:7']);
});

test('a folder below that may not be read is named', () => {
  const root = temporaryFolder({ 'a.yaml': 'name: a', 'closed/b.yaml': 'name: b' });
  for (const open of [dirname(root), root]) chmodSync(open, 0o755);
  chmodSync(join(root, 'closed'), 0);
  const module = resolve(import.meta.dirname, '../../src/language/load-scenarios.ts');
  // Root may read everything.
  const asAnybody = `const { loadScenarios } = await import(${JSON.stringify(module)});
    if (process.getuid() === 0) process.setuid(65534);
    await loadScenarios([${JSON.stringify(root)}]).catch(({ message }) => console.log(message));`;

  const tsx = resolve(import.meta.dirname, '../../node_modules/tsx/dist/esm/index.mjs');
  const argv = ['--import', tsx, '--input-type=module', '-e', asAnybody];
  const { stdout } = spawnSync(process.execPath, argv, { encoding: 'utf8' });

  expect(stdout).toContain(`${root}/closed: the folder cannot be read: EACCES: permission denied`);
});
