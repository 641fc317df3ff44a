import process from 'node:process';
import type { Terminal } from '../../print/terminal.ts';

/** What a process is told when it is to end in good order. */
const signals = ['SIGTERM', 'SIGHUP'] as const;

/** Tells when somebody wants it to end: an interrupt at the terminal, or a signal. */
export interface EndWanted {
  /** The signal that has come, if one has. */
  readonly by: NodeJS.Signals | undefined;
  /** Is told of the signal, also of one that has come before. */
  listen(hear: (signal: NodeJS.Signals) => void): void;
  [Symbol.dispose](): void;
}

export const watchEnd = ({ interrupted }: Terminal): EndWanted => {
  let by: NodeJS.Signals | undefined;
  const listeners: ((signal: NodeJS.Signals) => void)[] = [];
  const come = (signal: NodeJS.Signals): void => {
    by ??= signal;
    for (const hear of listeners) hear(signal);
  };
  const interrupt = (): void => come('SIGINT');
  if (interrupted?.aborted === true) interrupt();
  interrupted?.addEventListener('abort', interrupt, { once: true });
  for (const signal of signals) process.on(signal, come);
  return {
    get by() {
      return by;
    },
    listen: (hear) => {
      listeners.push(hear);
      if (by !== undefined) hear(by);
    },
    [Symbol.dispose]: () => {
      interrupted?.removeEventListener('abort', interrupt);
      for (const signal of signals) process.off(signal, come);
    },
  };
};
