import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kinds, openEmptyProject } from '../scripts/packed/empty-project.ts';
import { packedOnce } from './packed-once.ts';
import { sampled } from './sampled.ts';

/** What users install: `npm test` builds it first. */
const packed = packedOnce();

test('the tarball holds both schemas, and nothing that only the development needs', () => {
  const { files } = packed;

  expect(files).toEqual(
    expect.arrayContaining([
      'scenario.schema.json',
      'report.schema.json',
      'LICENSE',
      'README.md',
      'docs/interfaces.md',
    ]),
  );
  expect(files).toContain('dist/cjs/cli/main.js');
  // What `init` writes is TypeScript and tests, too.
  const own = files.filter((path) => !path.startsWith('dist/init/'));
  expect(
    own.filter((path) =>
      /^(?:src|test|scripts|scenarios|examples|docs\/(?!interfaces|glossary))\/|\.test\.|(?<!\.js)\.map$|(?<!\.d)\.ts$/.test(
        path,
      ),
    ),
  ).toEqual([]);
});

test('types are those that an entry has, and what these share', () => {
  const entries = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  const types = packed.files.filter((path) => path.endsWith('.d.ts') && !path.startsWith('dist/cjs/chunks/'));

  expect(types.length).toBeGreaterThan(10);
  expect(types.filter((path) => !entries.includes(`"./${path}"`))).toEqual([]);
});

test('what is built into it has its licence beside it, and nothing of it is named to users', () => {
  using project = openEmptyProject(packed, kinds[1] ?? { name: '', files: {}, packages: [] });
  const read = (path: string): string => readFileSync(join(project.folder, 'node_modules/stunt-double', path), 'utf8');
  const notices = packed.files
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) => [...read(path).matchAll(/^\/\/ Made by .* from (.*); their licences: (.*)\.$/gm)]);

  expect(notices).toHaveLength(1);
  const [, names = '', place = ''] = notices[0] ?? [];
  const licence = read(join('dist/cjs/chunks', place));
  expect(names.split(', ').map((name) => name.replace(/ \d.*$/, ''))).toEqual(['@mswjs/interceptors']);
  for (const name of names.split(', ')) {
    const [, text = ''] = licence.split(`${name}\n\n`);
    expect(text).toMatch(/^MIT License\n\nCopyright \(c\) \d{4}.*\n\nPermission is hereby granted/);
  }
  expect(read('package.json')).not.toMatch(/"dependencies": \{[^}]*@mswjs/);
  const types = packed.files.filter((path) => path.endsWith('.d.ts'));
  expect(types.filter((path) => /@mswjs|vendor\//.test(read(path)))).toEqual([]);
});

describe.each(sampled(kinds, { every: 2, from: 1 }))('an empty project in $name', (kind) => {
  test('has its first scenario kept after init, and everything imported from where it is', () => {
    using project = openEmptyProject(packed, kind);

    const begun = project.npx('stunt-double', 'init');
    const ran = project.npx('stunt-double', 'run');

    expect(begun).toMatchObject({
      exit: 0,
      output: expect.stringContaining('next:\n  npx stunt-double run ') as string,
    });
    expect(ran).toMatchObject({ exit: 0, output: expect.stringContaining('1 passed, 0 failed') as string });
  });
});

test('a client that breaks the scenario breaks the run', () => {
  using project = openEmptyProject(packed, kinds[1] ?? { name: '', files: {}, packages: [] });
  const program = 'node_modules/.bin/stunt-double';
  project.node(program, 'init');

  const ran = project.node(program, 'run', '--assume', 'query.cancelMoment=at-collection-end');

  expect(ran).toMatchObject({ exit: 1, output: expect.stringContaining('0 passed, 1 failed') as string });
});
