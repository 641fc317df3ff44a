import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { amount } from '../../sampled.ts';
import { asker } from '../ask.ts';
import { beginControl } from '../begin.ts';
import { type Draw, drawFrom } from './draw.ts';

/** What is no HTTP, or breaks off in the middle of it. */
const drawBytes = (draw: Draw, host: string, path: string): string => {
  const lines = [
    `POST ${path}steps HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    draw.of([
      'content-length: 21',
      'content-length: 5',
      'content-length: x',
      'transfer-encoding: chunked',
      'content-length: 99999',
    ]),
    draw.of([
      'x: y',
      'expect: 100-continue',
      'connection: close',
      'host: evil.example',
      `x: ${'y'.repeat(20_000)}`,
      'upgrade: h2c',
    ]),
    '',
    draw.of(['{"do":"holdAcount"}', '5\r\n{"do"\r\n', 'zz\r\n', '']),
  ];
  const text = lines.join('\r\n');
  const at = draw.below(text.length);
  switch (draw.below(4)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + draw.of(['\0', '\n', '\r', ' ', ':', '\u00FF']) + text.slice(at + 1);
    case 2:
      return Array.from({ length: 1 + draw.below(200) }, () => String.fromCharCode(draw.below(256))).join('');
    default:
      return text + text;
  }
};

/** Writes it, hangs up a little later, and gives the statuses that came back. */
const write = (port: number, bytes: string): Promise<readonly string[]> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let heard = '';
    const hangUp = setTimeout(() => socket.destroy(), 30);
    socket.on('data', (chunk) => (heard += chunk.toString('latin1'))).on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(hangUp);
      resolve([...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status));
    });
  });

test('what is no request, and what breaks off in the middle of one, does no harm', async () => {
  await using begun = await beginControl();
  const { port, host, pathname } = new URL(begun.url);
  const draw = drawFrom(23);
  const lanes = 10;

  for (let sent = 0; sent < amount({ usual: 200, deep: 4000 }); sent += lanes) {
    const all = Array.from({ length: lanes }, () => write(Number(port), drawBytes(draw, host, pathname)));
    const statuses = (await Promise.all(all)).flat();
    expect(statuses.filter((status) => status.startsWith('5'))).toEqual([]);
  }

  expect(begun.bugs).toEqual([]);
  expect(begun.sim.trace.entries).toHaveLength(1);
  expect((await asker(begun)('steps', { method: 'POST', body: { do: 'holdAccount' } })).status).toBe(201);
});
