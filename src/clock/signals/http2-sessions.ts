import { http2Internals, looksForHttp2, patchHttp2 } from '../http2-internals.ts';
import { replaceMethod, type Undo } from '../patches/patch.ts';
import { noteBeginning, noteSessions } from './beginnings.ts';

export interface Sessions {
  /** To be told of each session that is made. */
  meet(session: object): void;
  stop: Undo;
}

/** Follows the native halves of sessions from their making to their end; where that cannot be seen, they have none. */
export const watchSessions = (): Sessions => {
  const open = new Set<object>();
  const undo = patchHttp2(({ natives }) =>
    replaceMethod<object>(natives, 'destroy', (session, _args, go) => {
      noteBeginning();
      if (open.delete(session)) noteSessions(open.size);
      return go();
    }),
  );
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
