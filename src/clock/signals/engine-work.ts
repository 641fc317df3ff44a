import process from 'node:process';
import { isLoaded } from '../http2-internals.ts';
import { replaceMethod, undoAll } from '../patches/patch.ts';
import { noteBeginning } from './beginnings.ts';
import { messagePorts } from './message-ports.ts';
import { type StartSignal, tell } from './signal.ts';

/** What goes on in other threads without being told of, and is answered by a promise. */
const begun = (): readonly { readonly owner: object; readonly names: readonly string[]; readonly what: string }[] => [
  // The first `fetch` of a process waits for its HTTP parser that way.
  { owner: WebAssembly, names: ['compile', 'instantiate'], what: 'WebAssembly being compiled' },
  { owner: Atomics, names: ['waitAsync'], what: 'Atomics.waitAsync' },
  ...databases(),
];

/** Where nobody has loaded it there is no database; to load it would take long, and on some versions of Node it warns of itself. */
const databases = (): ReturnType<typeof begun> => {
  const owner = isLoaded('sqlite') ? process.getBuiltinModule('node:sqlite') : undefined;
  return owner !== undefined && 'backup' in owner ? [{ owner, names: ['backup'], what: 'a backup of a database' }] : [];
};

/** What `Atomics.waitAsync` gives: a promise only where there is something to wait for. */
interface Waiting {
  readonly value?: unknown;
}

const promiseOf = (result: unknown): PromiseLike<unknown> | undefined =>
  [result, (result as Waiting | undefined)?.value].find((part) => part instanceof Promise);

/** Sees work on threads of the engine, and waits for other threads in memory that they share. */
export const watchEngineWork: StartSignal = () => {
  const pending = new Map<string, number>();
  let ended = 0;
  const add = (what: string, by: number): void => {
    pending.set(what, (pending.get(what) ?? 0) + by);
  };
  const undos = begun().flatMap(({ owner, names, what }) =>
    names.map((name) =>
      replaceMethod(owner, name, (_self, _args, go) => {
        const result = go();
        const promise = promiseOf(result);
        if (promise === undefined) return result;
        noteBeginning();
        add(what, 1);
        const end = (): void => {
          add(what, -1);
          ended++;
          if (owner === Atomics) messagePorts.listener?.notified();
        };
        promise.then(end, end);
        return result;
      }),
    ),
  );
  return {
    busy: () => {
      let count = 0;
      for (const each of pending.values()) count += each;
      return count;
    },
    ended: () => ended,
    describe: () => tell(pending),
    stop: () => undoAll(undos),
  };
};
