import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A server with a mind of its own: HTTP and raw TCP, answering after 0 to 15 real milliseconds. */
const program = `
  const http = require('node:http'), net = require('node:net');
  const soon = (work) => setTimeout(work, Math.random() * 15);
  const web = http.createServer((request, response) => soon(() => response.end('over there')));
  const raw = net.createServer((socket) => {
    socket.on('data', (data) => soon(() => socket.write(data))).on('error', () => {});
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
