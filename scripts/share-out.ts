import { fork } from 'node:child_process';

/** Whether this process is one of those that a script has started of itself. */
const isWorker = process.env.SHARE_OUT_WORKER === '1';

/** A task that came to nothing, and what its process said last. */
export interface Failure<Task> {
  readonly task: Task;
  readonly why: string;
}

const mostSaid = 2000;

/**
 * Gives groups of tasks to so many processes of the same script, each group to one of its own, so that nothing which a client
 * keeps for the process is there before. A group that fails takes no other with it. In those processes it works at what they
 * are given, and never fulfils.
 */
export const shareOut = async <Task extends object, Answer>(
  groups: readonly (readonly Task[])[],
  workers: number,
  work: (task: Task) => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
): Promise<readonly Failure<Task>[]> => {
  if (isWorker) {
    process.on('message', (task: Task) => {
      void work(task).then((answer) => process.send?.(answer));
    });
    return new Promise(() => {});
  }
  const left = groups[Symbol.iterator]();
  const failures: Failure<Task>[] = [];
  const one = async (): Promise<void> => {
    for (const group of left) failures.push(...(await runGroup(group, onAnswer)));
  };
  await Promise.all(Array.from({ length: workers }, one));
  return failures;
};

const runGroup = <Task extends object, Answer>(
  group: readonly Task[],
  onAnswer: (answer: Answer) => void,
): Promise<readonly Failure<Task>[]> =>
  new Promise((done) => {
    const worker = fork(process.argv[1] ?? '', process.argv.slice(2), {
      env: { ...process.env, SHARE_OUT_WORKER: '1' },
      execArgv: process.execArgv,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const left = [...group];
    let printed = '';
    const next = (): void => {
      const [task] = left;
      if (task === undefined) worker.kill();
      else worker.send(task);
    };
    worker.stderr?.on('data', (data: Buffer) => (printed = (printed + data.toString()).slice(-mostSaid)));
    worker.on('message', (answer: Answer) => {
      left.shift();
      onAnswer(answer);
      next();
    });
    worker.on('close', (code, signal) => {
      const why = `${printed.trim()} (ended with ${signal ?? code})`.trim();
      done(left.map((task) => ({ task, why })));
    });
    next();
  });
