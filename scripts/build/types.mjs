import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { codeFor } from './modules.mjs';
import { spellOut } from './spell-out.mjs';

/** What the compiler writes, and what it knows of it: the next time it looks only at what has changed. (tsconfig.build.json) */
const declarations = 'node_modules/.cache/declarations';

/** The text of each file of types: they stand beside the code in dist/cjs, and ES modules hand them on. */
export const buildTypes = async ({ typed, modules }) => {
  await promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']).catch(
    ({ stdout }) => {
      throw new Error(`the types cannot be built:\n${stdout}`);
    },
  );
  const output = await bundle(typed);
  const texts = output.flatMap(({ fileName, code, name, isEntry, exports }) => {
    const text = withNode(withoutProse(spellOut(code)));
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
    plugins: [withoutInsides, dts({ dtsInput: true, tsconfig: false })],
  });
  const { output } = await types.generate({ chunkFileNames: 'chunks/[name].d.ts' });
  return output.filter(({ fileName }) => fileName.endsWith('.d.ts'));
};

/** Nobody but us judges a history: a rule would bring along all that a trace is read as. */
const withoutInsides = {
  name: 'without-insides',
  transform: (code, id) =>
    /[\\/]rules[\\/]rule\.d\.ts$/.test(id) ? code.replaceAll('history: History', 'history: never') : undefined,
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

/**
 * Types come from tables, of which they take the names of the rows and some facts: all else in a row is for people and for code.
 * What other files take of one is not known here.
 */
const withoutProse = (code) => {
  const taken = new Set([...code.matchAll(/<\{\s*readonly (\w+):|\['(\w+)'\]/g)].map(([, fact, one]) => fact ?? one));
  return code
    .replaceAll(/^declare const (\S+): \{\n[\s\S]*?^};/gm, (table, name) =>
      new RegExp(`^export \\{.*\\b${name}\\b`, 'm').test(code) ? table : shorten(table, taken),
    )
    .replaceAll(/^\/\/ .*\.d\.ts\n/gm, '');
};

/** A row is a line. What is read of a table is no more to be assigned than the table is. */
const shorten = (table, taken) =>
  table
    .replaceAll(/\n? *\/\*\*.*?\*\//gs, '')
    .replaceAll(/\breadonly (?=[\w'.-]+\??: )/g, '')
    .replaceAll(/\n(?: {4,}| {2}(?=\}))/g, ' ')
    .replaceAll(/ (\w+): (?:('|")(?:(?!\2).)*\2|\w+);/g, (fact, name) => (taken.has(name) ? fact : ''));
