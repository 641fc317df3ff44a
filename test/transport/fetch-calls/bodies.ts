import { both, type Calls } from './call.ts';
import { bytes, half, pieces, post, stream } from './sendable.ts';

/** Fails when it has given these. */
const failing = (error: unknown, ...chunks: readonly unknown[]): ReadableStream => {
  const left = [...chunks];
  return new ReadableStream({
    pull: (controller) => {
      if (left.length === 0) controller.error(error);
      else controller.enqueue(left.shift());
    },
  });
};

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('first ');
  throw new RangeError('torn');
}

const form = (): FormData => {
  const data = new FormData();
  data.set('a', 'ü');
  data.set('file', new Blob(['content'], { type: 'text/plain' }), 'own.txt');
  return data;
};

export const bodies: Calls = {
  ...both('a text', '/echo', () => post('hällo')),
  ...both('a form of fields', '/echo', () => post(new URLSearchParams({ a: 'ü 1' }))),
  ...both('a blob', '/echo', () => post(new Blob(['content'], { type: 'text/x' }))),
  ...both('a blob of no type', '/echo', () => post(new Blob(['content']))),
  ...both('an ArrayBuffer', '/echo', () => post(bytes('abc').buffer)),
  ...both('bytes', '/echo', () => post(bytes('abc'))),
  ...both('a DataView', '/echo', () => post(new DataView(bytes('abc').buffer, 1))),
  ...both('an object', '/echo', () => post({})),
  ...both('an empty text', '/echo', () => post('')),
  ...both('no body', '/echo', () => post(null)),
  ...both('half a character', '/echo', () => post('\ud800')),
  ...both('a stream', '/echo', () => post(stream(bytes('abc'), bytes('def')), half)),
  ...both('a stream of nothing', '/echo', () => post(stream(), half)),
  ...both('a stream without duplex', '/echo', () => post(stream(bytes('abc')))),
  ...both('a stream that is locked', '/echo', () => {
    const locked = stream(bytes('abc'));
    locked.getReader();
    return post(locked, half);
  }),
  ...both('a stream kept alive', '/echo', () => post(stream(bytes('abc')), { ...half, keepalive: true })),
  ...both('pieces', '/echo', () => post(pieces(), half)),
  ...both('pieces without duplex', '/echo', () => post(pieces())),
  ...both('pieces that tear', '/echo', () => post(broken(), half)),
  ...both('a stream that fails', '/echo', () => post(failing(new RangeError('torn'), bytes('abc')), half)),
  ...both('a stream that fails at once', '/echo', () => post(failing(new RangeError('torn')), half)),
  ...both('a stream that fails with a text', '/echo', () => post(failing('torn', bytes('abc')), half)),
  ...both('a stream that fails with an AbortError', '/echo', () =>
    post(failing(new DOMException('torn', 'AbortError'), bytes('abc')), half),
  ),
  ...both('a stream of text', '/echo', () => post(stream('abc', 'dü'), half)),
  ...both('a stream of numbers', '/echo', () => post(stream(7), half)),
  ...both('a stream of bytes and then numbers', '/echo', () => post(stream(bytes('abc'), 7), half)),
  ...both('a stream of objects', '/echo', () => post(stream({}), half)),
  ...both('a stream of null', '/echo', () => post(stream(null), half)),
  ...both('a stream of empty bytes', '/echo', () => post(stream(bytes(''), bytes('a')), half)),
  ...both('a stream of an ArrayBuffer', '/echo', () => post(stream(bytes('abc').buffer), half)),
  ...both('a stream of numbers in 16 bits', '/echo', () => post(stream(new Uint16Array([0x6261, 0x6463])), half)),
  ...both('a stream of the length that is said', '/echo', () =>
    post(stream(bytes('abc')), { ...half, headers: { 'content-length': '3' } }),
  ),
  ...both('a stream shorter than is said', '/echo', () =>
    post(stream(bytes('abc')), { ...half, headers: { 'content-length': '4' } }),
  ),
  ...both('a stream longer than is said', '/echo', () =>
    post(stream(bytes('abcde')), { ...half, headers: { 'content-length': '4' } }),
  ),
  ...both('a body of a GET', '/echo', () => ({ body: 'a' })),
  'a form of parts': async (fetch, at) => {
    const response = await fetch(`${at}/echo`, post(form()) as RequestInit);
    const { headers, body } = (await response.json()) as { headers: Record<string, string>; body: string };
    const boundary = headers['content-type']?.split('boundary=')[1] ?? '';
    return body.replaceAll(boundary, 'boundary');
  },
};
