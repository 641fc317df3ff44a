import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Undo } from '../../clock/patches/patch.ts';
import type { WireRequest } from '../../core/wire.ts';
import { keptByText } from '../../spec/kept-by-text.ts';
import { HangUp } from '../hang-up.ts';
import { type Body, bodyOf, fieldsIn, readFields, toWire } from './message.ts';
import { type Origin, readOrigin } from '../origins.ts';

/** What undici, and with it `fetch`, publishes of a request when it is made, which is before it has a connection for it. */
interface Published {
  readonly origin: unknown;
  readonly method: string;
  readonly path: string;
  readonly headers: unknown;
  readonly host: string | null;
  readonly upgrade: unknown;
  body: unknown;
  /** Set when it is sent. */
  readonly abort: unknown;
  /** What is called then, of undici 8 and of those before. */
  readonly onRequestStart?: Begin;
  readonly onConnect?: Begin;
}

type Begin = (abort: () => void, context: null) => void;

/** A request that its client has told of before it sends it. */
export class AnnouncedRequest {
  /** Happens when the client gives it up. */
  readonly gone = new HangUp();
  readonly #published: Published;

  constructor(published: Published) {
    this.#published = published;
  }

  /** The request as it will come; undefined where that cannot be told. */
  async read(origin: Origin): Promise<WireRequest | undefined> {
    const { method, path, headers, host, upgrade } = this.#published;
    const body = Array.isArray(headers) && !upgrade ? await readAhead(this.#published) : undefined;
    if (body === undefined) return undefined;
    const named = { host: host ?? new URL(String(this.#published.origin)).host };
    const fields = readFields(fieldsIn(headers as Parameters<typeof fieldsIn>[0]), isAny, named);
    return toWire(method, origin, path, fields, body);
  }

  /**
   * Hears of its abort from now on. A `fetch` that is aborted rejects at once, but tells nobody who has not begun with it; what others
   * undici asks for goes on waiting for the connection.
   */
  begin(): void {
    const { headers, onRequestStart, onConnect } = this.#published;
    if (!(headers as readonly unknown[]).includes('sec-fetch-mode')) return;
    (onRequestStart ?? onConnect)?.call(this.#published, () => this.gone.happen(), null);
  }

  /** Whether it has been sent, on a connection that there was. */
  get isSent(): boolean {
    return this.#published.abort !== null;
  }
}

const isAny = (): boolean => true;

/** The body; what its client makes as it sends it is made now, and kept for it. */
const readAhead = async (published: Published): Promise<Body | undefined> => {
  const { body } = published;
  if (body === null) return { body: '' };
  if (ArrayBuffer.isView(body)) return read([body]);
  if (!isMadeOnTheWay(body)) return undefined;
  const chunks: Uint8Array[] = [];
  const made = (async () => {
    for await (const chunk of body) chunks.push(chunk);
  })();
  published.body = (async function* () {
    await made;
    yield* chunks;
  })();
  return made.then(
    () => read(chunks),
    () => undefined,
  );
};

/** The body of a `fetch`; streams may be anybody's. */
const isMadeOnTheWay = (body: unknown): body is AsyncIterable<Uint8Array> =>
  Object.prototype.toString.call(body) === '[object AsyncGenerator]';

const read = (chunks: readonly ArrayBufferView[]): Body =>
  bodyOf(
    Buffer.concat(chunks.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))),
  );

/** Who connects is found by the context: undici connects from where the request was made. */
const made = new AsyncLocalStorage<Made>();

interface Made {
  announced: AnnouncedRequest | undefined;
}

/** Notes requests to origins of which `isWanted` says so. Returns the undo. */
export const noteAnnounced = (isWanted: (origin: Origin) => boolean): Undo => {
  const hear = (message: unknown): void => {
    const { request } = message as { readonly request: Published };
    const origin = readText(String(request.origin));
    if (origin !== undefined && isWanted(origin)) made.enterWith({ announced: new AnnouncedRequest(request) });
  };
  subscribe(channel, hear);
  return () => {
    unsubscribe(channel, hear);
    made.disable();
  };
};

/** Calls what makes a request of undici's: whoever connects for it finds it, as above. */
export const announce = <T>(make: () => T): T => {
  const store: Made = { announced: undefined };
  const hear = (message: unknown): void => {
    store.announced = new AnnouncedRequest((message as { readonly request: Published }).request);
  };
  subscribe(channel, hear);
  try {
    return made.run(store, make);
  } finally {
    unsubscribe(channel, hear);
  }
};

const channel = 'undici:request:create';

const readText = keptByText(readOrigin);

/** The request that the connection is opened for, which is told once. */
export const takeAnnounced = (): AnnouncedRequest | undefined => {
  const store = made.getStore();
  const found = store?.announced;
  if (store !== undefined) store.announced = undefined;
  return found?.isSent === true ? undefined : found;
};
