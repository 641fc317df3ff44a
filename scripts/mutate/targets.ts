import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './modules.ts';

/** What faults are planted in, and which tests have to catch them. */

export interface LeftOut {
  /** A file, or all of a folder, where it ends with a slash. */
  readonly file: string;
  readonly because: string;
}

export const leftOut: readonly LeftOut[] = [
  {
    file: 'src/core/ids.ts',
    because: 'A hash: with other constants it is as good a one, and no text states its values.',
  },
  {
    file: 'src/core/records/shapes.ts',
    because: 'Words and ranges that sample data is drawn from: nobody is owed those.',
  },
  { file: 'src/core/records/values.ts', because: 'How sample data is drawn; that it fits its schema is tested.' },
  {
    file: 'src/core/saw/',
    because: 'Words about a refused request: no answer depends on them. Those of each refusal are tested.',
  },
];

const tables = [
  'boundaries',
  'email-errors',
  'errors',
  'limits',
  'notification',
  'retry',
  'scopes',
  'time',
  'token-errors',
  'transitions',
  'faults/service',
].map((name) => `src/spec/${name}.ts`);

const filesBelow = (folder: string, ending: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort();

export const targets = (): readonly string[] =>
  [...filesBelow('src/core', '.ts'), ...tables].filter(
    (name) => !leftOut.some(({ file }) => file === name || (file.endsWith('/') && name.startsWith(file))),
  );

/** The folders of the tests that have to notice a fault. */
export const testFolders = ['test/core', 'test/spec'];

export const testsIn = (folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) => filesBelow(folder, '.test.ts'));
