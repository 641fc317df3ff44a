import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Project, readSteps, type Run, writeAll } from './read-steps.ts';

export const root = resolve(import.meta.dirname, '../..');

/** The pages that are written to be followed word by word, by their paths in docs. */
export const followedPages: readonly string[] = [
  'tutorial.md',
  'concepts.md',
  ...readdirSync(join(root, 'docs/how-to'))
    // What the live panel is for happens in a browser. (test/page/panel)
    .filter((name) => name !== 'README.md' && name !== 'live-panel.md')
    .map((name) => `how-to/${name}`),
];

export const readPage = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8');

/** Each command of a page, and the files that its reader has by then: those of another page's end, where it begins with that. */
export const readRuns = (name: string): readonly { readonly files: Project; readonly step: Run }[] => {
  const page = readPage(name);
  const before = /^<!-- begins with: (\S+) -->$/m.exec(page)?.[1];
  const begun = before === undefined ? {} : writeAll(readSteps(readPage(before)));
  const steps = readSteps(page);
  return steps.flatMap((step, index) =>
    step.kind === 'run' ? [{ files: writeAll(steps.slice(0, index), begun), step }] : [],
  );
};
