import { both, type Calls, sent } from './call.ts';
import { bytes, half, post, stream } from './sendable.ts';

const fields: Calls = {
  ...Object.fromEntries(
    (['cors', 'no-cors', 'same-origin', 'navigate', 'websocket', 'other'] as const).flatMap((mode) =>
      Object.entries(both(`mode ${mode}`, '/echo', () => ({ mode }))),
    ),
  ),
  ...both('mode no-cors and a redirect', '/to/302', () => ({ mode: 'no-cors' })),
  ...both("mode no-cors and 'manual'", '/to/302', () => ({ mode: 'no-cors', redirect: 'manual' })),
  ...both('mode no-cors of a stream', '/echo', () => post(stream(bytes('abc')), { ...half, mode: 'no-cors' })),
  ...both('mode no-cors of a PUT', '/echo', () => ({ method: 'PUT', mode: 'no-cors' })),
  ...both('mode no-cors with headers', '/echo', () =>
    post('a', { mode: 'no-cors', headers: { 'x-own': '1', 'content-type': 'text/plain', accept: 'a/b' } }),
  ),
  ...Object.fromEntries(
    ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached', 'other'].flatMap((cache) =>
      Object.entries(both(`cache ${cache}`, '/echo', () => ({ cache }))),
    ),
  ),
  ...both('cache only-if-cached of the same origin', '/echo', () => ({ cache: 'only-if-cached', mode: 'same-origin' })),
  ...both('cache no-store, said otherwise', '/echo', () => ({
    cache: 'no-store',
    headers: { 'cache-control': 'own', pragma: 'own' },
  })),
  ...Object.fromEntries(
    ['omit', 'same-origin', 'include', 'other'].flatMap((credentials) =>
      Object.entries(both(`credentials ${credentials}`, '/echo', () => ({ credentials }))),
    ),
  ),
  ...both('keepalive', '/echo', () => ({ keepalive: true })),
  ...both('a priority', '/echo', () => ({ priority: 'high' })),
  'a referrer': sent('/echo', { referrer: 'https://from.test/x' }),
  ...both('a referrer policy', '/echo', () => ({ referrerPolicy: 'no-referrer' })),
  ...both('a referrer that is none', '/echo', () => ({ referrer: 'http://' })),
  ...both('a window', '/echo', () => ({ window: {} })),
  ...both('no window', '/echo', () => ({ window: null })),
  ...both('an unknown duplex', '/echo', () => post('a', { duplex: 'full' })),
  ...both('an unknown redirect', '/echo', () => ({ redirect: 'never' })),
  ...both('an unknown option', '/echo', () => ({ own: 1 })),
  ...both('a signal that is none', '/echo', () => ({ signal: {} })),
  ...both('no signal', '/echo', () => ({ signal: null })),
  ...both('options that are none', '/echo', () => 7 as unknown as object),
  ...both('a condition', '/echo', () => ({ headers: { 'If-None-Match': '"a"' } })),
  ...both('a condition, said otherwise', '/echo', () => ({
    cache: 'no-store',
    headers: { 'if-match': '"a"', pragma: 'own' },
  })),
  ...both('a condition with a cache', '/echo', () => ({ cache: 'force-cache', headers: { 'if-match': '"a"' } })),
  ...both('a range', '/echo', () => ({ headers: { range: 'bytes=0-1' } })),
  ...both('an encoding', '/echo', () => ({ headers: { 'accept-encoding': 'own' } })),
  ...both('a host', '/echo', () => ({ headers: { host: 'own.test' } })),
  ...both('headers that fetch says itself', '/echo', () => ({
    headers: { accept: 'a/b', 'accept-language': 'de', 'user-agent': 'own', 'sec-fetch-mode': 'own', origin: 'own' },
  })),
  ...both('pairs of headers', '/echo', () => ({
    headers: [
      ['x-a', '1'],
      ['X-A', '2'],
    ],
  })),
  ...both('cookies in pairs', '/echo', () => ({
    headers: [
      ['cookie', 'a=1'],
      ['cookie', 'b=2'],
    ],
  })),
  ...both('a header that is none', '/echo', () => ({ headers: { 'a b': '1' } })),
  ...both('a header in two lines', '/echo', () => ({ headers: { a: '1\n2' } })),
  ...both('a header beyond bytes', '/echo', () => ({ headers: { a: '€' } })),
  ...both('a header within bytes', '/echo', () => ({ headers: { a: 'ü' } })),
  ...both('blanks around a header', '/echo', () => ({ headers: { a: ' 1 ' } })),
  ...both('a header that is a number', '/echo', () => ({ headers: { a: 1 } })),
};

const methods = ['get', 'Post', 'PATCH', 'put', 'TRACE', 'connect', 'TRACK', 'a b', '', 'options'];

const methodCalls = Object.fromEntries(
  methods.flatMap((method) => Object.entries(both(`method ${method}`, '/echo', () => ({ method })))),
);

/** With most of these nothing is sent. */
const hops: readonly RequestInit[] = [
  { method: 'POST', body: 'abc', headers: { 'content-length': '10' } },
  { method: 'POST', body: 'abc', headers: { 'content-length': '3' } },
  { method: 'POST', body: 'abc', headers: { 'content-length': 'three' } },
  { method: 'POST', headers: { 'content-length': '7' } },
  { headers: { 'content-length': '5' } },
  { method: 'POST', body: 'abc', headers: { 'transfer-encoding': 'chunked' } },
  { headers: { 'keep-alive': 'timeout=5' } },
  { headers: { upgrade: 'websocket' } },
  { headers: { expect: '100-continue' } },
  { headers: { connection: 'upgrade' } },
  { headers: { connection: 'Close' } },
  { headers: { connection: 'keep-alive' } },
  { headers: { connection: '' } },
];

const hopCalls = Object.fromEntries(
  hops.flatMap((init) => Object.entries(both(JSON.stringify(init), '/echo', () => init))),
);

export const options: Calls = { ...fields, ...methodCalls, ...hopCalls };
