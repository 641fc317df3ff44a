import { readPackageFile } from '../../package-file.ts';

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

export const readTemplate = (name: Template): string => {
  if (name !== 'client.cjs' && name !== 'jest.test.ts') return readPackageFile(`dist/init/${name}`);
  const { from, convert } = converted[name];
  return convert(readTemplate(from));
};
