import { performance } from 'node:perf_hooks';
import { mute, printable, toAscii } from '../../print/printable.ts';
import { createProgress } from '../../report/progress.ts';
import { isAscii, readStyle } from '../../print/style.ts';
import type { Terminal } from '../../print/terminal.ts';
import { wrapWords } from '../../print/wrap.ts';
import { interrupted, orInterrupted } from '../interruption.ts';

type OnProgress = (progress: { readonly runs: number; readonly of?: number }) => void;

/** Work of many runs, with a line that says how far it is. Gives back `interrupted` when the user has had enough. */
export const showWork = async <T>(
  work: (onProgress: OnProgress) => Promise<T>,
  terminal: Terminal,
): Promise<T | typeof interrupted> => {
  const progress = createProgress(terminal);
  const began = performance.now();
  let told = 'before the first run';
  const onProgress: OnProgress = ({ runs, of }) => {
    const part = of === undefined ? '' : `/${of}`;
    told = `after ${runs}${of === undefined ? '' : ` of ${of}`} runs`;
    progress.show(`${runs}${part} runs  ${Math.round((runs * 1000) / Math.max(performance.now() - began, 1))}/s`);
  };
  const result = await orInterrupted(work(onProgress), terminal).finally(() => progress.clear());
  if (result === interrupted) terminal.stderr.write(`\ninterrupted ${told}\n`);
  return result;
};

/** Text of ours and of clients, as this terminal can take it: no line is wider, as far as there are blanks in it. */
export const say = (text: string, { stdout, env }: Terminal): void => {
  const style = readStyle(stdout, env);
  const plain = mute(printable(text))
    .split('\n')
    .map((line) => fold(line, style.columns))
    .join('\n');
  stdout.write(isAscii(style) ? toAscii(plain) : plain);
};

/** What does not fit goes on below, under the last column of the line; a word that fits nowhere leaves it as it is. */
const fold = (line: string, columns: number): string => {
  const [head = ''] = /^(?: {2,}\S+| +\d+ ×)* {2,}/.exec(line) ?? [];
  const room = Math.max(24, columns - head.length);
  // What stands in parentheses at its end stays together.
  const words = line.slice(head.length).replace(/ (?=[^()]*\)$)(?<=\([^()]*)/g, '\u00a0');
  if (line.length <= columns || words.split(' ').some((word) => word.length > room)) return line;
  const [first = '', ...rest] = wrapWords(words, room).map((part) => part.replaceAll('\u00a0', ' '));
  return [`${head}${first}`, ...rest.map((more) => `${' '.repeat(head.length)}${more}`)].join('\n');
};
