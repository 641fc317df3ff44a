import { expect, test } from 'vitest';
import { routes } from '../../src/control/routes.ts';
import { asker } from './ask.ts';
import { beginControl } from './begin.ts';

test('what is wrong with a request is a problem document, with code, place and hint', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  const post = (body: unknown, type?: string) => ({ method: 'POST', body, ...(type !== undefined && { type }) });
  const yaml = 'application/yaml';
  const wrong = [
    [await ask('stat'), 404, 'NOT_FOUND', undefined, 'did you mean "state"?'],
    [await ask('state', { method: 'DELETE' }), 405, 'METHOD_NOT_ALLOWED', undefined, undefined],
    [await ask('steps', post('{')), 400, 'NOT_READABLE', 'body', 'send JSON, in UTF-8'],
    [await ask('steps', post('[]')), 400, 'NOT_READABLE', 'body', 'write { … }'],
    [
      await ask('steps', { method: 'POST' }),
      400,
      'NOT_READABLE',
      undefined,
      'send application/json or application/yaml',
    ],
    [await ask('steps', post('{}', 'text/plain')), 415, 'WRONG_MEDIA_TYPE', undefined, expect.any(String)],
    [
      await ask('steps', post('{}', 'application/json; charset=latin1')),
      415,
      'WRONG_MEDIA_TYPE',
      undefined,
      expect.any(String),
    ],
    [await ask('steps', post('x'.repeat(1_048_577))), 413, 'TOO_LARGE', undefined, 'send less at once'],
    [
      await ask('steps', post('{"at":"5m",\n"do":"holdAcount"}')),
      422,
      'SCENARIO_INVALID',
      'body:2:6',
      'did you mean "holdAccount"?',
    ],
    [
      await ask('steps', post('do: holdAccount\nin: 5m', yaml)),
      422,
      'SCENARIO_INVALID',
      'body:2:1',
      expect.any(String),
    ],
    [await ask('steps', post('a: *b', yaml)), 422, 'SCENARIO_INVALID', 'body:1:4', expect.any(String)],
    [await ask('time/elapse', post({ for: '1 hour' })), 422, 'BAD_DURATION', 'body, "for"', expect.any(String)],
    [await ask('time/elapse', post({ for: 3 })), 422, 'BAD_DURATION', 'body, "for"', expect.any(String)],
    [await ask('time/elapse', post({})), 422, 'BAD_OPTION', 'body', 'write either "for" or "until"'],
    [await ask('time/elapse', post({ until: 'noon' })), 422, 'BAD_OPTION', 'body, "until"', expect.any(String)],
    [await ask('time/elapse', post({ four: '1h' })), 422, 'BAD_OPTION', 'body', 'did you mean "for"?'],
    [await ask('trace?since=-1'), 422, 'BAD_OPTION', 'query, "since"', 'write a whole number from 0 on'],
    [await ask('trace?since=1&since=2'), 422, 'BAD_OPTION', 'query, "since"', 'say it once'],
    [await ask('trace?sinse=1'), 422, 'BAD_OPTION', 'query', 'did you mean "since"?'],
    [await ask('env?application=x'), 404, 'UNKNOWN_APPLICATION', 'query, "application"', expect.any(String)],
    [
      await ask('authorizations', post({ application: 'x' })),
      404,
      'UNKNOWN_APPLICATION',
      'body, "application"',
      expect.any(String),
    ],
    [
      await ask('endpoint', { method: 'PUT', body: { url: 'http://127.0.0.1:1/', application: 'x' } }),
      404,
      'UNKNOWN_APPLICATION',
      'body, "application"',
      expect.any(String),
    ],
    [
      await ask('endpoint', { method: 'PUT', body: { url: 'ftp://x' } }),
      422,
      'BAD_OPTION',
      'body, "url"',
      expect.any(String),
    ],
    [
      await ask('endpoint', { method: 'PUT', body: { url: 'http://example.com/x' } }),
      422,
      'BAD_OPTION',
      'body, "url"',
      'write one of this machine, such as "http://127.0.0.1:8080/hook"',
    ],
    [
      await ask('snapshot', { method: 'PUT', body: { version: 4, world: {} } }),
      422,
      'BAD_OPTION',
      'body',
      expect.any(String),
    ],
    [
      await ask('snapshot', { method: 'PUT', body: { version: 2, world: {} } }),
      422,
      'BAD_OPTION',
      expect.any(String),
      expect.any(String),
    ],
  ] as const;

  for (const [{ status, headers, json }, wanted, code, place, hint] of wrong) {
    expect([status, json]).toEqual([wanted, expect.objectContaining({ status: wanted, code })]);
    expect(json).toMatchObject({ ...(place !== undefined && { place }), ...(hint !== undefined && { hint }) });
    expect(headers['content-type']).toBe('application/problem+json');
  }
  expect((await ask('state', { method: 'DELETE' })).headers.allow).toBe('GET, HEAD');
  expect((await ask('snapshot', { method: 'DELETE' })).headers.allow).toBe('GET, HEAD, PUT');
  expect(begun.bugs).toEqual([]);
});

test('a body is read as far as it may be, whether it says its length or not', async () => {
  await using begun = await beginControl();
  const chunked = { method: 'POST', headers: { 'transfer-encoding': 'chunked' } };

  const { status } = await asker(begun)('steps', { ...chunked, body: ' '.repeat(1_048_577) });

  expect(status).toBe(413);
  expect((await asker(begun)('steps', { ...chunked, body: '{"do":"holdAccount"}' })).status).toBe(201);
});

test('no answer is kept, taken for something else, or shown in another page', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  const paths = routes.flatMap(({ method, path, gives }) => (method === 'GET' && gives.as !== 'events' ? [path] : []));

  for (const path of [...paths, 'nothing']) {
    const { headers } = await ask(path);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('real time is not moved, and a step that would is refused before it breaks anything', async () => {
  await using begun = await beginControl();
  Object.assign(begun.controlled.time, { kind: 'real', speed: 1, isMovable: false });
  const ask = asker(begun);

  for (const [path, body] of [
    ['time/elapse', { for: '1h' }],
    ['steps', { elapse: '1h' }],
    ['steps', { after: 'created', together: [{ do: 'expireToken' }, { elapse: '1h' }] }],
  ] as const) {
    expect((await ask(path, { method: 'POST', body })).json).toMatchObject({ status: 409, code: 'CLOCK_NOT_OURS' });
  }
  expect((await ask('steps/unfired')).json.steps).toEqual([]);
});
