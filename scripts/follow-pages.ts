/**
 * Follows the tutorial and the how-to pages word by word, each in an empty project, and writes into them what is printed
 * there. The package has to be built. `npx tsx scripts/follow-pages.ts`, or only those that are named: `tutorial.md`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { packPackage } from './packed/pack.ts';
import { followedPages, readPage, readRuns, root } from './pages/followed.ts';
import { runStep } from './pages/run-step.ts';

using packed = packPackage();
const named = process.argv.slice(2);

for (const name of named.length === 0 ? followedPages : named) {
  let page = readPage(name);
  for (const { files, step } of readRuns(name).toReversed()) {
    const { exit, output } = runStep(packed, files, step);
    process.stdout.write(`${name}: ${step.commands.join('; ')} ended with ${exit}\n`);
    if (step.shown !== undefined) page = `${page.slice(0, step.shown.from)}${output}${page.slice(step.shown.to)}`;
    else if (exit !== 0) throw new Error(output);
  }
  writeFileSync(join(root, 'docs', name), page);
}
