import type dgram from 'node:dgram';
import process from 'node:process';
import { isLoaded } from '../http2-internals.ts';
import { replaceMethod, type Undo, undoAll } from '../patches/patch.ts';
import { noteBeginning } from './beginnings.ts';
import { type Line, RawReplies } from './raw-replies.ts';
import { type StartSignal, tell } from './signal.ts';

/** Of a socket that has got one: it gets one when it first sends something, and sends it then. */
const portOf = (socket: dgram.Socket): number | undefined => {
  try {
    return socket.address().port;
  } catch {
    return undefined;
  }
};

const isHeard = (socket: dgram.Socket): boolean => socket.listenerCount('message') > 0;

/** Who waits for the first socket: to load the module ahead of it would cost every simulation something. */
const waiting = new Set<() => void>();

/** There is going to be a socket of UDP. */
export const expectDatagrams = (): void => {
  for (const hook of waiting) hook();
};

const hookWhenLoaded = (hook: (prototype: object) => readonly Undo[]): Undo => {
  let undos: readonly Undo[] = [];
  const hookNow = (): void => {
    waiting.delete(hookNow);
    undos = hook(process.getBuiltinModule('node:dgram').Socket.prototype);
  };
  if (isLoaded('dgram')) hookNow();
  else waiting.add(hookNow);
  return () => {
    waiting.delete(hookNow);
    undoAll(undos);
  };
};

/** Sees sockets of UDP that have asked something, while somebody listens on them for the answer. */
export const watchDatagrams: StartSignal = (real) => {
  const replies = new RawReplies<Line & { readonly _handle: dgram.Socket }>(() => real.now());
  const lines = new Map<dgram.Socket, Line & { readonly _handle: dgram.Socket }>();
  /** Who was spoken to before they had said anything: they answer, and await nothing. */
  const servers = new WeakSet<dgram.Socket>();

  const ask = (socket: dgram.Socket): void => {
    if (servers.has(socket) || !isHeard(socket) || portOf(socket) === undefined) return;
    const line = lines.get(socket) ?? { _handle: socket, destroyed: false, listenerCount: () => 0 };
    lines.set(socket, line);
    replies.ask(line);
  };

  const hear = (socket: dgram.Socket, from: number): void => {
    const line = lines.get(socket);
    if (line !== undefined) return replies.hear(line, false);
    servers.add(socket);
    // Who has asked a server of this process is answered when that gets on.
    for (const one of lines.keys()) if (portOf(one) === from) replies.forget(one);
  };

  const close = (socket: dgram.Socket): void => {
    replies.forget(socket);
    lines.delete(socket);
  };

  const unhook = hookWhenLoaded((prototype) => [
    replaceMethod<dgram.Socket>(prototype, 'send', (socket, _args, go) => {
      // What Node can send at once is told of nowhere else.
      noteBeginning();
      ask(socket);
      return go();
    }),
    replaceMethod<dgram.Socket>(prototype, 'emit', (socket, [name, , sender], go) => {
      if (name === 'message') hear(socket, (sender as dgram.RemoteInfo).port);
      if (name === 'close') close(socket);
      return go();
    }),
  ]);

  const awaited = (): number => {
    if (replies.isEmpty) return 0;
    return replies.awaited().filter(({ _handle: socket }) => isHeard(socket)).length;
  };
  return {
    busy: awaited,
    isOpen: () => !replies.isEmpty,
    ended: () => replies.ended,
    describe: () => tell(new Map([['answer by UDP', awaited()]])),
    stop: unhook,
  };
};
