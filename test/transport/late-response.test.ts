import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFetch } from '../../src/transport/fetch.ts';
import { type Given, respondLate } from '../../src/transport/late-response.ts';
import { answer, makeGateway } from './gateways.ts';

/** What `fetch` gives is compared with a `Response` of the runtime's own: whatever is done with it, it is the same. */

const way = { url: 'https://a.test/x', redirected: true };
const init = { status: 201, headers: { 'content-type': 'application/json', 'x-a': 'b' } } as const;

const given = (body: string): Given => ({
  arrival: { ...init, body },
  method: 'GET',
  content: body,
  version: 'HTTP/1.1',
});

const pair = (body: string): readonly Response[] => {
  const headers = { ...init.headers, 'content-length': String(Buffer.byteLength(body)) };
  return [
    respondLate(given(body), way),
    Object.defineProperties(new Response(body, { status: 201, statusText: 'Created', headers }), {
      url: { value: way.url },
      redirected: { value: true },
      type: { value: 'basic' },
    }),
  ];
};

type Act = (response: Response) => unknown;

const toText = async (response: Response): Promise<unknown> => Buffer.from(await response.arrayBuffer()).toString();

const readStream = async (body: ReadableStream<Uint8Array> | null): Promise<unknown> => {
  const chunks: Uint8Array[] = [];
  if (body !== null) for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const acts: Readonly<Record<string, Act>> = {
  'its head': ({ status, statusText, ok, url, redirected, type, bodyUsed }) => [
    [status, statusText, ok, url, redirected, type, bodyUsed],
  ],
  'its headers, always the same': (response) => [[...response.headers], response.headers === response.headers],
  'its kind': (response) => [
    response instanceof Response,
    response.constructor === Response,
    Object.prototype.toString.call(response),
  ],
  'its text': (response) => response.text(),
  'its JSON': (response) => response.json(),
  'its bytes': toText,
  'its blob': async (response) => {
    const blob = await response.blob();
    return [await blob.text(), blob.type];
  },
  'its stream': (response) => readStream(response.body),
  'a form that it is none of': (response) => response.formData(),
  'its text twice': async (response) => [await response.text(), await response.text()],
  'its JSON, then its stream': async (response) => [await response.json(), response.body?.locked, response.bodyUsed],
  'its JSON, then a copy': async (response) => [await response.json(), response.clone()],
  'its text, then its bytes': async (response) => [await response.text(), await response.arrayBuffer()],
  'its stream held, then its text': async (response) => [
    response.body?.getReader() !== undefined,
    await response.text(),
  ],
  'a copy of it, both read': async (response) => {
    const copy = response.clone();
    return [await copy.text(), copy.status, copy.bodyUsed, response.bodyUsed, await response.text()];
  },
  'what is made of its body and head': async (response) => {
    const made = new Response(response.body, response);
    return [await made.text(), made.status, made.statusText, [...made.headers]];
  },
  'used or not': async (response) => [response.bodyUsed, await response.text(), response.bodyUsed],
  'one text by two at once': (response) => Promise.allSettled([response.text(), response.text()]),
};

const outcome = async (act: Act, response: Response): Promise<unknown> => {
  try {
    return { value: await act(response) };
  } catch (error) {
    const { name, message } = error as Error;
    return { name, message };
  }
};

const bodies = ['{"a":1}', '', '{"a":', 'null', 'ä€😀', '\ufeff{"a":1}', '\ud800'];

test.each(
  Object.entries(acts).flatMap(([what, act]) => bodies.map((body) => [what, JSON.stringify(body), act, body] as const)),
)('of an answer, %s is as of any response: %s', async (_what, _shown, act, body) => {
  const [ours, theirs] = pair(body) as [Response, Response];
  expect(await outcome(act, ours)).toEqual(await outcome(act, theirs));
});

test('over HTTP/2 there are no words for its status, and no fields of a connection', () => {
  const arrival = { ...init, headers: { ...init.headers, connection: 'close' }, body: '' };

  const { status, statusText, headers } = respondLate({ ...given(''), arrival, version: 'HTTP/2' }, way);

  expect([status, statusText, headers.has('connection'), headers.get('x-a')]).toEqual([201, '', false, 'b']);
});

test('where the runtime has another Response by now, it is one of those', () => {
  const before = globalThis.Response;
  class Other extends before {}
  globalThis.Response = Other;
  try {
    expect(respondLate(given('{}'), way)).toBeInstanceOf(Other);
  } finally {
    globalThis.Response = before;
  }
});

/* What becomes of a body whose request is aborted when its head is there: compared with the `fetch` of this Node. */

const real = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');
});

beforeAll(async () => {
  await once(real.listen(0, '127.0.0.1'), 'listening');
});

afterAll(async () => {
  real.closeAllConnections();
  await once(real.close(), 'close');
});

const enough = new Error('enough');

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
  'its stream, piece by piece': (response, abort) => (abort(), readStream(response.body)),
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

const afterHead = async (
  act: (response: Response, abort: Abort) => unknown,
  fetched: (signal: AbortSignal) => Promise<Response>,
) => {
  const left = new AbortController();
  const response = await fetched(left.signal);
  return outcome((one) => act(one, () => left.abort(enough)), response);
};

test.each(Object.entries(aborted))('of a request aborted after its head, %s is as with Node', async (_what, act) => {
  const fetchDoor = createFetch(makeGateway(['https://a.test'], async () => answer(200, '{"a":1}')));
  const { port } = real.address() as AddressInfo;
  const theirs = await afterHead(act, (signal) => fetch(`http://127.0.0.1:${port}`, { signal }));

  expect(await afterHead(act, (signal) => fetchDoor('https://a.test/x', { signal }))).toEqual(theirs);
  expect(await afterHead(act, (signal) => fetchDoor(new Request('https://a.test/x', { signal })))).toEqual(theirs);
});
