import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import MagicString from 'magic-string';
import { parseSync, visitorKeys } from 'oxc-parser';

/**
 * The files that `init` writes into a project, by their names in dist/init. They are those of the examples, so that nothing of
 * them stands anywhere twice: as they are in TypeScript, and made from that in JavaScript.
 */
export const buildTemplates = () => {
  const read = (path) => readFileSync(`examples/${path}`, 'utf8');
  const client = read('vitest-fetch/scenarios/client.ts');
  return {
    'client.ts': client,
    'client.mjs': format(withHint(withoutTypes(client)), 'client.mjs'),
    'vitest.test.mjs': read('vitest-fetch/scenarios/client.test.ts'),
    'jest.test.cjs': read('jest-axios/scenarios/client.test.cjs'),
    'node-test.test.mjs': read('node-test-undici/scenarios/client.test.js'),
    'scenario.yaml': read('vitest-fetch/scenarios/consent-is-withdrawn.yaml'),
  };
};

const format = (code, name) =>
  execFileSync(
    process.execPath,
    ['node_modules/@biomejs/biome/bin/biome', 'format', `--stdin-file-path=examples/${name}`],
    { input: code, encoding: 'utf8' },
  );

/** Only for what can be taken out without a change of meaning, as the compiler option `erasableSyntaxOnly` has it. */
const withoutTypes = (code) => {
  const { program, errors } = parseSync('client.ts', code);
  if (errors.length > 0) throw new Error(errors[0].message);
  const text = new MagicString(code);
  const visit = (node) => {
    if (isTypes(node)) return text.remove(node.start, endOf(node, code));
    for (const key of visitorKeys[node.type]) for (const child of [node[key]].flat()) if (child) visit(child);
    if (node.type === 'TSAsExpression') text.remove(node.expression.end, node.end);
  };
  visit(program);
  return text.toString();
};

const annotations = ['TSTypeAnnotation', 'TSTypeParameterDeclaration', 'TSTypeParameterInstantiation'];
const statements = ['TSTypeAliasDeclaration', 'TSInterfaceDeclaration'];

const isTypes = ({ type, importKind }) =>
  annotations.includes(type) || statements.includes(type) || importKind === 'type';

/** A statement goes with its line. */
const endOf = ({ type, end }, code) => (annotations.includes(type) ? end : code.indexOf('\n', end) + 1);

/** For editors, which know the parameter of TypeScript by its type. */
const withHint = (code) =>
  code.replace(/ \*\/\n(?=export default)/, " *\n * @param {import('stunt-double').ClientEnv} env\n */\n");
