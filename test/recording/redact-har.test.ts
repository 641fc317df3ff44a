import { expect, test } from 'vitest';
import { redactHar } from '../../src/recording/redact-har.ts';

/** Looks like a token, and is no word: wherever it goes in, it must not come out. */
const canary = 'k7Qz-CANARY-93fd1c';

const pair = (name: string, value: string): { readonly name: string; readonly value: string } => ({ name, value });

const form = 'application/x-www-form-urlencoded';

/** An entry with something in every field that HAR 1.2 knows, and in some that browsers add. */
const entry = (fields: { readonly url?: string; readonly post?: object; readonly content?: object } = {}): object => ({
  startedDateTime: '2024-02-29T12:00:00.000Z',
  time: 12,
  pageref: canary,
  comment: canary,
  serverIPAddress: canary,
  connection: canary,
  _initiator: { url: canary },
  _webSocketMessages: [{ data: canary }],
  request: {
    method: 'POST',
    url: fields.url ?? 'https://api.example.com/orders/data-queries',
    httpVersion: canary,
    comment: canary,
    cookies: [{ ...pair(canary, canary), path: canary, domain: canary, comment: canary }],
    headers: [
      pair('Authorization', `Bearer ${canary}`),
      pair('Cookie', `session=${canary}`),
      pair('X-Api-Key', canary),
      pair('User-Agent', canary),
      pair('Referer', `https://app.example.com/${canary}?code=${canary}`),
      pair(`x-${canary}`, 'a value'),
      pair('Content-Type', `multipart/form-data; boundary=${canary}`),
      pair('Date', canary),
    ],
    queryString: [pair(canary, canary)],
    postData: fields.post ?? { mimeType: canary, text: canary, comment: canary },
    headersSize: -1,
    bodySize: -1,
  },
  response: {
    status: 200,
    statusText: canary,
    httpVersion: canary,
    comment: canary,
    cookies: [pair('session', canary)],
    headers: [pair('Set-Cookie', `session=${canary}; Path=/`), pair('Location', `https://a.test/?x=${canary}`)],
    content: fields.content ?? { size: 9, mimeType: canary, text: canary, comment: canary },
    redirectURL: `https://a.test/#${canary}`,
    headersSize: -1,
    bodySize: -1,
    _error: canary,
  },
  cache: { beforeRequest: { eTag: canary }, comment: canary },
  timings: { send: 1, wait: 10, receive: 1, comment: canary },
});

const har = (...entries: readonly object[]): { readonly log: object } => ({
  log: {
    version: canary,
    creator: { name: canary, version: canary, comment: canary },
    browser: { name: canary, version: canary },
    pages: [{ id: canary, title: canary, pageTimings: {} }],
    comment: canary,
    entries,
  },
});

const json = (value: unknown): object => ({ size: -1, mimeType: 'application/json', text: JSON.stringify(value) });

test.each([
  { where: 'every field of HAR', one: entry() },
  {
    where: 'the path, the query, the credentials and the fragment of an address',
    one: entry({
      url: `https://${canary}:${canary}@api.example.com/a/${canary}/b?${canary}=1&x=${canary}&${canary}#${canary}`,
    }),
  },
  {
    where: 'an escaped path',
    one: entry({
      url: `https://api.example.com/${[...canary].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')}`,
    }),
  },
  {
    where: 'a form',
    one: entry({
      post: {
        mimeType: form,
        text: `grant_type=${canary}&client_id=${canary}&client_secret=${canary}&${canary}=1&${canary}`,
      },
    }),
  },
  {
    where: 'the parameters of a form',
    one: entry({
      post: {
        mimeType: form,
        params: [{ name: 'refresh_token', value: canary, fileName: canary, comment: canary }, { name: canary }],
      },
    }),
  },
  {
    where: 'an e-mail',
    one: entry({
      post: json({ toEmailAddress: `${canary}@example.com`, fromEmailAddress: canary, emailContent: `Dear ${canary}` }),
    }),
  },
  {
    where: 'tokens',
    one: entry({
      content: json({ access_token: canary, refresh_token: canary, id_token: canary, scope: canary, expires_in: 3600 }),
    }),
  },
  {
    where: 'links',
    one: entry({
      content: json({
        records: [{ file: `https://s3.example.com/${canary}?X-Amz-Signature=${canary}`, schema: canary }],
        nextPageToken: canary,
      }),
    }),
  },
  {
    where: 'what stands deep inside',
    one: entry({ content: json({ a: [{ [canary]: [canary, { message: canary }] }] }) }),
  },
  {
    where: 'a message in a message',
    one: entry({
      post: json({ Subject: canary, Message: JSON.stringify({ id: canary, status: canary, more: canary }) }),
    }),
  },
  {
    where: 'half a JSON text',
    one: entry({ content: { size: 9, mimeType: 'application/json', text: `{"access_token":"${canary}` } }),
  },
  {
    where: 'base64',
    one: entry({
      content: {
        size: 9,
        mimeType: 'application/json',
        encoding: 'base64',
        text: Buffer.from(JSON.stringify({ access_token: canary })).toString('base64'),
      },
    }),
  },
])('nothing is left of a secret in $where', ({ one }) => {
  const redacted = JSON.stringify(redactHar(har(one)));

  expect(redacted).not.toContain(canary);
  expect(redacted).not.toContain(encodeURIComponent(canary));
  expect(decodeURIComponent(redacted)).not.toContain('CANARY');
  expect(redacted).not.toContain(Buffer.from(canary).toString('base64').slice(0, 12));
});

test('the same secret has the same name wherever it stands, and different ones have different names', () => {
  const [first, second] = ['sdt-one-11111111', 'sdt-two-22222222'];
  const tokens = entry({ content: json({ access_token: first, refresh_token: second }) });
  const use = entry({
    post: { mimeType: form, text: `grant_type=refresh_token&refresh_token=${second}&code=${first}` },
  });

  const { entries } = redactHar(har(tokens, use)).log;

  expect(entries[0]?.response.content.text).toBe('{"access_token":"<token 2>","refresh_token":"<refresh token 1>"}');
  expect(entries[0]?.request.headers[0]).toEqual({ name: 'authorization', value: 'Bearer <token 1>' });
  expect(decodeURIComponent(entries[1]?.request.postData?.text ?? '')).toBe(
    'grant_type=refresh_token&refresh_token=<refresh token 1>&code=<token 2>',
  );
});

test('a link is the same in the answer that gives it and in the request that fetches it', () => {
  const link = 'https://s3.example.com/b/8f3a9c1d7e?X-Amz-Date=20240229&X-Amz-Signature=ab12';
  const listing = entry({ content: json({ records: [{ file: link, schema: link }] }) });

  const { entries } = redactHar(har(listing, entry({ url: `${link}#top` }))).log;

  const { records } = JSON.parse(entries[0]?.response.content.text ?? '') as { records: [{ file: string }] };
  expect(entries[1]?.request.url).toBe(records[0].file);
  expect(records[0].file).not.toContain('ab12');
});

test('a secret that has a harmless form is not left standing where it looks harmless', () => {
  const word = 'correcthorse';
  const one = entry({ url: `https://api.example.com/${word}`, post: { mimeType: form, text: `password=${word}` } });

  expect(JSON.stringify(redactHar(har(one)))).not.toContain(word);
});

test('names that a recording has already are not given to other secrets', () => {
  const once = redactHar(har(entry({ content: json({ access_token: 'sdt-one-11111111' }) })));
  const more = {
    log: {
      ...once.log,
      entries: [entry({ content: json({ access_token: 'sdt-two-22222222' }) }), ...once.log.entries],
    },
  };

  const texts = redactHar(more).log.entries.map(({ response }) => response.content.text);

  expect(new Set(texts).size).toBe(2);
});

test('what the interfaces say themselves stays readable', () => {
  const body = { category: 'FORBIDDEN', type: 'ACCESS_DENIED', message: 'Access token is expired. Refresh the token' };

  const [one] = redactHar(har(entry({ content: json(body) }))).log.entries;

  expect(JSON.parse(one?.response.content.text ?? '')).toEqual(body);
  expect(one?.request.url).toBe('https://api.example.com/orders/data-queries');
});
