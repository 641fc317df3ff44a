import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Client } from '../../simulation/client-env.ts';
import { mute, printable, toAscii } from '../../report/printable.ts';
import { createProgress } from '../../report/progress.ts';
import { isAscii, readStyle } from '../../report/style.ts';
import type { Terminal } from '../../report/terminal.ts';
import { interrupted, orInterrupted } from '../interruption.ts';
import { loadClient } from '../load-client.ts';

export const loadNamed = (path: string): Promise<Client> =>
  loadClient({ file: resolve(path), namedBy: 'the command line' });

type OnProgress = (progress: { readonly runs: number; readonly of: number }) => void;

/** Work of many runs, with a line that says how far it is. Gives back `interrupted` when the user has had enough. */
export const showWork = async <T>(
  work: (onProgress: OnProgress) => Promise<T>,
  terminal: Terminal,
): Promise<T | typeof interrupted> => {
  const progress = createProgress(terminal);
  const began = performance.now();
  let told = { runs: 0, of: 0 };
  const onProgress: OnProgress = ({ runs, of }) => {
    told = { runs, of };
    progress.show(`${runs}/${of}  ${Math.round((runs * 1000) / Math.max(performance.now() - began, 1))}/s`);
  };
  const result = await orInterrupted(work(onProgress), terminal).finally(() => progress.clear());
  if (result === interrupted) terminal.stderr.write(`\ninterrupted after ${told.runs} of ${told.of} runs\n`);
  return result;
};

/** Text of ours and of clients, as this terminal can take it. */
export const say = (text: string, { stdout, env }: Terminal): void => {
  const plain = mute(printable(text));
  stdout.write(isAscii(readStyle(stdout, env)) ? toAscii(plain) : plain);
};
