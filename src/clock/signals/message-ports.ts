import { MessagePort, Worker } from 'node:worker_threads';

/** Whom a port was sent to: a worker, or whoever is at the other end of the port of this number. */
export type Taker = Worker | number;

/** Who wants to know of ports with another thread at their other end. Names a port by its number in async_hooks. */
export interface PortListener {
  posted(port: number): void;
  /** `taker` is who has the other end, where that is known. */
  received(port: number, taker: Taker | undefined): void;
  /** Another thread has answered in shared memory. */
  notified(): void;
}

/** As Node has it since 18; older types do not. */
interface Port {
  hasRef?(): boolean;
}

/**
 * Tells ports between threads from those within this one, of which nobody has to know. A port has another thread at its end
 * when its twin was sent there, or when it has no twin here: it came in a message, or belongs to a BroadcastChannel.
 */
class MessagePorts {
  readonly #numbers = new WeakMap<object, number>();
  readonly #twins = new WeakMap<object, object>();
  /** By the port that stayed here. */
  readonly #takers = new WeakMap<object, Taker>();
  readonly #distant = new Map<number, WeakRef<object>>();
  /** What was made last, while it may be the first half of a pair, or a worker. */
  #latest: { readonly id: number; readonly port?: WeakRef<object> } | undefined;
  listener: PortListener | undefined;

  /** To be told of every port and every worker that async_hooks tells of. */
  made(id: number, port: object, isWorker: boolean): void {
    const previous = this.#latest?.id === id - 1 ? this.#latest : undefined;
    this.#latest = isWorker ? { id } : undefined;
    // Right after a worker, Node makes a port for its own use.
    if (isWorker || (previous !== undefined && previous.port === undefined)) return;
    this.#numbers.set(port, id);
    const twin = previous?.port?.deref();
    // Half a pair has nobody to listen to it yet; a BroadcastChannel listens from its beginning.
    if (twin === undefined || (twin as Port).hasRef?.() === true) {
      const latest = { id, port: new WeakRef(port) };
      this.#latest = latest;
      this.#distant.set(id, latest.port);
    } else {
      this.#twins.set(twin, port);
      this.#twins.set(port, twin);
      this.#distant.delete(id - 1);
    }
  }

  called(id: number): void {
    const port = this.#distant.size > 0 ? this.#distant.get(id)?.deref() : undefined;
    if (port === undefined) return;
    // Closing is a call, too; a port has let go of the event loop by then.
    if ((port as Port).hasRef?.() !== false) this.listener?.received(id, this.#takers.get(port));
  }

  posted(port: object): void {
    const id = this.#numbers.get(port);
    if (id !== undefined && this.#distant.has(id)) this.listener?.posted(id);
  }

  /** To be told of each message, of what is sent along with it (a list, or options), and of whom it is sent to. */
  sent(message: unknown, transfer: unknown, to: Worker | MessagePort): void {
    const list: unknown = Array.isArray(transfer)
      ? transfer
      : (transfer as { transfer?: unknown } | undefined)?.transfer;
    if (!Array.isArray(list)) return;
    // The one by which Node itself brings about `worker.postMessage`.
    const { publicPort } = (message ?? {}) as { publicPort?: unknown };
    const taker = to instanceof Worker ? to : this.#numbers.get(to);
    for (const port of list) {
      const twin = port instanceof MessagePort && port !== publicPort ? this.#twins.get(port) : undefined;
      const id = twin === undefined ? undefined : this.#numbers.get(twin);
      if (twin === undefined || id === undefined) continue;
      this.#distant.set(id, new WeakRef(twin));
      if (taker !== undefined) this.#takers.set(twin, taker);
    }
  }

  /** To be told of a port that is closed here: what async_hooks tells of it from now on is no message. */
  closed(port: object): void {
    const id = this.#numbers.get(port);
    if (id !== undefined) this.#distant.delete(id);
  }

  clear(): void {
    this.#distant.clear();
    this.listener = undefined;
  }
}

/** Those of this process. One look into async_hooks serves all signals, for each makes every promise dearer. */
export const messagePorts = new MessagePorts();
