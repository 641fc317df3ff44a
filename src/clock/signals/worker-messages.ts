import { Worker } from 'node:worker_threads';
import { replace } from '../patches/patch.ts';
import { isLoaderThread } from './module-loading.ts';
import type { StartSignal } from './signal.ts';

type Post = (this: Worker, ...args: unknown[]) => void;

/** What is known of the talk with one worker. */
interface Talk {
  unanswered: number;
  hasEverAnswered: boolean;
  /** The real time of the first message; a worker that has said nothing for long after it is taken for one that never does. */
  readonly since: number;
}

/** Real milliseconds. */
const longSilence = 1900;

/** Sees messages to worker threads that have not been answered by one in return. */
export const watchWorkerMessages: StartSignal = (real) => {
  const talks = new Map<Worker, Talk>();
  const unfollow: (() => void)[] = [];
  let ended = 0;
  const post = Reflect.get(Worker.prototype, 'postMessage') as Post;

  const follow = (worker: Worker): Talk => {
    const talk: Talk = { unanswered: 0, hasEverAnswered: false, since: real.now() };
    const hear = (): void => {
      ended++;
      talk.unanswered = Math.max(0, talk.unanswered - 1);
      talk.hasEverAnswered = true;
    };
    const forget = (): void => {
      talks.delete(worker);
    };
    // "exit" follows "error", and a listener for "error" would keep it from being an uncaught one.
    worker.on('message', hear).on('exit', forget);
    unfollow.push(() => worker.off('message', hear).off('exit', forget));
    talks.set(worker, talk);
    return talk;
  };

  const undo = replace(Worker.prototype, 'postMessage', function (this: Worker, ...args: unknown[]) {
    post.apply(this, args);
    if (isLoaderThread(this) || isAnsweredInSharedMemory(args[0])) return;
    (talks.get(this) ?? follow(this)).unanswered++;
  });

  const count = (): number => {
    let messages = 0;
    for (const { unanswered, hasEverAnswered, since } of talks.values()) {
      if (unanswered > 0 && (hasEverAnswered || real.now() - since < longSilence)) messages += unanswered;
    }
    return messages;
  };

  return {
    busy: count,
    ended: () => ended,
    describe: () => (count() === 0 ? [] : [`${count()} × message to a worker`]),
    stop: () => {
      undo();
      for (const leave of unfollow) leave();
      talks.clear();
    },
  };
};

/** Such a message asks for a synchronous answer, as esbuild does: the sender does not go on without it. */
const isAnsweredInSharedMemory = (message: unknown): boolean =>
  typeof message === 'object' &&
  message !== null &&
  Object.values(message).some((part) => part instanceof SharedArrayBuffer);
