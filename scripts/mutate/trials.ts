import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Report, Setting, Task } from './worker.ts';

/** Tries many faults on several threads at once. */

/** What is said to catch a fault that no test came to an end with. */
export const noEnd = 'no end';

export interface Outcome {
  readonly task: Task;
  /** The test file that saw the fault, that it never came to an end, or undefined when nothing noticed. */
  readonly caughtBy: string | undefined;
}

/** A test that takes longer than this many milliseconds, on a machine that has much else to do, waits for what never comes. */
const patience = 60_000;

interface Thread {
  readonly attempt: (task: Task) => Promise<string | undefined>;
  readonly end: () => Promise<void>;
}

type Tests = Pick<Setting, 'testFiles' | 'quickOnly'>;

const openThread = async (tests: Tests): Promise<Thread> => {
  const pulse = new Int32Array(new SharedArrayBuffer(4));
  const setting: Setting = { ...tests, pulse };
  const worker = new Worker(new URL('worker-start.mjs', import.meta.url), {
    workerData: setting,
    resourceLimits: { maxOldGenerationSizeMb: 1500 },
  });
  const [opening] = (await once(worker, 'message')) as [Report];
  if (opening.about === 'opening' && opening.broken !== undefined) {
    await worker.terminate();
    throw new Error(`without any fault, a test fails here: ${opening.broken}`);
  }
  return { attempt: (task) => attempt(worker, pulse, task), end: async () => void (await worker.terminate()) };
};

/** Rejects when the thread has to be given up. */
const attempt = (worker: Worker, pulse: Int32Array, task: Task): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    let last = -1;
    const watch = setInterval(() => {
      const now = Atomics.load(pulse, 0);
      if (now === last) fail(new Error('hung'));
      last = now;
    }, patience);
    const settle = (): void => {
      clearInterval(watch);
      worker.off('message', hear);
      worker.off('error', fail);
    };
    const hear = (report: Report): void => {
      settle();
      resolve(report.about === 'fault' ? report.caughtBy : undefined);
    };
    const fail = (error: Error): void => {
      settle();
      reject(error);
    };
    worker.on('message', hear);
    worker.on('error', fail);
    worker.postMessage(task, []);
  });

/** Takes tasks off the list until there are none. */
const work = async (tests: Tests, tasks: Task[], tell: (outcome: Outcome) => void): Promise<void> => {
  let thread = await openThread(tests);
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
    let caughtBy: string | undefined;
    try {
      caughtBy = await thread.attempt(task);
    } catch {
      await thread.end();
      thread = await openThread(tests);
      caughtBy = noEnd;
    }
    tell({ task, caughtBy });
  }
  await thread.end();
};

export const tryAll = async (
  tests: Tests,
  tasks: readonly Task[],
  threads: number,
  tell: (outcome: Outcome) => void,
): Promise<void> => {
  const queue = [...tasks];
  await Promise.all(Array.from({ length: threads }, () => work(tests, queue, tell)));
};
