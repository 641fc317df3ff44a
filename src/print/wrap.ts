import type { Style } from './style.ts';
import type { Paint } from './terminal.ts';
import { widthOf } from './width.ts';

/** Words broken into lines of at most `width` columns; a word that is wider is broken behind its commas, as JSON is, or has a line of its own. */
export const wrapWords = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let [line, used] = ['', 0];
  for (const word of text.split(' ')) {
    for (const [place, part] of (widthOf(word) > width ? word.split(/(?<=,)/) : [word]).entries()) {
      const [between, wide] = [place === 0 ? ' ' : '', widthOf(part)];
      if (line === '') [line, used] = [part, wide];
      else if (used + between.length + wide > width) {
        lines.push(line);
        [line, used] = [part, wide];
      } else [line, used] = [`${line}${between}${part}`, used + between.length + wide];
    }
  }
  return [...lines, line];
};

/** Paragraphs, a line each, broken so that they fit; lines that are moved in stay as they are, for they are to be copied. */
export const wrapParagraphs = (text: string, width: number): string =>
  text
    .split('\n')
    .flatMap((line) => (line.startsWith(' ') ? [line] : wrapWords(line, width)))
    .join('\n');

/** A paragraph under a label, broken so that no line is wider than `width`; what follows the first line is moved further in. */
export const hang = (label: string, text: string, columns: number, width: number): string =>
  `${label} ${text}`
    .split('\n')
    .flatMap((line) => wrapWords(line, Math.max(24, width - columns - 2)))
    .map((line, place) => `${' '.repeat(place === 0 ? columns : columns + 2)}${line}`)
    .join('\n');

/** The same with a label in a colour. */
export const hangPainted = (
  colour: Parameters<Paint>[0],
  label: string,
  text: string,
  indented: number,
  { paint, columns }: Pick<Style, 'paint' | 'columns'>,
): string => hang(label, text, indented, columns).replace(label, paint(colour, label));

/** Every line of a text moved to the right. */
export const indent = (text: string, columns: number): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `${' '.repeat(columns)}${line}`))
    .join('\n');

/** Texts one behind the other, broken into lines between two of them and never inside of one. */
export const wrapTexts = (texts: readonly string[], mark: string, width: number): readonly string[] =>
  wrapWords(texts.map((text) => text.replaceAll(' ', '\u00a0')).join(`${mark} `), width).map((line) =>
    line.replaceAll('\u00a0', ' '),
  );
