import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { makeCertificate } from '../../../src/transport/tls/certificate.ts';
import { trust } from '../../faults/certificates.ts';

/**
 * A server with a mind of its own, over HTTP, over TLS by either version of it, and raw TCP. It answers after 0 to 15 real milliseconds; asked for `parts 20`,
 * in four parts with 20 real milliseconds between them; asked for `stream 20`, one part after the other for ever.
 */
const program = `
  const http = require('node:http'), http2 = require('node:http2'), net = require('node:net');
  const soon = (work) => setTimeout(work, Math.random() * 15);
  const inParts = (to, gap, parts) => {
    to.write('part');
    if (to.destroyed || parts <= 1) return to.end?.call(to);
    setTimeout(() => inParts(to, gap, parts - 1), gap);
  };
  const answer = (request, response) => {
    const [, kind, gap] = request.url.split('/');
    if (kind === 'events') response.setHeader('content-type', 'text/event-stream');
    if (kind === 'parts') response.setHeader('content-length', 16);
    if (kind === 'parts' || kind === 'chunks') inParts(response, Number(gap), 4);
    else if (kind === 'events' || kind === 'stream') inParts(response, Number(gap), Infinity);
    else soon(() => response.end('over there'));
  };
  const web = http.createServer(answer);
  const { KEY: key, CERTIFICATE: cert } = process.env;
  const secure = http2.createSecureServer({ key, cert, allowHTTP1: true }, answer);
  web.on('upgrade', (_request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\\r\\nupgrade: raw\\r\\nconnection: upgrade\\r\\n\\r\\n');
    socket.on('data', (data) => soon(() => socket.write(data))).on('error', () => {});
  });
  const raw = net.createServer((socket) => {
    socket.on('error', () => {}).on('data', (data) => {
      const [kind, gap] = String(data).split(' ');
      const to = { write: (text) => socket.write(text), get destroyed() { return socket.destroyed; } };
      if (kind === 'parts') inParts(to, Number(gap), 4);
      else if (kind === 'stream') inParts(to, Number(gap), Infinity);
      else for (const question of String(data).match(/[^;]+;?/g)) soon(() => socket.write(question));
    });
  });
  const servers = [web, raw, secure];
  Promise.all(servers.map((server) => new Promise((done) => server.listen(0, '127.0.0.1', done)))).then(() => {
    process.stdout.write(servers.map((server) => server.address().port).join(' '));
  });
`;

export interface OtherProcess {
  readonly webPort: number;
  readonly rawPort: number;
  /** Which this process trusts. */
  readonly securePort: number;
  stop(): Promise<void>;
}

export const startOtherProcess = async (): Promise<OtherProcess> => {
  const { key, cert } = makeCertificate();
  const child: ChildProcess = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, KEY: key, CERTIFICATE: cert },
  });
  const distrust = trust(cert);
  const [ports] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  const [webPort = 0, rawPort = 0, securePort = 0] = ports.toString().split(' ').map(Number);
  const stop = async (): Promise<void> => {
    distrust();
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  };
  return { webPort, rawPort, securePort, stop };
};
