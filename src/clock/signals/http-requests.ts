/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { isClaimed } from '../patches/socket-timeouts.ts';
import type { Wire } from './wire.ts';

/** A request whose reply has not come to its end. */
export interface OpenRequest {
  readonly socket: Wire;
  /** From here on its connection carries something else than a reply with an end: events, or another protocol. */
  readonly isStream: boolean;
  /** Its reply has told how long it is. */
  readonly hasLength: boolean;
}

/** A request of `node:http`, with what Node keeps on it for itself. */
type NodeRequest = ClientRequest & { readonly res?: IncomingMessage | null; readonly upgradeOrConnect?: boolean };

/** What undici, and with it `fetch`, publishes of its requests. */
interface Published {
  readonly request: { readonly upgrade?: unknown; readonly method?: string };
  readonly socket: Wire;
  readonly response: { readonly headers: readonly (Buffer | string)[] };
}

interface UndiciRequest {
  readonly socket: Wire;
  isStream: boolean;
  hasLength: boolean;
}

const isOver = ({ res, destroyed, socket }: NodeRequest): boolean =>
  res?.complete === true || destroyed || socket?.destroyed === true;

/** Its replies are followed by their streams, which undici is not alone to open. */
const speaksHttp2 = ({ alpnProtocol }: Wire): boolean => alpnProtocol === 'h2';

const endless = 'text/event-stream';

/** Past so many, those that are over are cleared away also when nobody looks. */
const many = 50;

/** Follows the requests over HTTP/1.1 of all clients of this process, which know where a reply ends. */
export class HttpRequests {
  ended = 0;
  readonly #ofNode = new Set<NodeRequest>();
  readonly #ofUndici = new Map<object, UndiciRequest>();
  readonly #channels: Readonly<Record<string, (message: unknown) => void>> = {
    'http.client.request.start': (message) => {
      const { request } = message as { readonly request: NodeRequest };
      if (request.socket != null && isClaimed(request.socket)) return;
      this.#ofNode.add(request);
      if (this.#ofNode.size > many) this.#clear();
    },
    'undici:client:sendHeaders': (message) => {
      const { request, socket } = message as Published;
      const isStream = Boolean(request.upgrade) || request.method === 'CONNECT';
      if (socket !== undefined && !isClaimed(socket) && !speaksHttp2(socket))
        this.#ofUndici.set(request, { socket, isStream, hasLength: false });
    },
    'undici:request:headers': (message) => {
      const { request, response } = message as Published;
      const known = this.#ofUndici.get(request);
      if (known === undefined) return;
      const headers = response.headers.map((text) => String(text).toLowerCase());
      known.isStream ||= headers.some((text) => text.startsWith(endless));
      known.hasLength = headers.includes('content-length');
    },
    'undici:request:trailers': (message) => this.#end((message as Published).request),
    'undici:request:error': (message) => this.#end((message as Published).request),
  };

  constructor() {
    for (const [name, hear] of Object.entries(this.#channels)) subscribe(name, hear);
  }

  get isEmpty(): boolean {
    if (this.#ofNode.size > 0) this.#clear();
    return this.#ofNode.size + this.#ofUndici.size === 0;
  }

  /** Those whose connection is known; the others wait in a pool for it. */
  open(): readonly OpenRequest[] {
    this.#clear();
    const requests: OpenRequest[] = [...this.#ofUndici.values()];
    for (const { socket, res, upgradeOrConnect } of this.#ofNode) {
      const isStream = upgradeOrConnect === true || res?.headers['content-type']?.startsWith(endless) === true;
      const hasLength = res?.headers['content-length'] !== undefined;
      if (socket != null) requests.push({ socket, isStream, hasLength });
    }
    return requests;
  }

  stop(): void {
    for (const [name, hear] of Object.entries(this.#channels)) unsubscribe(name, hear);
    this.#ofNode.clear();
    this.#ofUndici.clear();
  }

  #end(request: object): void {
    if (this.#ofUndici.delete(request)) this.ended++;
  }

  #clear(): void {
    for (const request of this.#ofNode) {
      // Which connection it gets may be known only later.
      if (request.socket != null && isClaimed(request.socket)) this.#ofNode.delete(request);
      else if (isOver(request) && this.#ofNode.delete(request)) this.ended++;
    }
    for (const [request, { socket }] of this.#ofUndici) if (socket.destroyed) this.#end(request);
  }
}
