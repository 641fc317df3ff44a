import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packPackage } from '../../scripts/packed/pack.ts';
import { readEntry } from '../../scripts/release/changelog.ts';
import { sortFiles } from '../../scripts/release/files.ts';
import { billOfPackage } from '../../scripts/release/sbom.ts';

const packed = packPackage();
afterAll(() => packed[Symbol.dispose]());

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
  const root = resolve(import.meta.dirname, '../..');
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
