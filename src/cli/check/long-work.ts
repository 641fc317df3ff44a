import { performance } from 'node:perf_hooks';
import { mute, printable } from '../../print/printable.ts';
import { createProgress } from '../../report/progress.ts';
import { readStyle, spelled } from '../../print/style.ts';
import type { Terminal } from '../../print/terminal.ts';
import { widthOf } from '../../print/width.ts';
import { wrapWords } from '../../print/wrap.ts';
import { whenSpinning } from '../../play/watchdog/watchdog.ts';
import { asFailure, type CutShort, endedProcess, keptThread, simulatorFailed } from '../cut-short.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { interrupted, orInterrupted, sayInterrupted } from '../interruption.ts';
import { nowRunning, whenLeft } from '../now-running.ts';
import { isMisuse } from '../../misuse.ts';
import { sayBug } from '../../simulator-bug.ts';
import { describeBroken } from './describe-counterexample.ts';
import type { Failure } from './summary.ts';

type OnProgress<T> = (progress: { readonly runs: number; readonly of?: number; readonly soFar?: () => T }) => void;

/** How a work of many runs ended. */
export interface Ended<T> {
  /** Of as many runs as there were; undefined where there was none. */
  readonly report: T | undefined;
  /** Why it ended before it was done: the user had enough, or a bug of ours. */
  readonly stopped?: 'interrupted' | 'bug';
  readonly bug?: unknown;
}

/** A work that may end with the process, in the midst of a run. */
interface Cut<T> {
  /** The client, as it was named. */
  readonly where: string;
  /** Tells at once of the run in which the client kept the thread or ended the process, and of what was found before. */
  readonly tell: (failure: Failure, soFar: T | undefined) => unknown;
}

/** Work of many runs, with a line that says how far it is. What goes wrong with us is no reason to lose what was found before. */
export const showWork = async <T>(
  work: (onProgress: OnProgress<T>) => Promise<T>,
  terminal: Terminal,
  { where, tell }: Cut<T>,
): Promise<Ended<T>> => {
  const progress = createProgress(terminal);
  const began = performance.now();
  let told = 'before the first run';
  let soFar = (): T | undefined => undefined;
  const onProgress: OnProgress<T> = ({ runs, of, soFar: latest }) => {
    const part = of === undefined ? '' : `/${of}`;
    told = `after ${runs}${of === undefined ? '' : ` of ${of}`} runs`;
    soFar = latest ?? soFar;
    progress.show(`${runs}${part} runs  ${Math.round((runs * 1000) / Math.max(performance.now() - began, 1))}/s`);
  };
  const tellCut = (cut: CutShort): boolean => {
    const failure = asFailure(cut);
    if (failure === undefined) return false;
    progress.clear();
    tell(failure, soFar());
    return true;
  };
  const overs = [
    nowRunning(() => `${where}, ${told}`),
    whenSpinning((spin) => tellCut(keptThread(spin))),
    whenLeft(() => void tellCut(endedProcess())),
  ];
  const [ended] = await Promise.allSettled([orInterrupted(work(onProgress), terminal)]);
  for (const over of overs) over();
  progress.clear();
  if (ended.status === 'rejected') {
    if (isMisuse(ended.reason)) throw ended.reason;
    return { report: soFar(), stopped: 'bug', bug: ended.reason };
  }
  if (ended.value !== interrupted) return { report: ended.value };
  sayInterrupted(terminal, ` ${told}`);
  return { report: soFar(), stopped: 'interrupted' };
};

/** The scenario in which we failed, on standard error, where other reports are not spoilt by it. */
export const sayOurBug = (bug: unknown, replay: (token: string) => string, terminal: Terminal): ExitCode => {
  const failure = asFailure(simulatorFailed(bug));
  const style = readStyle(terminal.stderr, terminal.env);
  const lines =
    failure === undefined ? [sayBug(bug)] : describeBroken(failure, 'one run', replay(failure.token), style);
  terminal.stderr.write(mute(`${lines.join('\n')}\n`));
  return exitCodes.bug;
};

/** Text of ours and of clients, as this terminal can take it: no line is wider, as far as there are blanks in it. */
export const say = (text: string, { stdout, env }: Terminal): void => {
  const style = readStyle(stdout, env);
  const plain = mute(printable(text))
    .split('\n')
    .map((line) => fold(line, style.columns))
    .join('\n');
  stdout.write(spelled(plain, style));
};

/** What does not fit goes on below, under the last column of the line; a word that fits nowhere, as a token, leaves it as it is. */
const fold = (line: string, columns: number): string => {
  const [head = ''] = /^(?: {2,}\S+| +\d+ ×)* {2,}/.exec(line) ?? [];
  const room = Math.max(24, columns - head.length);
  // What stands in parentheses at its end stays together.
  const words = line.slice(head.length).replace(/ (?=[^()]*\)$)(?<=\([^()]*)/g, '\u00a0');
  if (widthOf(line) <= columns || words.split(/ |(?<=,)/).some((part) => widthOf(part) > room)) return line;
  const [first = '', ...rest] = wrapWords(words, room).map((part) => part.replaceAll('\u00a0', ' '));
  return [`${head}${first}`, ...rest.map((more) => `${' '.repeat(head.length)}${more}`)].join('\n');
};
