import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openControl } from '../../src/control/open-control.ts';
import { makeToken, ownNames, refuseVisit } from '../../src/control/admission.ts';
import { asker, send } from './ask.ts';
import { beginControl } from './begin.ts';

/** All that is written on a connection, and all that comes back. */
const speak = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    socket.on('error', reject).on('close', () => resolve(heard));
  });

test('the token has 128 bits, is another every time, and is all of an address that nobody can guess', async () => {
  const tokens = Array.from({ length: 100 }, makeToken);

  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(16);
  await using begun = await beginControl();
  expect(begun.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/$/);
});

test('who does not know the token is told nothing, and can do nothing', async () => {
  await using begun = await beginControl();
  const { origin, pathname } = new URL(begun.url);
  const token = pathname.slice(1, -1);
  const others = ['', '/', '/state', '/steps', '//', `/${token}`, `/${token}x/state`, `/${token.slice(1)}/state`];
  const hidden = [`/${token.toUpperCase()}/state`, `/?${token}/state`, `/%${token}/state`];

  for (const path of [...others, ...hidden]) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
      const body = ['POST', 'PUT'].includes(method) ? { body: { do: 'holdAccount' } } : {};
      const { status, text, headers } = await send(origin + path, { method, ...body });
      expect([path, method, status, text, headers['content-type']]).toEqual([path, method, 404, '', undefined]);
    }
  }
  const { port, host } = new URL(begun.url);
  for (const path of [`/x/../${token}/state`, `//${token}/state`, `/./${token}/state`, `${token}/state`, '*']) {
    const asked = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
    expect(await speak(Number(port), asked), path).toMatch(/^HTTP\/1\.1 40[04] /);
  }
  expect(begun.sim.trace.entries).toHaveLength(1);
});

test('only its own names are answered to: another name that leads here is a page that has taken our address', async () => {
  await using begun = await beginControl();
  const { port, host } = new URL(begun.url);
  const ask = asker(begun);

  for (const name of [host, `localhost:${port}`])
    expect((await ask('state', { headers: { host: name } })).status).toBe(200);
  for (const name of [
    '127.0.0.1',
    'localhost',
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `[::1]:${port}`,
    `LOCALHOST:${port}`,
  ])
    expect([name, (await ask('state', { headers: { host: name } })).status]).toEqual([name, 403]);
  const { pathname } = new URL(begun.url);
  const absolute = `GET http://evil.example${pathname}state HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
  expect(await speak(Number(port), absolute)).toMatch(/^HTTP\/1\.1 404 /);
});

test('what a browser says another page has sent is refused, even with the token', async () => {
  await using begun = await beginControl();
  const { origin, port } = new URL(begun.url);
  const ask = asker(begun);
  const sent = (headers: Record<string, string>) =>
    ask('steps', { method: 'POST', body: { do: 'holdAccount' }, headers });

  for (const other of [
    'https://evil.example',
    'null',
    `http://127.0.0.1:${Number(port) + 1}`,
    `https://127.0.0.1:${port}`,
    '',
  ])
    expect([other, (await sent({ origin: other })).status]).toEqual([other, 403]);
  for (const site of ['cross-site', 'same-site', 'something'])
    expect([site, (await sent({ 'sec-fetch-site': site })).status]).toEqual([site, 403]);
  expect(begun.sim.trace.entries).toHaveLength(1);

  for (const headers of [{ origin }, { 'sec-fetch-site': 'same-origin', origin }, { 'sec-fetch-site': 'none' }])
    expect((await sent(headers)).status).toBe(201);
});

test('no answer allows another page anything, whatever it asks for beforehand', async () => {
  await using begun = await beginControl();
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };

  for (const path of ['steps', 'state']) {
    const answer = await asker(begun)(path, { method: 'OPTIONS', headers });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('a connection that is to be another protocol, and a proxy request, come to nothing', async () => {
  await using begun = await beginControl();
  const { host, port, pathname } = new URL(begun.url);
  const upgrade = `GET ${pathname}state HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: websocket\r\norigin: https://evil.example\r\n\r\n`;

  expect(await speak(Number(port), upgrade)).toMatch(/^HTTP\/1\.1 403 /);
  expect(await speak(Number(port), `CONNECT evil.example:443 HTTP/1.1\r\nhost: ${host}\r\n\r\n`)).toBe('');
  expect((await asker(begun)('state')).status).toBe(200);
});

test('names, tokens and origins are compared whole', () => {
  const names = ownNames('127.0.0.1', 4000);
  const headers = { host: '127.0.0.1:4000' };

  expect(refuseVisit({ target: '/abc/state', headers }, names, 'abc')).toBeUndefined();
  expect(refuseVisit({ target: '/abc/', headers }, names, 'abc')).toBeUndefined();
  expect(refuseVisit({ target: '/abc', headers }, names, 'abc')).toBe(404);
  expect(refuseVisit({ target: '/abcd/state', headers }, names, 'abc')).toBe(404);
  expect(refuseVisit({ target: '/ab/state', headers }, names, 'abc')).toBe(404);
  expect(refuseVisit({ target: '/abc/state', headers: {} }, names, 'abc')).toBe(403);
  expect(ownNames('::1', 4000)).toEqual(new Set(['[::1]:4000', 'localhost:4000']));
  expect(ownNames('127.0.0.1', 80)).toContain('127.0.0.1');
});

test('it listens on this machine alone, at a port that is free, and says so of any other', async () => {
  await using begun = await beginControl();
  const { port } = new URL(begun.url);
  const misuse = { name: 'Misuse', code: 'BAD_OPTION', place: '--control' };
  const open = (options: object) => openControl(begun.controlled, { place: '--control', ...options });

  await expect(open({ host: '0.0.0.0' })).rejects.toMatchObject(misuse);
  await expect(open({ host: 'example.com' })).rejects.toMatchObject(misuse);
  await expect(open({ port: Number(port) })).rejects.toMatchObject({ ...misuse, what: expect.stringContaining(port) });
  const other = await open({ host: '127.0.0.2' });
  expect((await send(`${other.url}state`)).status).toBe(200);
  await other.close();
});
