import { given } from '../language/data.ts';
import { requireFunction, requireOptions } from '../language/problem.ts';
import { errorText } from '../error-text.ts';
import type { WireRequest } from '../core/wire.ts';
import { type Har, type RecordTrafficOptions, writeHar } from './har.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { redact } from './redact-har.ts';

/** Records what passes through it. */
export interface TrafficRecorder {
  /** Give this to the client in place of its own. */
  readonly fetch: typeof globalThis.fetch;
  /** Wraps the application's own endpoint, so that notifications are in the recording, too. */
  readonly endpoint: (take: Endpoint) => Endpoint;
  /** All exchanges so far, once the bodies under way have been read. Secrets have names, unless they are asked for. */
  readonly toHAR: (options?: { readonly secrets?: 'named' | 'kept' }) => Promise<Har>;
}

type Endpoint = (request: Request) => Response | Promise<Response>;

/** As many as are read of a recording. */
const usualKeep = 100_000;

/** In bytes. Files are not recorded beyond this, and the rules do not look into them. */
const largestBody = 1024 * 1024;

/**
 * Records a client's traffic with the real service, to be judged by `checkTrace`. What is sent and received stays as it is.
 *
 * @example
 * const recorder = recordTraffic();
 * await importOrders({ ...env, fetch: recorder.fetch });
 * const judgements = checkTrace(await recorder.toHAR(), { hosts });
 */
export const recordTraffic = (
  send: typeof globalThis.fetch = globalThis.fetch,
  scene: RecordTrafficOptions = {},
): TrafficRecorder => {
  requireFunction(send, 'recordTraffic', 'give it the fetch of your client, or nothing');
  requireOptions(scene, 'recordTraffic');
  const { endpoint, hosts, keep = usualKeep } = scene;
  const slots: Promise<RecordedExchange>[] = [];
  let dropped = 0;

  const observe = (asked: Promise<WireRequest>, answered: Promise<Response>): void => {
    const at = Date.now();
    slots.push(record(asked, answered, at));
    // Many at a time, so that an exchange costs the same however many are kept.
    if (slots.length > keep * 1.25) dropped += slots.splice(0, slots.length - keep).length;
  };

  const recordedFetch: typeof globalThis.fetch = (input, init) => {
    const asked = describeRequest(input, init);
    const answered = send(input, init);
    if (asked !== undefined) observe(asked, answered);
    return answered;
  };

  return {
    fetch: recordedFetch,
    endpoint: (take) => async (request) => {
      const asked = describeRequest(request.clone(), undefined);
      const answered = Promise.resolve(request).then(take);
      if (asked !== undefined)
        observe(endpoint === undefined ? asked : asked.then((one) => ({ ...one, url: endpoint })), answered);
      return answered;
    },
    toHAR: async ({ secrets = 'named' } = {}) => {
      const newest = slots.slice(-keep);
      const before = dropped + slots.length - newest.length;
      const all = (await Promise.all(newest)).sort((one, other) => one.at - other.at);
      const said = given({ hosts, endpoint, dropped: before === 0 ? undefined : before });
      return writeHar(secrets === 'kept' ? all : redact(all), said);
    },
  };
};

const record = async (
  asked: Promise<WireRequest>,
  answered: Promise<Response>,
  at: number,
): Promise<RecordedExchange> => {
  // Cloned at once, before whoever asked begins to read.
  const [copied] = await Promise.allSettled([
    answered.then((response) => ({ response: response.clone(), until: Date.now() })),
  ]);
  const request = await asked;
  if (copied.status === 'rejected') return { at, duration: Date.now() - at, request, error: errorText(copied.reason) };
  const { response, until } = copied.value;
  const { status, headers } = response;
  const body = await readBody(response);
  return { at, duration: until - at, request, answer: { status, headers: Object.fromEntries(headers), body } };
};

/** Of whatever class: there are libraries that put one of their own in the place of the global one. */
const isRequest = (input: string | URL | Request): input is Request => typeof input === 'object' && 'method' in input;

/** Undefined for what is no request: whoever sends it will say so. */
const describeRequest = (
  input: string | URL | Request,
  init: RequestInit | undefined,
): Promise<WireRequest> | undefined => {
  try {
    const request = isRequest(input) ? input : undefined;
    const url = request?.url ?? new URL(input as string | URL).href;
    const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
    const body = copyBody(request, init);
    const head = { method, headers: init?.headers ?? request?.headers ?? {} };
    const whole = { ...head, body, duplex: 'half' };
    const probe = new Request(url, body === null ? head : whole);
    const headers = Object.fromEntries(probe.headers);
    return probe.text().then(
      (text) => ({ method, url, headers, body: text }),
      () => ({ method, url, headers, body: '' }),
    );
  } catch {
    return undefined;
  }
};

/** A stream can be read only once, and belongs to whoever sends it. */
const copyBody = (request: Request | undefined, init: RequestInit | undefined): BodyInit | null => {
  const body = init?.body ?? null;
  if (body !== null) return body instanceof ReadableStream ? null : body;
  return request?.body == null ? null : request.clone().body;
};

const readBody = async (response: Response): Promise<string | undefined> => {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength;
      if (bytes > largestBody) {
        await reader.cancel();
        return undefined;
      }
      chunks.push(part.value);
    }
  } catch {
    // The connection broke, or the client hung up: what came is not the whole.
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
};
