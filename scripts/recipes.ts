/**
 * Follows each recipe of CONTRIBUTING.md in a copy of the project, and sees whether they lead where they say: their files
 * suffice for the types and for the tests they name. `npx tsx scripts/recipes.ts`, or only those whose name has a word in it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tablePages } from './docs/pages.ts';
import { applyEdit } from './recipes/apply-edit.ts';
import { readRecipes, type Recipe, root } from './recipes/read-recipes.ts';
import { openTemporaryFolder } from './temporary-folder.ts';

const copied =
  `src test scripts scenarios examples docs CONTRIBUTING.md README.md package.json package-lock.json knip.json tsconfig.json
  biome.json vitest.config.ts report.schema.json scenario.schema.json`.split(/\s+/);

/** What `init` writes is made by the build. */
const built = 'dist/init';

/** Afresh, and in the same place each time: what a file compiles to is kept by its path. */
const copyProject = (copy: string): void => {
  rmSync(copy, { recursive: true, force: true });
  const isOurs = (path: string): boolean => !path.endsWith('/node_modules');
  for (const name of [...copied, built])
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: isOurs });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
};

const follow = (copy: string, { name, edits }: Recipe): void => {
  for (const edit of edits) {
    const path = join(copy, edit.file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, applyEdit(edit, existsSync(path) ? readFileSync(path, 'utf8') : undefined));
  }
  const files = new Set(edits.map(({ file }) => file));
  const lines = edits.flatMap((edit) => edit.lines.filter(({ kind }) => kind === 'added'));
  process.stdout.write(`${name}: ${files.size} files, ${lines.length} lines\n`);
};

const run = (copy: string, ...args: readonly string[]): void =>
  void execFileSync('npx', args, { cwd: copy, stdio: ['ignore', 'inherit', 'inherit'] });

/** Pages of the library take a while, and tell of scenarios alone. */
const subjectsOf = ({ edits }: Recipe): readonly string[] =>
  edits.flatMap(({ file }) => /^scenarios\/(\w+)\//.exec(file)?.[1] ?? []).map((subject) => `scenarios/${subject}.md`);

const regenerate = (copy: string, pages: readonly string[]): void => {
  cpSync(join(copy, 'docs'), join(copy, 'before'), { recursive: true });
  run(copy, 'tsx', 'scripts/generate-docs.ts', ...pages);
  const { stdout } = spawnSync('git', ['diff', '--no-index', '--shortstat', 'before', 'docs'], { cwd: copy });
  process.stdout.write(`generated pages: ${String(stdout).trim() || 'as before'}\n`);
};

const [wanted = ''] = process.argv.slice(2);
const recipes = readRecipes().filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
if (recipes.length === 0) throw new Error(`no recipe is named "${wanted}"`);

using folder = openTemporaryFolder();
const copy = join(folder.path, 'copy');

for (const recipe of recipes) {
  copyProject(copy);
  follow(copy, recipe);
  run(copy, 'tsx', 'scripts/generate-verbs.ts');
  run(copy, 'tsc', '--noEmit', '-p', 'tsconfig.json');
  regenerate(copy, [...Object.keys(tablePages), ...subjectsOf(recipe)]);
  run(copy, 'vitest', 'run', ...recipe.tests);
}
