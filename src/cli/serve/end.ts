import type { Terminal } from '../../print/terminal.ts';

/** Tells when somebody wants it to end: an interrupt at the terminal, or a signal. */
export interface EndWanted {
  readonly isWanted: boolean;
  /** Is told of the signal, also of one that has come before. */
  listen(hear: (signal: NodeJS.Signals) => void): void;
}

const signals: Readonly<Record<string, NodeJS.Signals>> = { terminated: 'SIGTERM', hungUp: 'SIGHUP' };

export const watchEnd = ({ interrupted }: Terminal): EndWanted => ({
  get isWanted() {
    return interrupted?.aborted === true;
  },
  listen: (hear) => {
    const tell = (): void => hear(signals[String(interrupted?.reason)] ?? 'SIGINT');
    if (interrupted?.aborted === true) tell();
    else interrupted?.addEventListener('abort', tell, { once: true });
  },
});
