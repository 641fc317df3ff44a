import process from 'node:process';
import { MessagePort, Worker } from 'node:worker_threads';
import { replace, undoAll } from '../patches/patch.ts';
import { Letters } from './thread-replies.ts';
import { messagePorts, type Taker } from './message-ports.ts';
import { isLoaderThread } from './module-loading.ts';
import type { StartSignal } from './signal.ts';

type Post = (this: Worker | MessagePort, ...args: unknown[]) => void;

/**
 * Sees worker threads of which a message is awaited: after a message to one, by whatever port, and from the making of one to
 * its first message, or to its end.
 */
export const watchWorkerMessages: StartSignal = (real) => {
  const workers = new Map<Worker, Letters>();
  const ports = new Map<number, Letters>();
  const unfollow: (() => void)[] = [];
  let ended = 0;
  /** Those who were sent something, which those who were only made were not. */
  const written = new WeakSet<Letters>();
  let recipient: Worker | undefined;
  const postToWorker = Reflect.get(Worker.prototype, 'postMessage') as Post;
  const postToPort = Reflect.get(MessagePort.prototype, 'postMessage') as Post;

  const now = (): number => real.now();

  const follow = (worker: Worker): Letters => {
    const letters = new Letters(now, watchThread(worker));
    const hear = (): void => {
      ended++;
      letters.hear();
    };
    const forget = (): void => {
      ended++;
      workers.delete(worker);
    };
    // "exit" follows "error", and a listener for "error" would keep it from being an uncaught one.
    worker.on('message', hear).on('exit', forget);
    unfollow.push(() => worker.off('message', hear).off('exit', forget));
    workers.set(worker, letters);
    return letters;
  };

  const meet = (worker: Worker): void => {
    if (!isLoaderThread(worker) && !workers.has(worker)) follow(worker).ask();
  };
  process.on('worker', meet);

  /** Somebody has answered by a way that does not tell who: most likely one who was sent a question. */
  const hearOtherwise = (): void => {
    const asked = [...workers.values()].filter(({ isAsked }) => isAsked);
    (asked.find((letters) => written.has(letters)) ?? asked[0])?.hear();
  };

  const lettersTo = (taker: Taker | undefined): Letters | undefined =>
    taker instanceof Worker ? workers.get(taker) : ports.get(taker ?? -1);

  messagePorts.listener = {
    posted: (port) => {
      if (workers.size === 0) return;
      const letters = ports.get(port) ?? new Letters(now);
      ports.set(port, letters);
      letters.ask();
    },
    received: (port, taker) => {
      ended++;
      const known = [lettersTo(port), lettersTo(taker)].filter((letters) => letters !== undefined);
      const letters = known.find(({ isAsked }) => isAsked) ?? known[0];
      if (letters === undefined) hearOtherwise();
      else letters.hear();
    },
    notified: hearOtherwise,
  };

  const close: Post = Reflect.get(MessagePort.prototype, 'close');

  const undos = [
    replace(MessagePort.prototype, 'close', function (this: MessagePort, ...args: unknown[]) {
      messagePorts.closed(this);
      close.apply(this, args);
    }),
    () => process.off('worker', meet),
    replace(Worker.prototype, 'postMessage', function (this: Worker, ...args: unknown[]) {
      // oxlint-disable-next-line typescript/no-this-alias -- the port below has to know the worker
      recipient = this;
      try {
        postToWorker.apply(this, args);
      } finally {
        recipient = undefined;
      }
      if (isLoaderThread(this) || isAnsweredInSharedMemory(args[0])) return;
      const letters = workers.get(this) ?? follow(this);
      letters.ask();
      written.add(letters);
    }),
    replace(MessagePort.prototype, 'postMessage', function (this: MessagePort, ...args: unknown[]) {
      postToPort.apply(this, args);
      messagePorts.sent(args[0], args[1], recipient ?? this);
      if (recipient === undefined && !isAnsweredInSharedMemory(args[0])) messagePorts.posted(this);
    }),
  ];

  const count = (): number => {
    let messages = 0;
    for (const letters of workers.values()) messages += letters.awaited;
    for (const letters of ports.values()) messages += letters.awaited;
    return messages;
  };

  return {
    busy: count,
    ended: () => ended,
    isElsewhere: true,
    describe: () => (count() === 0 ? [] : [`${count()} × message from a worker`]),
    stop: () => {
      undoAll(undos);
      for (const leave of unfollow) leave();
      messagePorts.clear();
      workers.clear();
      ports.clear();
    },
  };
};

/** Such a message asks for a synchronous answer, as esbuild does: the sender does not go on without it. */
const isAnsweredInSharedMemory = (message: unknown): boolean =>
  typeof message === 'object' &&
  message !== null &&
  Object.values(message).some((part) => part instanceof SharedArrayBuffer);

/** Says whether a thread has not rested since it was last asked: it computes, or is about to end. */
const watchThread = (worker: Worker): (() => boolean) => {
  let rested = -1;
  return () => {
    const before = rested;
    rested = worker.performance.eventLoopUtilization().idle;
    return rested === before;
  };
};
