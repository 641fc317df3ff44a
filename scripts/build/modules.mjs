import { transformSync } from 'esbuild';
import { posix } from 'node:path';
import { builtinNames, readSource } from './entries.mjs';

/** The text of each ES module: those that hand on what the code in dist/cjs exports, and those that are for ES modules alone. */
export const buildModules = ({ common, shared, modules }, exported) => ({
  ...Object.fromEntries([...common, ...shared].map((name) => [`${name}.js`, handOn(name, exported[name])])),
  [`${builtinNames}.js`]: [...handIn(builtinNames), ''].join('\n'),
  ...Object.fromEntries(modules.map((name) => [`${name}.js`, withoutTypes(name)])),
});

/** Where an ES module finds the code, as it imports it. */
export const codeFor = (name) => pathTo(name, `cjs/${name}.js`);

const pathTo = (name, file) => posix.relative(posix.dirname(`/${name}`), `/${file}`).replace(/^(?!\.)/, './');

/** What the source says, put into what the code has. */
const handIn = (name) => {
  const imports = readSource(builtinNames).match(/^import \* as .*$/gm);
  const names = imports.map((line) => line.split(' ')[3]);
  return [
    `import seen from '${pathTo(name, `cjs/${builtinNames}.js`)}';`,
    ...imports,
    `Object.assign(seen.builtinNames, { ${names.join(', ')} });`,
  ];
};

const handOn = (name, exported) => {
  const code = `'${codeFor(name)}'`;
  // The root does nothing as it is loaded, so that it need not wait for that: one file less is read for every test file.
  const first = name === 'index' ? handIn(name) : [`import '${pathTo(name, `${builtinNames}.js`)}';`];
  const names = exported.filter((one) => one !== 'default');
  if (exported.length === 0) return [...first, `import ${code};`, ''].join('\n');
  return [
    ...first,
    `import code from ${code};`,
    ...(names.length > 0 ? [`export const { ${names.join(', ')} } = code;`] : []),
    ...(names.length < exported.length ? ['export default code.default;'] : []),
    '',
  ].join('\n');
};

/** What it imports of ours are ES modules that hand on, at the same place. */
const withoutTypes = (name) => {
  const { code } = transformSync(readSource(name), { loader: 'ts', target: 'es2022' });
  return code.replaceAll(/(from '?"?\..*)\.ts(['"];)/g, '$1.js$2');
};
