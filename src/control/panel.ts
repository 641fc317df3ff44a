import { readBuiltPage } from '../built-page.ts';

/** The live panel, as the build makes it of `src/page/panel`: what `openControl` takes as its page. */
export const readPanel = (): string => readBuiltPage('panel');
