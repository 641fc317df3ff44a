import type { Terminal } from '../print/terminal.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

export const interrupted = Symbol('interrupted');

export const sayInterrupted = ({ stderr }: Terminal): ExitCode => {
  stderr.write('\ninterrupted\n');
  return exitCodes.interrupted;
};

/** What comes first: the end of the work, or that the user has had enough. The work is not ended by it. */
export const orInterrupted = async <T>(
  work: Promise<T>,
  { interrupted: signal }: Terminal,
): Promise<T | typeof interrupted> => {
  if (signal === undefined) return work;
  let stop = (): void => undefined;
  const waiting = new Promise<typeof interrupted>((resolve) => {
    stop = () => resolve(interrupted);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  // Work that is left behind may still fail, with nobody to hear it.
  work.catch(() => undefined);
  return Promise.race([waiting, work]).finally(() => signal.removeEventListener('abort', stop));
};
