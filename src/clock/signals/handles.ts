import { prototypeWith } from '../http2-internals.ts';
import { replaceMethod, type Undo, undoAll } from '../patches/patch.ts';
import { noteAndGo } from './beginnings.ts';

/**
 * What a connection, a server or a process is told in native code, and what its event loop answers later: that it has closed,
 * and what it had kept back. All that comes from outside is an event of the loop, which is counted where it comes.
 */
const methods = ['close', 'readStart'] as const;

/** Whose they are. Node shows them to nobody who has no handle; they stay the same as long as it runs. */
const owners = new Map<(typeof methods)[number], object>();

export interface Handles {
  /** To be told of what is made; it may be the first handle of all. */
  meet(resource: object): void;
  stop: Undo;
}

/** Notes what handles are told, also those that were there before. */
export const watchHandles = (): Handles => {
  const undos: Undo[] = [];
  const watch = (owner: object, name: string): void => void undos.push(replaceMethod(owner, name, noteAndGo));
  for (const [name, owner] of owners) watch(owner, name);
  return {
    meet: (resource) => {
      if (owners.size === methods.length) return;
      for (const name of methods) {
        const owner = owners.has(name) ? undefined : prototypeWith(resource, name);
        if (owner === undefined) continue;
        owners.set(name, owner);
        watch(owner, name);
      }
    },
    stop: () => undoAll(undos),
  };
};
