import { wrapWords } from '../../report/wrap.ts';

/** Texts one behind the other, broken into lines between two of them and never inside of one. */
export const wrapTexts = (texts: readonly string[], mark: string, width: number): readonly string[] =>
  wrapWords(texts.map((text) => text.replaceAll(' ', '\u00a0')).join(`${mark} `), width).map((line) =>
    line.replaceAll('\u00a0', ' '),
  );
