import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * What the package lets people load, as package.json has it: names such as `runner/jest` for src/runner/jest.ts. Those that are
 * for ES modules alone import others of ours, which are built for them as if they were entries, too.
 */
export const readEntries = () => {
  const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8'));
  const targets = [...Object.values(exports).flatMap(targetsOf), ...Object.values(bin)];
  const names = (folder) => [...new Set(targets.flatMap((path) => nameOf(path, folder)))];
  const programs = Object.values(bin).flatMap((path) => nameOf(path, 'dist/cjs/'));
  const common = names('dist/cjs/');
  const modules = names('dist/').filter((name) => !common.includes(name));
  const imported = [...new Set(modules.flatMap(importsOf))].filter((name) => !common.includes(name));
  const shared = [...imported, builtinNames];
  // What Jest takes in the place of the index has the types of the index for who compiles.
  const typed = [...common, ...modules].filter((name) => targets.includes(`./dist/${name}.d.ts`));
  return { programs, common: common.filter((name) => !programs.includes(name)), modules, shared, typed };
};

const targetsOf = (value) => (typeof value === 'string' ? [value] : Object.values(value).flatMap(targetsOf));

const nameOf = (path, folder) => {
  const name = path.startsWith(`./${folder}`) ? path.slice(folder.length + 2) : '';
  return name.endsWith('.js') && !(folder === 'dist/' && name.startsWith('cjs/')) ? [name.slice(0, -3)] : [];
};

/** The one module that is to see what ES modules see: the others are given it first. */
export const builtinNames = 'clock/builtin-names';

/** The modules of ours that an ES module imports, types apart. */
const importsOf = (name) =>
  [...readSource(name).matchAll(/^import (?!type\b).* from '(\..*)\.ts';$/gm)].map(([, path]) =>
    posix.join(posix.dirname(name), path),
  );

export const sourceOf = (name) => {
  const path = join('src', `${name}.ts`);
  if (!existsSync(path)) throw new Error(`package.json wants ${name}, and there is no ${path}`);
  return path;
};

export const readSource = (name) => readFileSync(sourceOf(name), 'utf8');
