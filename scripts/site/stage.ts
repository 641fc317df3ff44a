import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Where the pages are gathered that the site is made of; git ignores it. */
const staged = join(root, '.site/pages');

/** The block of a page that stands below its mark `<!-- shown: name -->`. */
export const blockOf = (page: string, name: string): string => {
  const found = new RegExp(`<!-- shown: ${name} -->\\s*(\`\`\`[\\s\\S]*?\n\`\`\`)`).exec(page)?.[1];
  if (found === undefined) throw new Error(`docs/tutorial.md shows no "${name}"`);
  return found;
};

/** Copies docs/ as it is, and puts the front page beside it. A folder's README becomes its first page. */
export const stagePages = (): void => {
  rmSync(join(root, '.site'), { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  // Pages become modules that import what VitePress has.
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(root, '.site/node_modules'), 'junction');
  cpSync(join(root, 'docs'), staged, { recursive: true });
  renameSync(join(staged, 'README.md'), join(staged, 'contents.md'));
  const tutorial = readFileSync(join(root, 'docs/tutorial.md'), 'utf8');
  const front = readFileSync(join(import.meta.dirname, 'index.md'), 'utf8');
  const filled = front.replaceAll(/<!-- tutorial: (\S+) -->/g, (_, name: string) => blockOf(tutorial, name));
  writeFileSync(join(staged, 'index.md'), filled);
};

/** The first page of a folder has the name that addresses leave out. */
export const nameFirstPages = (): void => {
  for (const name of readdirSync(staged, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('README.md'))
      renameSync(join(staged, name), join(staged, name.replace(/README\.md$/, 'index.md')));
};
