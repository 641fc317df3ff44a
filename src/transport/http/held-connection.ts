import type { Socket } from 'node:net';
import process from 'node:process';
import { turns } from '../../clock/real-time.ts';
import { withResolvers } from '../../clock/with-resolvers.ts';
import type { Outcome, Reaches, WireRequest } from '../../core/wire.ts';
import { isSetupFault, isTlsFault, type SetupFaultName } from '../../spec/faults.ts';
import type { Connecting, Gateway } from '../gateway.ts';
import type { HangUp } from '../hang-up.ts';
import type { Peer, Put, ServerConnection } from './connection.ts';
import { type AnnouncedRequest, takeAnnounced } from './announced-requests.ts';

/** Turns of the event loop in which what is written ahead of the connection arrives. */
const turnsToWrite = 2;

/** A request that was put to the gateway before its client has sent it. */
interface Ahead {
  readonly request: WireRequest;
  readonly gone: HangUp;
  readonly outcome: Promise<Outcome>;
}

const isSame = ({ request, gone }: Ahead, { method, url }: WireRequest): boolean =>
  !gone.aborted && request.method === method && request.url === url;

/** The connection as its client sees it. */
interface Seen {
  readonly isSecure: boolean;
  /** Calls when its client knows that it may send. */
  whenReady(act: () => void): void;
}

/**
 * A connection that a fault may keep its client from, which depends on its request. So the client is told of nothing before that is
 * decided on: it has been written ahead of the connection (`node:http`), or announced (undici). A client that has done neither by the
 * time at which all has come to rest waits for the connection, and gets it.
 */
export class HeldConnection {
  readonly #seen: Seen;
  readonly #announced: AnnouncedRequest | undefined;
  readonly #found = withResolvers<void>();
  readonly #connects = withResolvers<void>();
  readonly #agrees = withResolvers<void>();
  #fault: SetupFaultName | undefined;
  #isAsked = false;
  #isDecided = false;
  #ahead: Ahead | undefined;

  constructor(seen: Seen, announced: AnnouncedRequest | undefined) {
    this.#seen = seen;
    this.#announced = announced;
  }

  /** These settle when the client is to be told that the name is found, that it is connected, and that TLS is agreed on. */
  get found(): Promise<void> {
    return this.#found.promise;
  }
  get connects(): Promise<void> {
    return this.#connects.promise;
  }
  get agrees(): Promise<void> {
    return this.#agrees.promise;
  }

  /** The client as the server sees it meanwhile. */
  between(peer: Peer): Peer {
    return {
      ...peer,
      get isGone() {
        return peer.isGone;
      },
      send: (chunk, done) => this.#whenTold(() => peer.send(chunk, done)),
      ask: (...asked) => this.#ask(...asked),
    };
  }

  begin(connecting: Connecting, connection: ServerConnection, gateway: Gateway): void {
    void this.#askAhead(connection, gateway);
    const giveIn = (): void => void (!this.#isAsked && this.#reaches(undefined));
    void turns(turnsToWrite).then(() => connecting.atRest(giveIn));
  }

  /** Puts a request to the gateway that has come on it, unless that has been done ahead. */
  #ask(request: WireRequest, gone: HangUp, put: Put): Promise<Outcome> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    this.#isAsked = true;
    if (ahead === undefined || !isSame(ahead, request)) return put(request, gone, this.#reaches);
    gone.addEventListener('abort', () => ahead.gone.happen());
    return ahead.outcome;
  }

  /** Calls when the client has been told all, for the server has something to say. */
  #whenTold(act: () => void): void {
    this.#reaches(undefined);
    this.#seen.whenReady(act);
  }

  async #askAhead(connection: ServerConnection, gateway: Gateway): Promise<void> {
    const announced = this.#announced;
    const request = await announced?.read(connection.origin);
    if (announced === undefined || request === undefined || this.#isAsked || this.#isDecided) return;
    const { gone } = announced;
    announced.begin();
    if (gone.aborted) return;
    // Whoever gives a request up goes on to connect, and sends the next: the fault was not for that.
    gone.addEventListener('abort', () => this.#giveUp());
    void connection.hungUp.then(() => gone.happen());
    this.#isAsked = true;
    connection.open += 1;
    const outcome = connection.put(gateway, request, gone, this.#reaches).finally(() => (connection.open -= 1));
    this.#ahead = { request, gone, outcome };
    const given = await outcome;
    if ('broken' in given && this.#fault !== undefined)
      gateway.enter(() => connection.cut(connection.errorOf(given.broken)));
  }

  readonly #reaches: Reaches = (kept) => {
    if (this.#isDecided) return;
    this.#isDecided = true;
    // Where there is no TLS, a handshake that fails is a reset of what is there.
    const isKept = kept !== undefined && isSetupFault(kept) && (!isTlsFault(kept) || this.#seen.isSecure);
    this.#fault = isKept ? kept : undefined;
    if (kept !== 'unresolved') this.#found.resolve();
    if (this.#fault === undefined || isTlsFault(this.#fault)) this.#connects.resolve();
    if (this.#fault === undefined) this.#agrees.resolve();
  };

  #giveUp(): void {
    if (this.#fault !== undefined && isTlsFault(this.#fault)) return;
    this.#isDecided = true;
    this.#fault = undefined;
    for (const stage of [this.#found, this.#connects, this.#agrees]) stage.resolve();
  }
}

const seenBy = (socket: Socket): Seen => {
  const isSecure = 'encrypted' in socket;
  return {
    isSecure,
    whenReady: (act) => {
      if (!socket.connecting && Reflect.get(socket, 'secureConnecting') !== true) act();
      else socket.once(isSecure ? 'secureConnect' : 'ready', () => process.nextTick(act));
    },
  };
};

/** Undefined where the client is told by other means, or connected already. */
export const holdConnection = (
  socket: Socket,
  { pendingConnection: pending }: { pendingConnection?: { promise: Promise<unknown> } },
): HeldConnection | undefined => {
  if (pending === undefined || !socket.connecting) return undefined;
  const held = new HeldConnection(seenBy(socket), takeAnnounced());
  pending.promise = pending.promise.then(async (connected) => {
    await held.connects;
    return connected;
  });
  return held;
};
