// Builds dist/ (docs/decisions/0026): the code once, as CommonJS in a few chunks that load when they are first used; ES modules
// that hand on what is in there; types, one file for each entry and what entries share;
// and the pages of reports and of the live panel, with what they share beside them.
// `node scripts/build.mjs code` builds no more than the command line needs, and leaves the rest of dist/ as it was.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildCode } from './build/code.mjs';
import { readEntries } from './build/entries.mjs';
import { buildModules } from './build/modules.mjs';
import { buildPages } from './build/page.mjs';
import { buildTemplates } from './build/templates.mjs';
import { buildTypes } from './build/types.mjs';

const entries = readEntries();
const codeFiles = async () => {
  const { files, exported } = await buildCode(entries);
  return { 'cjs/package.json': '{ "type": "commonjs" }\n', ...files, ...buildModules(entries, exported) };
};
const allFiles = async () => {
  rmSync('dist', { recursive: true, force: true });
  // The compiler takes longest, and is a process of its own.
  const [types, code, pages] = await Promise.all([buildTypes(entries), codeFiles(), buildPages()]);
  const templates = Object.entries(buildTemplates()).map(([name, text]) => [`init/${name}`, text]);
  return { ...code, ...types, ...Object.fromEntries(templates), ...pages };
};
const files = await (process.argv[2] === 'code' ? codeFiles() : allFiles());
for (const [name, text] of Object.entries(files)) {
  const path = join('dist', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
