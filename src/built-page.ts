import { readPackageFile } from './package-file.ts';

/** A page of the package as one file that needs no other: what the pages share, which is shipped once, stands in it. */
export const readBuiltPage = (name: 'report' | 'panel'): string =>
  // Functions, for in a text `$` would have a meaning.
  readPackageFile(`dist/page/${name}.html`)
    .replace(
      '<link rel="stylesheet" href="shared.css">',
      () => `<style>${readPackageFile('dist/page/shared.css')}</style>`,
    )
    .replace('<script src="shared.js"></script>', () => `<script>${readPackageFile('dist/page/shared.js')}</script>`);
