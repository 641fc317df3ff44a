import { fork } from 'node:child_process';

/** Whether this process is one of those that a script has started of itself. */
const isWorker = process.env.SHARE_OUT_WORKER === '1';

/**
 * Gives tasks to so many processes of the same script, each the next one when it is done with the last. In those processes
 * it works at what they are given, and never fulfils.
 */
export const shareOut = async <Task extends object, Answer>(
  tasks: readonly Task[],
  workers: number,
  work: (task: Task) => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
): Promise<void> => {
  if (isWorker) {
    process.on('message', (task: Task) => {
      void work(task).then((answer) => process.send?.(answer));
    });
    return new Promise(() => {});
  }
  const left = [...tasks];
  const one = (): Promise<void> =>
    new Promise((done, failed) => {
      const child = fork(process.argv[1] ?? '', process.argv.slice(2), {
        env: { ...process.env, SHARE_OUT_WORKER: '1' },
        execArgv: process.execArgv,
      });
      const next = (): void => {
        const task = left.shift();
        if (task === undefined) child.kill();
        else child.send(task);
      };
      child.on('message', (answer: Answer) => {
        onAnswer(answer);
        next();
      });
      child.on('exit', (code, signal) =>
        signal === 'SIGTERM' ? done() : failed(new Error(`a worker ended: ${code ?? signal}`)),
      );
      next();
    });
  await Promise.all(Array.from({ length: Math.min(workers, tasks.length) }, one));
};
