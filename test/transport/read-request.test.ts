import { expect, test } from 'vitest';
import { type Address, addressOf } from '../../src/transport/address.ts';
import { readPlain, readRequest } from '../../src/transport/read-request.ts';

/** What is read of the arguments of `fetch` is compared with what a `Request` makes of the same. */

const defaultsFor = (host: string) => ({ host, accept: '*/*', 'user-agent': 'node' });
const url = 'https://A.test:443/x y?q=ü#part';
const address = addressOf(url) as Address;

const plain: Readonly<Record<string, RequestInit | undefined>> = {
  nothing: undefined,
  'no options': {},
  'a method': { method: 'DELETE' },
  'a post of nothing': { method: 'POST' },
  'an empty text': { method: 'POST', body: '' },
  text: { method: 'PUT', body: 'hällo' },
  'text of a type': { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } },
  'a form': { method: 'POST', body: new URLSearchParams({ a: '1 2', b: 'ü' }) },
  'nothing, said': { method: 'GET', body: null, signal: null },
  headers: { headers: { Authorization: 'Bearer a b', 'X-Empty': '', accept: 'application/json' } },
  'headers of their own': {
    headers: new Headers([
      ['x-a', '1'],
      ['X-A', '2'],
      ['b', '3'],
    ]),
  },
  'how it redirects': { redirect: 'manual' },
  'a signal': { signal: new AbortController().signal },
};

test.each(Object.entries(plain))('what is plain is read as a request is: %s', async (_, init) => {
  expect(readPlain(address, init, defaultsFor)).toEqual(await readRequest(new Request(url, init), defaultsFor));
});

const other: Readonly<Record<string, unknown>> = {
  'a method in small letters': { method: 'patch' },
  'a method that is forbidden': { method: 'TRACE' },
  'a body that GET does not have': { body: 'a' },
  'a name that comes twice': { headers: { a: '1', A: '2' } },
  'a name that is none': { headers: { 'a b': '1' } },
  'a value in two lines': { headers: { a: '1\r\nb: 2' } },
  'a value beyond bytes': { headers: { a: '€' } },
  'blanks around a value': { headers: { a: ' 1 ' } },
  'a value that is a number': { headers: { a: 1 } },
  'pairs of headers': { headers: [['a', '1']] },
  bytes: { method: 'POST', body: new Uint8Array([1]) },
  'half a character': { method: 'POST', body: '\ud800' },
  'a signal that is none': { signal: {} },
  'an option that is not looked at': { keepalive: true },
  'options that somebody inherits': Object.create({ method: 'POST' }) as unknown,
  'an unknown way to redirect': { redirect: 'never' },
};

test.each(Object.entries(other))('a request is made of what is not plain: %s', (_, init) => {
  expect(readPlain(address, init as RequestInit, defaultsFor)).toBeUndefined();
});

test('a request is made of an address with credentials, which is wrong', () => {
  expect(readPlain(addressOf('https://u:p@a.test/') as Address, undefined, defaultsFor)).toBeUndefined();
});
