import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * A server with a mind of its own, over HTTP and raw TCP. It answers after 0 to 15 real milliseconds; asked for `parts 20`,
 * in four parts with 20 real milliseconds between them; asked for `stream 20`, one part after the other for ever.
 */
const program = `
  const http = require('node:http'), net = require('node:net');
  const soon = (work) => setTimeout(work, Math.random() * 15);
  const inParts = (to, gap, parts) => {
    to.write('part');
    if (to.destroyed || parts <= 1) return to.end?.call(to);
    setTimeout(() => inParts(to, gap, parts - 1), gap);
  };
  const web = http.createServer((request, response) => {
    const [, kind, gap] = request.url.split('/');
    if (kind === 'events') response.setHeader('content-type', 'text/event-stream');
    if (kind === 'parts') response.setHeader('content-length', 16);
    if (kind === 'parts' || kind === 'chunks') inParts(response, Number(gap), 4);
    else if (kind === 'events' || kind === 'stream') inParts(response, Number(gap), Infinity);
    else soon(() => response.end('over there'));
  });
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
  web.listen(0, '127.0.0.1', () => raw.listen(0, '127.0.0.1', () => {
    process.stdout.write(web.address().port + ' ' + raw.address().port);
  }));
`;

export interface OtherProcess {
  readonly webPort: number;
  readonly rawPort: number;
  stop(): Promise<void>;
}

export const startOtherProcess = async (): Promise<OtherProcess> => {
  const child: ChildProcess = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [ports] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  const [webPort = 0, rawPort = 0] = ports.toString().split(' ').map(Number);
  const stop = async (): Promise<void> => {
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  };
  return { webPort, rawPort, stop };
};
