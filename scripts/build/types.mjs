import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { codeFor } from './modules.mjs';

/** What the compiler writes, and what it knows of it: the next time it looks only at what has changed. (tsconfig.build.json) */
const declarations = 'node_modules/.cache/declarations';

/** The text of each file of types: they stand beside the code in dist/cjs, and ES modules hand them on. */
export const buildTypes = async ({ common, modules }) => {
  await promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']).catch(
    ({ stdout }) => {
      throw new Error(`the types cannot be built:\n${stdout}`);
    },
  );
  const output = await bundle([...common, ...modules]);
  const texts = output.flatMap(({ fileName, code, name, isEntry, exports }) => {
    const text = withNode(withoutProse(code));
    if (!isEntry) return [[`cjs/${fileName}`, text]];
    if (modules.includes(name)) return [[fileName, text.replaceAll(/(from ")(?:\.\.\/)+/g, '$1../cjs/')]];
    return [
      [`cjs/${fileName}`, text],
      [fileName, handOn(name, exports)],
    ];
  });
  return Object.fromEntries(texts);
};

const bundle = async (names) => {
  const types = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, `${declarations}/${name}.d.ts`])),
    external: /^[^./]/,
    plugins: [withoutTurns, dts({ dtsInput: true, tsconfig: false })],
  });
  const { output } = await types.generate({ chunkFileNames: 'chunks/[name].d.ts' });
  return output.filter(({ fileName }) => fileName.endsWith('.d.ts'));
};

/** An action is what a verb is said with. The turn that it is said in would bring along all that a world is made of. */
const withoutTurns = {
  name: 'without-turns',
  transform: (code, id) =>
    /[\\/]core[\\/]actions\.d\.ts$/.test(id)
      ? code.replaceAll(/(?:\{[^{}]*\}|turn): Turn,/g, 'turn: never,')
      : undefined,
};

/** They speak of requests, sockets and signals, and a compiler whose `types` are empty, as by default since 6, finds none. */
const withNode = (code) =>
  /\b(?:Request|Response|AbortSignal|URL|asyncDispose)\b|"node:/.test(code)
    ? `/// <reference types="node" />\n${code}`
    : code;

const handOn = (name, exports) =>
  [
    `export * from '${codeFor(name)}';`,
    ...(exports.includes('default') ? [`export { default } from '${codeFor(name)}';`] : []),
    '',
  ].join('\n');

/** Types come from tables, of which they take names, words and sections: a sentence or comment there for people is none. */
const withoutProse = (code) =>
  code
    .replaceAll(/^(\s+readonly (?!section:)[^:]+: )(["'])(?:(?!\2).)* (?:(?!\2).)* (?:(?!\2).)*\2;$/gm, '$1string;')
    .replaceAll(/^declare const \S+: \{\n[\s\S]*?^};/gm, shorten)
    .replaceAll(/^\/\/ .*\.d\.ts\n/gm, '');

/** A row is a line. What is read of a table is no more to be assigned than the table is. */
const shorten = (table) =>
  table
    .replaceAll(/ *\/\*\*.*?\*\/\n?/gs, '')
    .replaceAll(/\breadonly (?=[\w'.-]+\??: )/g, '')
    .replaceAll(/\n(?: {4,}| {2}(?=\}))/g, ' ');
