import { http2Internals, looksForHttp2, patchHttp2 } from '../http2-internals.ts';
import { replace, type Undo } from '../patches/patch.ts';
import { noteBeginning, noteSessions } from './beginnings.ts';

type Destroy = (this: object, ...args: unknown[]) => unknown;

export interface Sessions {
  /** To be told of each session that is made. */
  meet(session: object): void;
  stop: Undo;
}

/** Follows the native halves of sessions from their making to their end; where that cannot be seen, they have none. */
export const watchSessions = (): Sessions => {
  const open = new Set<object>();
  const undo = patchHttp2(({ natives }) => {
    const destroy = Reflect.get(natives, 'destroy') as Destroy;
    return replace(natives, 'destroy', function (this: object, ...args: unknown[]) {
      noteBeginning();
      if (open.delete(this)) noteSessions(open.size);
      return destroy.apply(this, args);
    });
  });
  return {
    meet: (session) => {
      if (looksForHttp2()) return;
      http2Internals();
      noteSessions(open.add(session).size);
    },
    stop: () => {
      undo();
      open.clear();
      noteSessions(0);
    },
  };
};
