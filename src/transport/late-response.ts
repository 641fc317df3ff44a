import type { Arrival } from '../core/wire.ts';
import { frame, type Framed, type HttpVersion, isField } from './http/message.ts';
import { simulatorBug } from './network-errors.ts';

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
  readonly url: string;
  readonly redirected: boolean;
}

/** The `Response` of an answer, made at once. */
export const makeResponse = ({ arrival, method, content, version }: Given): Response => {
  try {
    const { status, reason, headers } = frame(arrival, method, version);
    return new Response(content, { status, statusText: reason, headers });
  } catch (bug) {
    throw simulatorBug(bug);
  }
};

/** The same as `fetch` gives it, made as late as can be. */
export const respondLate = (given: Given, way: Way): Response => {
  const { content, arrival } = given;
  if (Response === whole() && isPlain(content) && canBeMade(arrival)) return new LateResponse(given, way, content);
  const { url, redirected } = way;
  return Object.defineProperties(makeResponse(given), { url: { value: url }, redirected: { value: redirected } });
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
    return (this.#headers ??= new Headers(this.#framed.headers));
  }
  override get url(): string {
    return this.#way.url;
  }
  override get redirected(): boolean {
    return this.#way.redirected;
  }
  override get type(): ResponseType {
    return 'default';
  }
  override get bodyUsed(): boolean {
    return this.#made?.bodyUsed ?? this.#isRead;
  }
  override get body(): Response['body'] {
    return this.#make().body;
  }
  override async text(): Promise<string> {
    return this.#read() ?? this.#make().text();
  }
  override async json(): Promise<unknown> {
    const text = this.#read();
    return text === undefined ? this.#make().json() : JSON.parse(text);
  }
  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#make().arrayBuffer();
  }
  override async blob(): Promise<Blob> {
    return this.#make().blob();
  }
  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#make().bytes();
  }
  override async formData(): Promise<FormData> {
    return this.#make().formData();
  }
  override clone(): Response {
    return new LateResponse(this.#given, this.#way, this.#text, this.#make().clone());
  }

  get #framed(): Framed {
    const { arrival, method, version } = this.#given;
    return frame(arrival, method, version);
  }

  /** The text, for the first who reads it. */
  #read(): string | undefined {
    if (this.#made !== undefined || this.#isRead) return undefined;
    this.#isRead = true;
    return this.#text;
  }

  #make(): Response {
    if (this.#made !== undefined) return this.#made;
    this.#made = new (whole())(this.#text, { status: this.status, statusText: this.statusText, headers: this.headers });
    // Read before, it is so now.
    if (this.#isRead) void this.#made.text();
    return this.#made;
  }
}
