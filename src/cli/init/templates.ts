import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The files that scripts/build/templates.mjs makes of the examples. */
export type Template =
  | `client.${'ts' | 'mjs' | 'cjs'}`
  | 'vitest.test.mjs'
  | `jest.test.${'ts' | 'cjs'}`
  | 'node-test.test.mjs'
  | 'scenario.yaml';

export const readTemplate = (name: Template): Promise<string> => readFile(join(findTemplates(), name), 'utf8');

/** Above this module, wherever it has been built to. */
const findTemplates = (): string => {
  for (let above = import.meta.dirname; above !== dirname(above); above = dirname(above)) {
    const folder = join(above, 'dist/init');
    if (existsSync(folder)) return folder;
  }
  throw new Error('there is no dist/init: npm run build');
};
