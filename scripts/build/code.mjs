import { readFileSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { asAscii } from './as-ascii.mjs';
import { breakLines } from './break-lines.mjs';
import { chunkOf } from './chunks.mjs';
import { sourceOf } from './entries.mjs';
import { loadWhenUsed } from './load-when-used.mjs';
import { pointToMap, writeMap } from './maps.mjs';
import { packagesIn, writeNotice } from './notices.mjs';
import { toldBySchema } from './told-by-schema.mjs';

/** The text of each file of code, and what each entry exports. */
export const buildCode = async ({ programs, common, shared }) => {
  const names = [...programs, ...common, ...shared];
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, sourceOf(name)])),
    platform: 'node',
    external: /^[^./]/,
    // A dynamic import is no more of a promise than the rest: all that is not needed at once is loaded when it is used.
    checks: { ineffectiveDynamicImport: false },
    transform: { target: 'node20.19' },
    preserveEntrySignatures: 'allow-extension',
    plugins: [toldBySchema, drawnByPages, ownNamesOnly, { name: 'load-when-used', renderChunk: loadWhenUsed }],
  });
  const { output: all } = await bundle.generate({
    format: 'cjs',
    sourcemap: 'hidden',
    strict: true,
    // Functions keep their names, for stacks to tell.
    minify: {
      compress: true,
      mangle: { toplevel: true, keepNames: { function: true, class: true } },
      codegen: { removeWhitespace: true },
    },
    comments: { legal: true, annotation: false, jsdoc: false },
    chunkFileNames: 'chunks/[name].js',
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkOf, debugName: 'chunks' }] },
  });
  const output = all.filter(({ type }) => type === 'chunk');
  const entries = output.filter(({ isEntry }) => isEntry);
  const inlined = packagesIn(output.flatMap(({ moduleIds }) => moduleIds));
  return {
    files: {
      ...Object.fromEntries(output.flatMap(withMap)),
      'cjs/chunks/interceptors.LICENSE': readFileSync('src/vendor/interceptors.LICENSE', 'utf8'),
      // Besides what is vendored: none, as long as all that is imported by its name is left to be required.
      ...(inlined.length > 0 && { 'cjs/chunks/packages.LICENSE': writeNotice(inlined) }),
    },
    exported: Object.fromEntries(entries.map(({ name, exports }) => [name, exports])),
  };
};

/** What draws a picture is in the program of the pages already, which stands beside the chunks. (page.mjs) */
const drawnByPages = {
  name: 'drawn-by-pages',
  resolveId: (path) => (path.endsWith('/picture/drawing.ts') ? { id: '../page/drawing.js', external: true } : null),
};

/** What somebody has put into all objects, and `for … in` finds, is no export of a module. */
const ownNamesOnly = {
  name: 'own-names-only',
  renderChunk: (code, { name }) =>
    name === 'rolldown-runtime'
      ? { code: code.replace('for (var name in all)', 'for (const name of Object.keys(all))'), map: null }
      : null,
};

/** A chunk, and its map where it is made of sources. */
const withMap = ({ fileName, name, code: bundled, map: bundledMap }) => {
  const code = (name === 'vendor' ? readNotice() : '') + asAscii(breakLines(bundled, fileName));
  if (bundledMap === null) return [[`cjs/${fileName}`, code]];
  return [
    [`cjs/${fileName}`, code + pointToMap(fileName)],
    [`cjs/${fileName}.map`, writeMap(fileName, { bundled, bundledMap, code })],
  ];
};

/** What was taken from others, and where their licences stand. */
const readNotice = () => /^.*\n/.exec(readFileSync('src/vendor/interceptors.js', 'utf8'))[0];
