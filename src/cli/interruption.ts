import type { Terminal } from '../print/terminal.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

export const interrupted = Symbol('interrupted');

/** Why a command ends before its work is done; whoever aborts it gives one of these as the reason. */
const causes = {
  interrupted: 'interrupted',
  terminated: 'interrupted by SIGTERM',
  hungUp: 'interrupted by SIGHUP',
  unread: 'interrupted: nobody reads standard output any more',
  unwritten: 'interrupted: standard output cannot be written',
} as const;

export type Cause = keyof typeof causes;

const causeOf = ({ interrupted: signal }: Terminal): Cause =>
  Object.keys(causes).find((cause): cause is Cause => cause === signal?.reason) ?? 'interrupted';

export const interruptedCode = (terminal: Terminal): ExitCode => exitCodes[causeOf(terminal)];

/** What tells another process the same. */
export const signalFor = (terminal: Terminal): NodeJS.Signals => {
  const cause = causeOf(terminal);
  return cause === 'terminated' ? 'SIGTERM' : cause === 'hungUp' ? 'SIGHUP' : 'SIGINT';
};

export const isInterrupted = ({ interrupted: signal }: Terminal): boolean => signal?.aborted === true;

/** Is told when the user has had enough, also where that has been before. */
export const whenInterrupted = ({ interrupted: signal }: Terminal, hear: () => void): void => {
  if (signal?.aborted === true) hear();
  else signal?.addEventListener('abort', hear, { once: true });
};

/** `after` says how far it was, where that is not said elsewhere. */
export const sayInterrupted = (terminal: Terminal, after = ''): ExitCode => {
  terminal.stderr.write(`\n${causes[causeOf(terminal)]}${after}\n`);
  return interruptedCode(terminal);
};

/** For a command that has nothing to tell before it is done. */
export const orSayInterrupted = async (work: Promise<ExitCode>, terminal: Terminal): Promise<ExitCode> => {
  const ended = await orInterrupted(work, terminal);
  return ended === interrupted ? sayInterrupted(terminal) : ended;
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
