import { parentPort, workerData } from 'node:worker_threads';
import type { Fault } from './faults.ts';
import { openCourt } from './trial.ts';

/** A thread that tries faults, one after the other, as it is told. */

export interface Setting {
  readonly testFiles: readonly string[];
  /** Leaves out the tests that take long. */
  readonly quickOnly: boolean;
  /** Counts the tests that have been run, so that whoever watches can tell slow from hung. */
  readonly pulse: Int32Array;
}

export interface Task {
  readonly fault: Fault;
  readonly text: string;
}

export type Report =
  | { readonly about: 'opening'; readonly broken: string | undefined }
  | { readonly about: 'fault'; readonly caughtBy: string | undefined };

const { testFiles, quickOnly, pulse } = workerData as Setting;
const report = (message: Report): void => parentPort?.postMessage(message, []);
const court = await openCourt(testFiles, quickOnly, () => void Atomics.add(pulse, 0, 1));

parentPort?.on('message', ({ fault, text }: Task) => {
  void court.judge(fault, text).then((caughtBy) => report({ about: 'fault', caughtBy }));
});
report({ about: 'opening', broken: await court.check() });
