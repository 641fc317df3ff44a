import type { ChildProcess } from 'node:child_process';
import process from 'node:process';
import { overlookProcess } from '../../clock/signals/process.ts';
import type { CheckSummary } from './summary.ts';
import { type Message, startWorker } from './workers.ts';

/** What came of a counterexample in a process that has run nothing else; `unknown` where none came to an end. */
export type FreshReplay = 'broken' | 'kept' | 'unknown';

/** A process of its own, in which a counterexample is played again: nothing that was run before can have left a trace. */
export interface FreshProcess {
  /** Loads the client there, ahead of time. */
  start(): void;
  replay(token: string, rule: string): Promise<FreshReplay>;
  end(): void;
}

/** Real milliseconds. A client that takes as long is told without. */
const patience = 10_000;

/** What such a process is told: it plays this, says what came of it, and ends. */
export interface Order {
  readonly kind: 'replay';
  readonly token: string;
}

/** Where this is no process of ours, as in a test of somebody's, there is no script to start once more. */
export const createFreshProcess = (script: string | undefined, argv: readonly string[]): FreshProcess => {
  let child: ChildProcess | undefined;
  const start = (): void => {
    if (script === undefined || child !== undefined) return;
    child = startWorker(script, argv, 'replay');
    overlookProcess(child);
    // It may be gone before it is asked.
    child.on('error', () => undefined);
  };
  return {
    start,
    replay: async (token, rule) => {
      start();
      if (child === undefined) return 'unknown';
      const summary = await hear(child, { kind: 'replay', token });
      if (summary === undefined) return 'unknown';
      return summary.failures.some((failure) => failure.rule === rule) ? 'broken' : 'kept';
    },
    end: () => void child?.kill('SIGKILL'),
  };
};

const hear = (child: ChildProcess, order: Order): Promise<CheckSummary | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), patience);
    const done = (summary: CheckSummary | undefined): void => {
      clearTimeout(timer);
      resolve(summary);
    };
    child.on('message', (message: Message) => {
      if (message.kind === 'summary') done(message.summary);
      if (message.kind === 'refused') done(undefined);
    });
    child.once('close', () => done(undefined));
    if (child.connected) child.send(order, () => undefined);
    else done(undefined);
  });

/** Waits for what is to be played, in the process that plays it; undefined when nobody is left to say. */
export const takeOrder = (): Promise<Order | undefined> =>
  new Promise((resolve) => {
    process.once('message', (order: Order) => resolve(order));
    process.once('disconnect', () => resolve(undefined));
  });
