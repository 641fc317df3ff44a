import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { packagesIn, writeNotice } from '../../scripts/build/notices.mjs';
import { packedOnce } from '../packed-once.ts';
import { readBuiltIn } from '../../scripts/release/built-in.ts';
import { readEntry } from '../../scripts/release/changelog.ts';
import { sortFiles } from '../../scripts/release/files.ts';
import { billOfPackage } from '../../scripts/release/sbom.ts';

const root = resolve(import.meta.dirname, '../..');
const packed = packedOnce();

test('every file that is shipped has a reason, and every reason a file', () => {
  const { unknown, unused } = sortFiles(packed.files);

  expect({ unknown, unused }).toEqual({ unknown: [], unused: [] });
});

test.each([
  'src/index.ts',
  'dist/index.js.map',
  'dist/cjs/chunks/play.ts',
  '.env',
  'dist/init/.npmrc',
  'test/a.test.ts',
])('%s has none, and would be named', (path) => {
  expect(sortFiles([...packed.files, path]).unknown).toEqual([path]);
});

test('the changelog has an entry for the version', () => {
  const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { readonly version: string };

  expect(readEntry(readFileSync(resolve(root, 'CHANGELOG.md'), 'utf8'), version)?.told).toBeGreaterThan(0);
});

test('an entry is the one of its version, and says whether it has a date', () => {
  const changelog =
    '# Changelog\n\n## 0.1.1 – unreleased\n\n- One.\n\n## 0.1.10 – 2026-01-31\n\n- Two.\n  More.\n- Three.\n';

  expect(readEntry(changelog, '0.1.1')).toEqual({ heading: '0.1.1 – unreleased', isDated: false, told: 1 });
  expect(readEntry(changelog, '0.1.10')).toEqual({ heading: '0.1.10 – 2026-01-31', isDated: true, told: 2 });
  expect(readEntry(changelog, '0.1')).toBeUndefined();
});

test('the bill of materials is of the package, not of the project that it was installed in, with what is built into it', () => {
  const ours = { 'bom-ref': 'ours@1', name: 'ours', externalReferences: [{ type: 'distribution' }, { type: 'vcs' }] };
  const below = { 'bom-ref': 'below@2', name: 'below' };
  const bill = {
    metadata: { component: { 'bom-ref': 'app@1', name: 'app' } },
    components: [below, ours],
    dependencies: [
      { ref: 'app@1', dependsOn: ['ours@1'] },
      { ref: 'ours@1', dependsOn: ['below@2'] },
      { ref: 'below@2', dependsOn: [] },
    ],
  };

  const of = billOfPackage(bill, 'ours', [{ name: '@in/side', version: '3.0.0', license: 'MIT' }]);

  expect(of.metadata.component).toEqual({ ...ours, externalReferences: [{ type: 'vcs' }] });
  expect(of.components).toEqual([
    below,
    expect.objectContaining({ purl: 'pkg:npm/%40in/side@3.0.0', licenses: [{ license: { id: 'MIT' } }] }),
  ]);
  expect(of.dependencies).toEqual([
    { ref: 'ours@1', dependsOn: ['below@2', '@in/side@3.0.0'] },
    { ref: 'below@2', dependsOn: [] },
    { ref: '@in/side@3.0.0', dependsOn: [] },
  ]);
});

/** What a bundler puts into a page, in its own words. */
const inputsOf = async (entry: string): Promise<readonly string[]> => {
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  return Object.keys(metafile.inputs).filter((path) => path.includes('node_modules/'));
};

const manifestOf = (path: string) => {
  const [folder = ''] = /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
  return JSON.parse(readFileSync(resolve(root, folder, 'package.json'), 'utf8')) as Record<'name' | 'version', string>;
};

test('all that is built into the package is known, with its version and its licence, whose text is shipped', async () => {
  const entries = ['src/page/main.tsx', 'src/page/panel/main.tsx'];
  const inPages = (await Promise.all(entries.map(inputsOf))).flat().map(manifestOf);
  const [head = ''] = readFileSync(resolve(root, 'dist/cjs/chunks/vendor.js'), 'utf8').split('\n');
  const vendored = [...head.matchAll(/(\S+) (\d+\.\d+\.\d+)/g)].map(([, name, version]) => ({ name, version }));
  const inside = [...inPages, ...vendored].map(({ name, version }) => `${name}@${version}`);

  const known = readBuiltIn(root, packed.files);

  expect(new Set(known.map(({ name, version }) => `${name}@${version}`))).toEqual(new Set(inside));
  expect(vendored.length).toBe(1);
  expect(known.map(({ name }) => name)).toContain('preact');
  expect(known.filter(({ license }) => license === undefined)).toEqual([]);
  const shipped = packed.files
    .filter((file) => /^dist\/.*LICENSE$/.test(file))
    .map((file) => readFileSync(resolve(root, file), 'utf8'))
    .join();
  for (const { name } of known) {
    const folder = resolve(root, 'node_modules', name);
    const [licence = ''] = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
    expect(shipped).toContain(readFileSync(resolve(folder, licence), 'utf8').trim());
  }
});

test('whatever else a bundler puts in gets its place in a notice, and so in the bill of materials', () => {
  const modules = ['src/page/main.tsx', '/x\\node_modules\\valibot\\dist\\index.js', 'node_modules/@in/side/a.js'];

  expect(packagesIn(modules)).toEqual(['/x/node_modules/valibot', 'node_modules/@in/side']);
  expect(writeNotice(['node_modules/yaml', 'node_modules/preact'])).toMatch(
    /^yaml \d+\.\d+\.\d+\n\nCopyright [\s\S]*\n---\n\npreact \d+\.\d+\.\d+\n\nThe MIT License/,
  );
  expect(() => writeNotice(['src'])).toThrow();
});
