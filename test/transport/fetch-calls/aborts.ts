import { both, type Call, type Calls } from './call.ts';
import { half, post } from './sendable.ts';

const before: Calls = {
  ...both('aborted already', '/echo', () => ({ signal: AbortSignal.abort() })),
  ...both('aborted already, with a reason', '/echo', () => ({ signal: AbortSignal.abort('enough') })),
  ...both('aborted already, with a body', '/echo', () => post('a', { signal: AbortSignal.abort() })),
  'aborted already, with a stream': async (fetch, at) => {
    let reason: unknown = 'none';
    const body = new ReadableStream({ cancel: (why) => void (reason = why) });
    const failure = await fetch(
      `${at}/echo`,
      post(body, { ...half, signal: AbortSignal.abort('enough') }) as RequestInit,
    ).catch(String);
    return [failure, reason, body.locked];
  },
  'aborted while its stream is read': async (fetch, at) => {
    const left = new AbortController();
    let reason: unknown = 'none';
    const body = new ReadableStream({ cancel: (why) => void (reason = why) });
    const sending = fetch(`${at}/echo`, post(body, { ...half, signal: left.signal }) as RequestInit).catch(String);
    await new Promise(setImmediate);
    left.abort('enough');
    const failure = await sending;
    await new Promise(setImmediate);
    return [failure, reason];
  },
  'aborted at once, as a Request': (fetch, at) => {
    const left = new AbortController();
    const sending = fetch(new Request(`${at}/echo`, post('a', { signal: left.signal }) as RequestInit));
    left.abort();
    return sending;
  },
  'aborted at once': (fetch, at) => {
    const left = new AbortController();
    const sending = fetch(`${at}/echo`, { signal: left.signal });
    left.abort();
    return sending;
  },
  'out of time': (fetch, at) => fetch(`${at}/never`, { signal: AbortSignal.timeout(20) }),
  'out of time, as a Request': (fetch, at) => fetch(new Request(`${at}/never`, { signal: AbortSignal.timeout(20) })),
  ...both('wrong and aborted', '/echo', () => ({ body: 'a', signal: AbortSignal.abort('enough') })),
};

/* What becomes of a body whose request is aborted when its head is there. */

type Abort = () => void;

const aborted: Readonly<Record<string, (response: Response, abort: Abort) => unknown>> = {
  ...Object.fromEntries(
    (['text', 'json', 'arrayBuffer', 'blob', 'formData'] as const).flatMap((read) => [
      [`${read}() after it`, (response: Response, abort: Abort) => (abort(), response[read]())],
      [
        `${read}() under way`,
        (response: Response, abort: Abort) => {
          const reading = response[read]();
          abort();
          return reading;
        },
      ],
    ]),
  ),
  'its stream': (response, abort) => (abort(), response.body?.getReader().read()),
  'its stream held before': (response, abort) => {
    const reader = response.body?.getReader();
    abort();
    return reader?.read();
  },
  'its stream, piece by piece': (response, abort) => (abort(), readPieces(response.body)),
  'the rest of its stream': async (response, abort) => {
    const reader = response.body?.getReader();
    await reader?.read();
    abort();
    return reader?.read();
  },
  'its stream called off': (response, abort) => (abort(), response.body?.cancel()),
  'a copy made after it': (response, abort) => (abort(), response.clone().text()),
  'a copy made before it': (response, abort) => {
    const copy = response.clone();
    abort();
    return copy.text();
  },
  'its text a second time': async (response, abort) => {
    abort();
    await response.text().catch(() => undefined);
    return [response.bodyUsed, await response.text()];
  },
  'its text, read before': async (response, abort) => {
    const text = await response.text();
    abort();
    return [text, response.bodyUsed];
  },
  'its text, read before, a second time': async (response, abort) => {
    await response.text();
    abort();
    return response.text();
  },
  'its head': (response, abort) => (
    abort(), [response.status, response.type, [...response.headers.keys()].length > 0, response.bodyUsed]
  ),
};

const readPieces = async (body: ReadableStream<Uint8Array> | null): Promise<unknown> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const afterHead = Object.entries(aborted).flatMap(([what, act]) => {
  const call =
    (ask: (fetch: typeof globalThis.fetch, url: string, signal: AbortSignal) => Promise<Response>): Call =>
    async (fetch, at) => {
      const left = new AbortController();
      const response = await ask(fetch, `${at}/json`, left.signal);
      return act(response, () => left.abort(new RangeError('enough')));
    };
  return Object.entries({
    [`aborted after its head, ${what}`]: call((fetch, url, signal) => fetch(url, { signal })),
    [`aborted after its head, as a Request, ${what}`]: call((fetch, url, signal) =>
      fetch(new Request(url, { signal })),
    ),
  });
});

export const aborts: Calls = { ...before, ...Object.fromEntries(afterHead) };
