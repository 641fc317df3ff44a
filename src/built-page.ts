import { readPackageFile } from './package-file.ts';
import { assumptionIds, assumptionRow } from './spec/assumptions.ts';
import { refusedAs, whenRefused } from './spec/other-refusals.ts';

/** A page of the package as one file that needs no other: what the pages share, which is shipped once, stands in it. */
export const readBuiltPage = (name: 'report' | 'panel'): string =>
  // Functions, for in a text `$` would have a meaning.
  readPackageFile(`dist/cjs/page/${name}.html`)
    .replace(
      '<link rel="stylesheet" href="shared.css">',
      () => `<style>${readPackageFile('dist/cjs/page/shared.css')}</style>`,
    )
    .replace(/(?<=id="page-words">)\{\}/, writeWords)
    .replaceAll(
      /<script src="([^"]*)"><\/script>/g,
      (_, script) => `<script>${readPackageFile(`dist/cjs/page/${script}`)}</script>`,
    );

/** What stands in our tables, and in the program of a page does not. (scripts/build/page.mjs) */
const writeWords = (): string =>
  JSON.stringify({
    questions: Object.fromEntries(assumptionIds.map((id) => [id, assumptionRow(id).question])),
    refusals: Object.fromEntries(refusedAs.map((name) => [name, whenRefused(name)])),
  }).replaceAll('<', '\\u003c');
