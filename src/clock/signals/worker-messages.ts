import process from 'node:process';
import { BroadcastChannel, MessagePort, Worker } from 'node:worker_threads';
import { ofSymbol } from '../http2-internals.ts';
import { replaceMethod, type Undo, undoAll } from '../patches/patch.ts';
import { noteAndGo, noteBeginning } from './beginnings.ts';
import { ThreadReplies } from './thread-replies.ts';
import { messagePorts, type PortListener, type Taker } from './message-ports.ts';
import { isLoaderThread } from './module-loading.ts';
import { type StartSignal, tell } from './signal.ts';

/** Threads of ours that have nothing to do with any client: nothing is awaited of them. */
export const bystanders = new WeakSet<Worker>();

/** Who was sent messages, and what they owe for them. */
class Correspondents implements PortListener {
  ended = 0;
  /** Without a worker no port leads out of this thread. */
  #hasMet = false;
  readonly #now: () => number;
  readonly #workers = new Map<Worker, ThreadReplies>();
  readonly #ports = new Map<number, ThreadReplies>();
  readonly #unfollow: (() => void)[] = [];
  /** Those who were sent something, which those who were only made were not. */
  readonly #written = new WeakSet<ThreadReplies>();

  constructor(now: () => number) {
    this.#now = now;
  }

  readonly meet = (worker: Worker): void => {
    if (isLoaderThread(worker) || bystanders.has(worker) || this.#workers.has(worker)) return;
    this.#hasMet = true;
    if (!isLeftAlone(worker)) this.#follow(worker).ask();
  };

  ask(worker: Worker): void {
    this.#hasMet = true;
    const replies = this.#workers.get(worker) ?? this.#follow(worker);
    replies.ask();
    this.#written.add(replies);
  }

  posted(port: number): void {
    if (!this.#hasMet) return;
    const replies = this.#ports.get(port) ?? new ThreadReplies(this.#now);
    this.#ports.set(port, replies);
    replies.ask();
  }

  received(port: number, taker: Taker | undefined): void {
    this.ended++;
    const known = [this.#repliesOf(port), this.#repliesOf(taker)].filter((replies) => replies !== undefined);
    const replies = known.find(({ isAsked }) => isAsked) ?? known[0];
    if (replies === undefined) this.notified();
    else replies.hear();
  }

  /** Somebody has answered by a way that does not tell who: most likely one who was sent a question. */
  notified(): void {
    const asked = [...this.#workers.values()].filter(({ isAsked }) => isAsked);
    (asked.find((replies) => this.#written.has(replies)) ?? asked[0])?.hear();
  }

  get isEmpty(): boolean {
    return this.#workers.size + this.#ports.size === 0;
  }

  get awaited(): number {
    let messages = 0;
    for (const replies of [...this.#workers.values(), ...this.#ports.values()]) messages += replies.awaited;
    return messages;
  }

  clear(): void {
    for (const leave of this.#unfollow) leave();
    this.#workers.clear();
    this.#ports.clear();
  }

  #follow(worker: Worker): ThreadReplies {
    const replies = new ThreadReplies(this.#now, watchThread(worker));
    const hear = (): void => {
      this.ended++;
      replies.hear();
    };
    const forget = (): void => {
      this.ended++;
      this.#workers.delete(worker);
    };
    // "exit" follows "error", and a listener for "error" would keep it from being an uncaught one.
    worker.on('message', hear).on('exit', forget);
    this.#unfollow.push(() => worker.off('message', hear).off('exit', forget));
    this.#workers.set(worker, replies);
    return replies;
  }

  #repliesOf(taker: Taker | undefined): ThreadReplies | undefined {
    return taker instanceof Worker ? this.#workers.get(taker) : this.#ports.get(taker ?? -1);
  }
}

/**
 * Sees worker threads of which a message is awaited: after a message to one, by whatever port, and from the making of one to
 * its first message, or to its end.
 */
export const watchWorkerMessages: StartSignal = (real) => {
  const correspondents = new Correspondents(() => real.now());
  const undos = followMessages(correspondents);
  process.on('worker', correspondents.meet);
  messagePorts.listener = correspondents;
  return {
    busy: () => correspondents.awaited,
    isOpen: () => !correspondents.isEmpty,
    ended: () => correspondents.ended,
    isElsewhere: true,
    describe: () => tell(new Map([['message from a worker', correspondents.awaited]])),
    stop: () => {
      undoAll([...undos, () => process.off('worker', correspondents.meet)]);
      messagePorts.clear();
      correspondents.clear();
    },
  };
};

/** Replaces what sends messages. */
const followMessages = (correspondents: Correspondents): readonly Undo[] => {
  let recipient: Worker | undefined;
  return [
    replaceMethod<MessagePort>(MessagePort.prototype, 'close', (port, _args, go) => {
      noteBeginning();
      messagePorts.closed(port);
      return go();
    }),
    replaceMethod<Worker>(Worker.prototype, 'postMessage', (worker, [message], go) => {
      // The port below has to know the worker.
      recipient = worker;
      try {
        go();
      } finally {
        recipient = undefined;
      }
      if (!isLoaderThread(worker) && !isAnsweredInSharedMemory(message)) correspondents.ask(worker);
    }),
    replaceMethod<MessagePort>(MessagePort.prototype, 'postMessage', (port, [message, transfer], go) => {
      noteBeginning();
      const isPosted = go();
      messagePorts.sent(message, transfer, recipient ?? port);
      if (recipient === undefined && !isAnsweredInSharedMemory(message)) messagePorts.posted(port);
      // A BroadcastChannel fails where it is not told that it has posted.
      return isPosted;
    }),
    replaceMethod(BroadcastChannel.prototype, 'postMessage', noteAndGo),
    // Whoever begins to listen gets what was sent before.
    replaceMethod(MessagePort.prototype, 'ref', noteAndGo),
  ];
};

/**
 * Such a message asks for a synchronous answer: esbuild does not go on without it. Whoever else sends memory that is shared may
 * be answered by a message.
 */
const isAnsweredInSharedMemory = (message: unknown): boolean => {
  const { sharedBuffer, command } = (message ?? {}) as { readonly sharedBuffer?: unknown; readonly command?: unknown };
  return sharedBuffer instanceof SharedArrayBuffer && typeof command === 'string';
};

/** Nobody listens to it, and it keeps no process from ending: so is the thread in which esbuild compiles for tsx, in Node 22 and later. */
const isLeftAlone = (worker: Worker): boolean =>
  worker.listenerCount('message') === 0 &&
  (ofSymbol(worker, 'kHandle') as { hasRef?(): boolean } | undefined)?.hasRef?.() === false;

/** Says whether a thread has not rested since it was last asked: it computes, or is about to end. */
const watchThread = (worker: Worker): (() => boolean) => {
  let rested = -1;
  return () => {
    const before = rested;
    rested = worker.performance.eventLoopUtilization().idle;
    return rested === before;
  };
};
