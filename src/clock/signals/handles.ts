import { prototypeWith } from '../http2-internals.ts';
import { type Deputy, replaceMethod, type Undo, undoAll } from '../patches/patch.ts';
import { noteAndGo } from './beginnings.ts';

const paths = new WeakMap<object, string>();

/** Of a connection by a Unix socket: where it leads. */
export const pathOf = (handle: object): string | undefined => paths.get(handle);

/**
 * What a connection, a server or a process is told in native code, and what its event loop answers later: that it has closed,
 * and what it had kept back. All that comes from outside is an event of the loop, which is counted where it comes. And where a
 * Unix socket is to lead, which nobody can ask it for.
 */
const deputies = {
  close: noteAndGo,
  readStart: noteAndGo,
  connect: (handle, [, path], go) => {
    if (typeof path === 'string') paths.set(handle, path);
    return go();
  },
} as const satisfies Record<string, Deputy<object>>;

type Name = keyof typeof deputies;

const names = Object.keys(deputies) as readonly Name[];

/** Whose they are. Node shows them to nobody who has no handle; they stay the same as long as it runs. */
const owners = new Map<Name, object>();

export interface Handles {
  /** To be told of what is made; it may be the first handle of all. */
  meet(resource: object, isPipe: boolean): void;
  stop: Undo;
}

/** Notes what handles are told, also those that were there before. */
export const watchHandles = (): Handles => {
  const undos: Undo[] = [];
  const watch = (owner: object, name: Name): void => void undos.push(replaceMethod(owner, name, deputies[name]));
  for (const [name, owner] of owners) watch(owner, name);
  return {
    meet: (resource, isPipe) => {
      if (owners.size === names.length) return;
      for (const name of names) {
        const owner = owners.has(name) || (name === 'connect' && !isPipe) ? undefined : prototypeWith(resource, name);
        if (owner === undefined) continue;
        owners.set(name, owner);
        watch(owner, name);
      }
    },
    stop: () => undoAll(undos),
  };
};
