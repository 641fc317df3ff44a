import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

/** Listens, says where, and takes no connection from then on. */
const listener = `
  const { createServer } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(workerData, 0, 0);
    process.exit();
  });
`;

/** More than wait in line at a port that takes none: what comes now gets no answer at all. */
const crowd = 4;

/**
 * Asks at a port of this machine where connections come to nothing, as at a host that is not there. Its thread is over by the end, for
 * it would hold the time of a simulation.
 */
export const askNeverAccepting = async <T>(ask: (url: string) => Promise<T>): Promise<T> => {
  const isOver = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(listener, { eval: true, workerData: isOver });
  const [port] = (await once(worker, 'message')) as [number];
  const waiting = Array.from({ length: crowd }, () => connect(port, '127.0.0.1').on('error', () => {}));
  try {
    return await ask(`http://localhost:${port}/`);
  } finally {
    for (const socket of waiting) socket.destroy();
    Atomics.store(isOver, 0, 1);
    Atomics.notify(isOver, 0);
    await once(worker, 'exit');
  }
};
