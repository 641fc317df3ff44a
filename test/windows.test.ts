import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../src/cli/config.ts';
import { loadScenarios } from '../src/language/load-scenarios.ts';
import { isBelow } from '../src/language/open-scenario.ts';
import { withSlashes } from '../src/language/scenario-file.ts';
import { readPath } from '../src/print/thrown.ts';
import { showPath } from '../src/print/show-path.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What handles paths and lines, as it does on Windows; `node:path` has the paths of both kinds of systems on either. */

describe('a path is shown as a user would type it', () => {
  test.each([
    [
      'inside of the current folder, the same on all systems',
      'C:\\project\\scenarios\\late.yaml',
      'scenarios/late.yaml',
    ],
    ['written with slashes', 'C:/project/scenarios/late.yaml', 'scenarios/late.yaml'],
    ['with the drive in the other case', 'c:\\project\\late.yaml', 'late.yaml'],
    ['the current folder', 'C:\\project', '.'],
    ['beside it', 'C:\\other\\late.yaml', 'C:\\other\\late.yaml'],
    ['on another drive', 'D:\\project\\late.yaml', 'D:\\project\\late.yaml'],
    ['on another machine', '\\\\build\\share\\late.yaml', '\\\\build\\share\\late.yaml'],
  ])('%s', (_, path, shown) => {
    expect(showPath(path, win32, 'C:\\project')).toBe(shown);
  });

  test('and a backslash is a letter like others where it is none between parts', () => {
    expect(showPath('/project/a\\b.yaml', posix, '/project')).toBe('a\\b.yaml');
    expect(withSlashes('a\\b.yaml', posix)).toBe('a\\b.yaml');
    expect(withSlashes('scenarios\\late.yaml', win32)).toBe('scenarios/late.yaml');
  });
});

test.each([
  ['C:\\project\\scenarios\\parts\\base.yaml', true],
  ['C:\\PROJECT\\Scenarios\\base.yaml', true],
  ['C:\\project\\scenarios\\..b.yaml', true],
  ['C:\\project\\scenarios', false],
  ['C:\\project\\scenarios-of-others\\base.yaml', false],
  ['C:\\project\\base.yaml', false],
  ['D:\\project\\scenarios\\base.yaml', false],
  ['\\\\build\\share\\base.yaml', false],
])('what is included lies below the folder of the scenario: %s %s', (target, isInside) => {
  expect(isBelow('C:\\project\\scenarios', target, win32)).toBe(isInside);
});

test.each([
  ['file:///C:/my%20work/client.ts', 'C:\\my work\\client.ts'],
  ['file:///c:/project/client.ts', 'c:\\project\\client.ts'],
  ['file://build/share/client.ts', '\\\\build\\share\\client.ts'],
  ['C:\\project\\100%25\\client.ts', 'C:\\project\\100%25\\client.ts'],
  ['file:///no/drive.ts', '/no/drive.ts'],
])('the place of an error is a path of the system, not of a URL: %s', (written, path) => {
  expect(readPath(written, true)).toBe(path);
});

describe('line ends of Windows', () => {
  const library = resolve(import.meta.dirname, '../scenarios');
  const texts = Object.fromEntries(
    readdirSync(library, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => [name, readFileSync(join(library, name), 'utf8')]),
  );

  test('change nothing in any scenario of the library, table or include: not a word, a place or a line', async () => {
    const crlf = Object.entries(texts).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')] as const);
    const folders = [temporaryFolder(texts), temporaryFolder(Object.fromEntries(crlf))];

    const [plain, other] = await Promise.all(
      folders.map(async (folder) => JSON.stringify(await loadScenarios([folder])).replaceAll(folder, 'here')),
    );

    expect(crlf.length).toBeGreaterThan(100);
    expect(other).toBe(plain);
  });

  test('a mistake in a table or an include is told with the same place and the same lines', async () => {
    const files = {
      'a.yaml': 'name: a\ninclude: [_b.yaml]\nexamples:\n  - { records: 1 }\n',
      '_b.yaml': 'seed: 1\n# a remark\nstepz: []\n',
      'c.yaml': 'name: c\nsteps:\n  - { at: 3s,\n      elapse: soon }\n',
    };
    const refusals = ['\n', '\r\n'].map(async (end) => {
      const folder = temporaryFolder(
        Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replaceAll('\n', end)])),
      );
      const error: unknown = await loadScenarios([folder]).catch((thrown: unknown) => thrown);
      const { message, frame } = error as { readonly message: string; readonly frame: string };
      return `${message}\n${frame}`.replaceAll(folder, 'here');
    });

    const [plain, other] = await Promise.all(refusals);

    expect(plain).toMatch(/here\/_b\.yaml:3:1[^]*here\/c\.yaml:4:\d+/);
    expect(other).toBe(plain);
  });

  test('a configuration of nothing but remarks says nothing', async () => {
    const folder = temporaryFolder({ 'stunt-double.config.yaml': '# nothing yet\r\n\r\n  # scenarios: all\r\n' });

    const file = join(folder, 'stunt-double.config.yaml');
    expect(await loadConfig(file)).toEqual({ file });
  });
});
