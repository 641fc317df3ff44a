import type { Style } from './style.ts';
import type { Paint } from './terminal.ts';

/** Words broken into lines of at most `width` characters; a word that is longer has a line of its own. */
export const wrapWords = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
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
export const hang = (label: string, text: string, columns: number, width: number): string => {
  const [first = '', ...rest] = text
    .split('\n')
    .flatMap((line) => wrapWords(line, Math.max(24, width - columns - label.length - 1)));
  return [`${' '.repeat(columns)}${label} ${first}`, ...rest.map((line) => `${' '.repeat(columns + 2)}${line}`)].join(
    '\n',
  );
};

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
