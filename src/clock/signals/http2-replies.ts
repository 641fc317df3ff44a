import { patchHttp2, socketOf } from '../http2-internals.ts';
import { replaceMethod, type Undo, undoAll } from '../patches/patch.ts';
import { isClaimed } from '../patches/socket-timeouts.ts';
import { noteBeginning } from './beginnings.ts';
import { Pace } from './pace.ts';
import { isReferenced, type Wire } from './wire.ts';

/** A stream of a client's session, which is one request and its reply. */
interface Stream extends NodeJS.EventEmitter {
  readonly readableLength: number;
}

interface Reply {
  readonly pace: Pace;
  readonly socket: Wire;
  /** It goes on for as long as the server likes. */
  isStream: boolean;
  hasLength: boolean;
}

/** Replies of real servers over HTTP/2: sessions read and write below their sockets, so nothing of them is seen there. */
export class Http2Replies {
  ended = 0;
  readonly stop: Undo;
  readonly #replies = new Map<Stream, Reply>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
    this.stop = patchHttp2(({ clients, streams }) => {
      const undos = [
        replaceMethod<object, Stream>(clients, 'request', (session, _args, go) => {
          const stream = go();
          this.#meet(session, stream);
          return stream;
        }),
        replaceMethod<Stream>(streams, 'push', (stream, [chunk], go) => {
          this.#hear(stream, chunk === null);
          return go();
        }),
      ];
      return () => {
        undoAll(undos);
        this.#replies.clear();
      };
    });
  }

  get isEmpty(): boolean {
    return this.#replies.size === 0;
  }

  awaited(): readonly Wire[] {
    const sockets: Wire[] = [];
    const now = this.#now();
    for (const [stream, { socket, pace, isStream, hasLength }] of this.#replies) {
      // Whom a connection leads to may turn out behind its first request.
      if (isClaimed(socket)) this.#end(stream);
      else if (stream.readableLength > 0 || !isReferenced(socket)) continue;
      else if (isStream ? pace.mayGoOn(now) : hasLength || !pace.isEndless(now)) sockets.push(socket);
    }
    return sockets;
  }

  #meet(session: object, stream: Stream): void {
    const socket = socketOf(session) as Wire | undefined;
    if (socket === undefined || isClaimed(socket)) return;
    noteBeginning();
    const reply: Reply = { pace: new Pace(), socket, isStream: false, hasLength: false };
    this.#replies.set(stream, reply);
    stream.once('response', (headers: Readonly<Record<string, unknown>>) => {
      reply.pace.hear(this.#now());
      reply.isStream = String(headers['content-type']).startsWith('text/event-stream');
      reply.hasLength = headers['content-length'] !== undefined;
    });
  }

  #hear(stream: Stream, isLast: boolean): void {
    const reply = this.#replies.get(stream);
    if (reply === undefined) return;
    reply.pace.hear(this.#now());
    // It is the last, too, where the stream is given up.
    if (isLast) this.#end(stream);
    else this.ended++;
  }

  #end(stream: Stream): void {
    if (this.#replies.delete(stream)) this.ended++;
  }
}
