import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { openTemporaryFolder } from '../../../scripts/temporary-folder.ts';
import { startOtherProcess } from './other-process.ts';

/** All that real operations need around them: files, a server here, a server in another process, a worker. */
export interface Surroundings {
  readonly directory: string;
  readonly smallFile: string;
  readonly largeFile: string;
  readonly loopback: string;
  readonly elsewhere: string;
  /** The same over TLS. */
  readonly secure: string;
  readonly rawPort: number;
  readonly worker: Worker;
  readonly agent: http.Agent;
  /** One connection to the other process, for many questions at a time. */
  readonly pipeline: net.Socket;
  /** `import()` as Node does it, past the test runner. */
  readonly importNatively: (url: string) => Promise<unknown>;
  stop(): Promise<void>;
}

const echo = `
  const { parentPort } = require('node:worker_threads');
  const answer = ({ port, channel, memory, unique }, message) => {
    if (port) return port.postMessage(unique);
    if (memory) return Atomics.store(memory, 0, 1), Atomics.notify(memory, 0);
    if (!channel) return parentPort.postMessage(message);
    const broadcast = new BroadcastChannel(channel);
    broadcast.postMessage('heard');
    broadcast.close();
  };
  parentPort.on('message', (message) => setTimeout(() => answer(message, message), Math.random() * 10));
`;

export const startSurroundings = async (): Promise<Surroundings> => {
  const folder = openTemporaryFolder();
  const directory = folder.path;
  const smallFile = path.join(directory, 'small');
  const largeFile = path.join(directory, 'large');
  await writeFile(smallFile, 'small');
  await writeFile(largeFile, Buffer.alloc(4_000_000, 'large'));
  const other = await startOtherProcess();
  const server = http.createServer((_request, response) => {
    setImmediate(() => response.end('here'));
  });
  server.listen(0, '127.0.0.1');
  const worker = new Worker(echo, { eval: true });
  worker.setMaxListeners(0);
  await Promise.all([once(server, 'listening'), once(worker, 'online')]);
  const agent = new http.Agent({ keepAlive: true });
  const pipeline = net.connect(other.rawPort, '127.0.0.1').setMaxListeners(0);
  await once(pipeline, 'connect');
  const { USE_MAIN_CONTEXT_DEFAULT_LOADER } = vm.constants;
  const stop = async (): Promise<void> => {
    agent.destroy();
    pipeline.destroy();
    server.closeAllConnections();
    server.close();
    await Promise.all([other.stop(), worker.terminate()]);
    folder[Symbol.dispose]();
  };
  return {
    directory,
    smallFile,
    largeFile,
    loopback: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    elsewhere: `http://127.0.0.1:${other.webPort}/`,
    secure: `https://127.0.0.1:${other.securePort}/`,
    rawPort: other.rawPort,
    worker,
    agent,
    pipeline,
    importNatively: vm.runInThisContext('(url) => import(url)', {
      importModuleDynamically: USE_MAIN_CONTEXT_DEFAULT_LOADER,
    }) as Surroundings['importNatively'],
    stop,
  };
};
