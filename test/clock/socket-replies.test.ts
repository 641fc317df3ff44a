import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { simulate } from '../../src/simulate.ts';
import { portOf } from '../port-of.ts';
import { epoch, onTimeline } from './begin.ts';
import { startOtherProcess } from './stress/other-process.ts';

const freePort = async (): Promise<number> => {
  const server = net.createServer();
  const port = await portOf(server);
  server.close();
  await once(server, 'close');
  return port;
};

test('a connection to another process is told from one to a server in this process that begins at the same port', async () => {
  const other = await startOtherProcess();
  const server = net.createServer();
  const port = await portOf(server);
  const localPort = await freePort();
  const near = net.connect({ port, host: '127.0.0.1', localPort });
  const far = net.connect({ port: other.rawPort, host: '127.0.0.1', localPort });
  await Promise.all([once(server, 'connection'), once(near, 'connect'), once(far, 'connect')]);

  await onTimeline(async (timeline) => {
    await timeline.run(async () => {
      setInterval(() => undefined, 10);
      for (let question = 0; question < 5; question++) {
        far.write('question');
        await once(far, 'data');
      }
    });

    expect(timeline.now()).toBe(epoch);
  });
  for (const socket of [near, far]) socket.destroy();
  server.close();
  await other.stop();
});

test('a reply of another process is awaited on a connection that was opened in an earlier simulation', async () => {
  const other = await startOtherProcess();
  const ask = async (): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${other.webPort}/parts/50`, { signal: AbortSignal.timeout(2000) });
    return `${await response.text()} at ${new Date().toISOString()}`;
  };

  for (let round = 0; round < 3; round++) {
    await using sim = await simulate({ transport: 'sockets', epoch: '2024-01-01T00:00:00Z' });

    expect(await sim.run(ask)).toBe('partpartpartpart at 2024-01-01T00:00:00.000Z');
  }
  await other.stop();
});
