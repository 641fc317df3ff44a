import { expect, test } from 'vitest';
import { asTraced } from '../../src/trace/client-headers.ts';

const request = (headers: Readonly<Record<string, string>>) =>
  ({ method: 'POST', url: 'https://a.test/x', headers, body: 'a=1' }) as const;

test('a trace holds the headers that a client gave, in the order of their names, and all else of its request', () => {
  const given = request({ 'x-own': '1', 'content-type': 'text/plain', authorization: 'Bearer a', range: 'bytes=0-' });

  const traced = asTraced(given);

  expect(traced).toEqual(given);
  expect(Object.keys(traced.headers)).toEqual(['authorization', 'content-type', 'range', 'x-own']);
});

test('it holds none that a library adds, nor the first line of a request as HTTP/2 writes it', () => {
  const added = {
    host: 'a.test',
    'user-agent': 'node',
    'content-length': '3',
    connection: 'keep-alive',
    ':path': '/x',
  };

  expect(asTraced(request({ ...added, accept: '*/*', 'x-own': '1' })).headers).toEqual({ 'x-own': '1' });
});
