import type { Arrival, WireRequest } from '../core/wire.ts';
import { giveUntil, refuseAborted, staysFor } from './aborted-body.ts';
import { frame, type Framed, type HttpVersion, isField } from './http/message.ts';
import { simulatorBug } from './network-errors.ts';
import { runtime } from '../runtime.ts';

/** An answer whose head is there, and its body: as text, none, or to be read as it is made. */
export interface Given {
  readonly arrival: Arrival;
  /** Of its request. */
  readonly method: string;
  readonly content: string | null | ReadableStream;
  /** By which it came. */
  readonly version: HttpVersion;
}

/** Where an answer came from, as `fetch` tells it. */
export interface Way {
  readonly request: Pick<WireRequest, 'url' | 'headers'>;
  readonly redirected: boolean;
  readonly type: ResponseType;
  /** Of a request that can be aborted: its body is there no longer than that. */
  readonly gone?: AbortSignal | undefined;
}

/** The `Response` of an answer, made at once. */
export const makeResponse = (given: Given, framed = frame(given.arrival, given.method, given.version)): Response => {
  try {
    const { status, reason, headers } = framed;
    return new Response(given.content, { status, statusText: reason, headers });
  } catch (bug) {
    throw simulatorBug(bug);
  }
};

/** The same as `fetch` gives it, made as late as can be. */
export const respondLate = (given: Given, way: Way): Response => {
  const { content, arrival } = given;
  const isOfRuntime = Response === whole();
  if (isOfRuntime && isPlain(content) && canBeMade(arrival)) return new LateResponse(given, way, content);
  const { request, redirected, type, gone } = way;
  const isText = gone !== undefined && typeof content === 'string';
  const made = makeResponse(isText ? { ...given, content: giveUntil(gone, content) } : given, framedFor(given, way));
  if (isOfRuntime) return new LateResponse(given, way, '', made);
  keepFixed(made.headers);
  const told = { url: { value: request.url }, redirected: { value: redirected }, type: { value: type } };
  return Object.defineProperties(made, told);
};

/** As a server frames it that has the connection go on, unless it is asked not to: undici asks it so by each HEAD. */
const framedFor = ({ arrival, method, version }: Given, { request }: Way): Framed => {
  const framed = frame(arrival, method, version);
  if (version === 'HTTP/2') return framed;
  const isLast = method === 'HEAD' || /close/i.test(request.headers['connection'] ?? '');
  framed.headers['connection'] ??= isLast ? 'close' : 'keep-alive';
  return framed;
};

let fixed: object | undefined;

/** Theirs cannot be changed and say so, by the runtime's own that cannot be changed either. To descend from others costs least. */
const keepFixed = (headers: Headers): Headers => {
  if (runtime !== 'Node') return headers;
  if (fixed === undefined) {
    const { headers: none } = Response.error();
    const refusals = (['append', 'delete', 'set'] as const).map((name) => [name, { value: none[name].bind(none) }]);
    fixed = Object.create(Headers.prototype, Object.fromEntries(refusals) as PropertyDescriptorMap) as object;
  }
  return Object.setPrototypeOf(headers, fixed) as Headers;
};

let Whole: typeof Response | undefined;

/** The runtime's own, looked up when it is first needed: Node loads much with it. A `LateResponse` is one of them from then on. */
const whole = (): typeof Response => {
  if (Whole !== undefined) return Whole;
  Whole = Response;
  Object.setPrototypeOf(LateResponse.prototype, Whole.prototype);
  Object.defineProperty(LateResponse.prototype, 'constructor', { value: Whole });
  return Whole;
};

/** What comes back as it was when it is encoded and decoded again. */
const isPlain = (content: Given['content']): content is string =>
  typeof content === 'string' && content.charCodeAt(0) !== byteOrderMark && content.isWellFormed();

const canBeMade = ({ status, headers }: Arrival): boolean => status >= 200 && status < 600 && canBeSent(headers);

type Fields = Arrival['headers'];

/** What was found out about the headers of answers: most have the very same. */
const sendable = new WeakMap<Fields, boolean>();

const canBeSent = (headers: Fields): boolean => {
  const known = sendable.get(headers);
  if (known !== undefined) return known;
  const found = Object.entries(headers).every(([name, value]) => isField(name, value));
  sendable.set(headers, found);
  return found;
};

const byteOrderMark = 0xfeff;

/** What a `LateResponse` inherits: all that `Response` has (see `whole`), without being made by it. */
const Unmade = function unmade() {} as unknown as new () => Response;

/**
 * Mostly a `Response` is asked for its status and for its body as text or JSON, and to make one takes longer than all else
 * about an exchange. So these are told from what is there. It is made when anything else of the body is asked for, or
 * something a second time: then it is the runtime's own that answers, and that fails.
 */
class LateResponse extends Unmade {
  readonly #given: Given;
  readonly #way: Way;
  readonly #text: string;
  #headers: Headers | undefined;
  #made: Response | undefined;
  #isRead = false;

  constructor(given: Given, way: Way, text: string, made?: Response) {
    super();
    this.#given = given;
    this.#way = way;
    this.#text = text;
    this.#made = made;
  }

  override get status(): number {
    return this.#given.arrival.status;
  }
  override get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
  override get statusText(): string {
    return this.#framed.reason;
  }
  override get headers(): Headers {
    return (this.#headers ??= keepFixed(new Headers(this.#framed.headers)));
  }
  override get url(): string {
    return this.#way.request.url;
  }
  override get redirected(): boolean {
    return this.#way.redirected;
  }
  override get type(): ResponseType {
    return this.#way.type;
  }
  override get bodyUsed(): boolean {
    return this.#made?.bodyUsed ?? this.#isRead;
  }
  override get body(): Response['body'] {
    return this.#make().body;
  }
  override async text(): Promise<string> {
    const text = this.#read();
    if (text === undefined) return this.#readable.text();
    if (this.#way.gone !== undefined) await staysFor(this.#way.gone);
    return text;
  }
  override async json(): Promise<unknown> {
    const text = this.#read();
    if (text === undefined) return this.#readable.json();
    if (this.#way.gone !== undefined) await staysFor(this.#way.gone);
    return JSON.parse(text);
  }
  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#readable.arrayBuffer();
  }
  override async blob(): Promise<Blob> {
    return this.#readable.blob();
  }
  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#readable.bytes();
  }
  override async formData(): Promise<FormData> {
    return this.#readable.formData();
  }
  override clone(): Response {
    const { gone, ...way } = this.#way;
    // An abort from now on reaches the copy by its stream alone.
    const left = gone?.aborted === true ? { ...way, gone } : way;
    return new LateResponse(this.#given, left, this.#text, this.#make().clone());
  }

  get #framed(): Framed {
    return framedFor(this.#given, this.#way);
  }

  /** The text, for the first who reads it while it is there. */
  #read(): string | undefined {
    if (this.#made !== undefined || this.#isRead || this.#way.gone?.aborted === true) return undefined;
    this.#isRead = true;
    return this.#text;
  }

  /** To be read as a whole. */
  get #readable(): Response {
    if (!this.bodyUsed) refuseAborted(this.#way.gone);
    return this.#make();
  }

  #make(): Response {
    if (this.#made !== undefined) return this.#made;
    const { gone } = this.#way;
    const body = gone === undefined || this.#isRead ? this.#text : giveUntil(gone, this.#text);
    this.#made = new (whole())(body, { status: this.status, statusText: this.statusText, headers: this.headers });
    // Read before, it is so now.
    if (this.#isRead) void this.#made.text();
    return this.#made;
  }
}
