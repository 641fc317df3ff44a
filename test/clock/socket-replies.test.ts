import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { epoch, onTimeline } from './begin.ts';
import { startOtherProcess } from './stress/other-process.ts';

const freePort = async (): Promise<number> => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

test('a connection to another process is told from one to a server in this process that begins at the same port', async () => {
  const other = await startOtherProcess();
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const localPort = await freePort();
  const near = net.connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localPort });
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
