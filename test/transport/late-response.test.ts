import { text as textOf } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type Given, respondLate } from '../../src/transport/late-response.ts';

/** What `fetch` gives is compared with a `Response` of the runtime's own: whatever is done with it, it is the same. */

const way = { request: { url: 'https://a.test/x', headers: {} }, redirected: true, type: 'basic' } as const;
const init = { status: 201, headers: { 'content-type': 'application/json', 'x-a': 'b' } } as const;

const given = (body: string): Given => ({
  arrival: { ...init, body },
  method: 'GET',
  content: body,
  version: 'HTTP/1.1',
});

const pair = (body: string): readonly Response[] => {
  const headers = { ...init.headers, connection: 'keep-alive', 'content-length': String(Buffer.byteLength(body)) };
  return [
    respondLate(given(body), way),
    Object.defineProperties(new Response(body, { status: 201, statusText: 'Created', headers }), {
      url: { value: way.request.url },
      redirected: { value: true },
      type: { value: 'basic' },
    }),
  ];
};

type Act = (response: Response) => unknown;

const toText = async (response: Response): Promise<unknown> => Buffer.from(await response.arrayBuffer()).toString();

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
  'its stream': async ({ body }) => (body === null ? '' : textOf(body)),
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
