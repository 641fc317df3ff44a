import { readPackageFile } from './package-file.ts';

/** The live panel, as the build makes it of `src/page/panel`: what `openControl` takes as its page. */
export const readPanel = (): string => readPackageFile('dist/page/panel.html');
