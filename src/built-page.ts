import { readPackageFile } from './package-file.ts';

/** A page of the package as one file that needs no other: what the pages share, which is shipped once, stands in it. */
export const readBuiltPage = (name: 'report' | 'panel'): string =>
  // Functions, for in a text `$` would have a meaning.
  readPackageFile(`dist/cjs/page/${name}.html`)
    .replace(
      '<link rel="stylesheet" href="shared.css">',
      () => `<style>${readPackageFile('dist/cjs/page/shared.css')}</style>`,
    )
    .replaceAll(
      /<script src="([^"]*)"><\/script>/g,
      (_, script) => `<script>${readPackageFile(`dist/cjs/page/${script}`)}</script>`,
    );
