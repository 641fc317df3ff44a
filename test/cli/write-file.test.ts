import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { makeFolder, requireWritable, writeWhole } from '../../src/write-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const source = resolve(import.meta.dirname, '../../src/write-file.ts');
const tsx = resolve(import.meta.dirname, '../../node_modules/tsx/dist/esm/index.mjs');

test('a file is written in a folder that is made for it, and nothing else is left there', () => {
  const folder = temporaryFolder();

  writeWhole(`${folder}/deep/er/report.xml`, 'new');

  expect(readFileSync(`${folder}/deep/er/report.xml`, 'utf8')).toBe('new');
  expect(readdirSync(`${folder}/deep/er`)).toEqual(['report.xml']);
});

test('what a process of the same number left half-written, as in another container, keeps nobody from writing, and stays', () => {
  const left = Array.from({ length: 50 }, (_, at) => `.stunt-double-${process.pid}-${at}.tmp`);
  const folder = temporaryFolder(Object.fromEntries(left.map((name) => [name, 'half'])));

  writeWhole(`${folder}/report.xml`, 'new');

  expect(readdirSync(folder).sort()).toEqual([...left, 'report.xml'].sort());
});

test('what is written over keeps its mode', () => {
  const folder = temporaryFolder({ 'report.xml': 'old' });
  chmodSync(`${folder}/report.xml`, 0o640);

  writeWhole(`${folder}/report.xml`, 'new');

  expect(readFileSync(`${folder}/report.xml`, 'utf8')).toBe('new');
  expect(statSync(`${folder}/report.xml`).mode & 0o777).toBe(0o640);
});

test('where it cannot be written to its end, the old file is there as a whole, and nothing beside it', () => {
  const folder = temporaryFolder({ 'report.xml': 'old' });
  const program = `import { writeWhole } from ${JSON.stringify(source)};
    try { writeWhole('report.xml', 'x'.repeat(100_000)); } catch (error) { console.log(error.code); }`;

  const { stdout } = spawnSync(
    'sh',
    ['-c', 'ulimit -f 8; exec "$0" --import "$1" --input-type=module -e "$2"', process.execPath, tsx, program],
    // The limit is on all files that it writes.
    { cwd: folder, encoding: 'utf8', env: { ...process.env, TSX_DISABLE_CACHE: '1' } },
  );

  expect(stdout).toBe('EFBIG\n');
  expect(readFileSync(`${folder}/report.xml`, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['report.xml']);
});

test.each([
  { to: 'a file', target: 'private' },
  { to: 'a folder', target: 'folder' },
  { to: 'nothing', target: 'nowhere' },
])('no symbolic link is followed: one to $to', ({ target }) => {
  const folder = temporaryFolder({ private: 'mine' });
  mkdirSync(`${folder}/folder`);
  symlinkSync(target, `${folder}/report.xml`);

  expect(() => requireWritable(`${folder}/report.xml`)).toThrow(/symbolic link|a folder/);
  expect(() => writeWhole(`${folder}/report.xml`, 'new')).toThrow(/symbolic link|a folder/);
  expect(readFileSync(`${folder}/private`, 'utf8')).toBe('mine');
  expect(existsSync(`${folder}/nowhere`)).toBe(false);
});

test.runIf(existsSync('/dev/full'))('devices are written to as they are, also by a link', () => {
  const folder = temporaryFolder();
  symlinkSync('/dev/null', `${folder}/null`);

  writeWhole(`${folder}/null`, 'new');

  expect(() => writeWhole('/dev/full', 'new')).toThrow('ENOSPC');
  expect(readdirSync(folder)).toEqual(['null']);
  expect(statSync('/dev/full').isCharacterDevice()).toBe(true);
});

test('folders are made one in the other, and where a file stands in the way it is said', () => {
  const folder = temporaryFolder({ 'file.txt': '' });

  makeFolder(`${folder}/a/b/c`);
  makeFolder(`${folder}/a/b/c`);

  expect(statSync(`${folder}/a/b/c`).isDirectory()).toBe(true);
  expect(() => makeFolder(`${folder}/file.txt/b`)).toThrow(/^(?:EEXIST|ENOTDIR): .*file\.txt/);
});

test.runIf(existsSync('/proc'))('a folder that cannot be made where one is that takes none is refused at once', () => {
  expect(() => makeFolder('/proc/reports/today')).toThrow(/^ENOENT: .*\/proc\/reports/);
});
