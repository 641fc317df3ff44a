import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Answer, Task } from './results.ts';

/** A task that came to nothing, and what its process said last. */
export interface Failure {
  readonly task: Task;
  readonly why: string;
}

const longest = 3_600_000;
const mostSaid = 2000;

/** Each task in a process of its own, so many at a time. One that fails takes no other with it. */
export const shareOut = async (
  tasks: readonly Task[],
  atATime: number,
  onAnswer: (answer: Answer) => void,
): Promise<readonly Failure[]> => {
  const left = tasks[Symbol.iterator]();
  const failures: Failure[] = [];
  const work = async (): Promise<void> => {
    for (const task of left) {
      const said = await runWorker(task);
      if (typeof said === 'string') failures.push({ task, why: said });
      else onAnswer(said);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return failures;
};

/** What a worker answers, or the end of what it printed. */
const runWorker = (task: Task): Promise<Answer | string> =>
  new Promise((done) => {
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const;
    const worker = fork(join(import.meta.dirname, 'worker.ts'), { stdio: [...stdio], timeout: longest });
    let printed = '';
    let said: Answer | undefined;
    worker.stderr?.on('data', (data: Buffer) => (printed = (printed + data.toString()).slice(-mostSaid)));
    worker.on('message', (answer: Answer) => (said = answer));
    worker.on('error', ({ message }) => (printed += message));
    worker.on('close', (code, signal) => done(said ?? `${printed.trim()} (ended with ${signal ?? code})`.trim()));
    worker.send(task);
  });
