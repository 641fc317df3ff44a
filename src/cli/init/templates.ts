import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The files that scripts/build/templates.mjs makes of the examples. */
type Built = `client.${'ts' | 'mjs'}` | 'vitest.test.mjs' | 'jest.test.cjs' | 'node-test.test.mjs' | 'scenario.yaml';

/** Those that say the same as one of these in the other kind of module. */
const converted = {
  'client.cjs': {
    from: 'client.mjs',
    convert: (code: string) => code.replace(/^export default (.*?^\})$/ms, 'module.exports = $1;'),
  },
  'jest.test.ts': {
    from: 'jest.test.cjs',
    convert: (code: string) => code.replaceAll(/^const (.*) = require\(('.*')\);$/gm, 'import $1 from $2;'),
  },
} as const;

export type Template = Built | keyof typeof converted;

export const readTemplate = async (name: Template): Promise<string> => {
  if (name !== 'client.cjs' && name !== 'jest.test.ts') return readFile(join(findTemplates(), name), 'utf8');
  const { from, convert } = converted[name];
  return convert(await readTemplate(from));
};

/** Above this module, wherever it has been built to. */
const findTemplates = (): string => {
  for (let above = import.meta.dirname; above !== dirname(above); above = dirname(above)) {
    const folder = join(above, 'dist/init');
    if (existsSync(folder)) return folder;
  }
  throw new Error('there is no dist/init: npm run build');
};
