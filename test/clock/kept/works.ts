import { once } from 'node:events';
import { BroadcastChannel, MessageChannel, Worker } from 'node:worker_threads';
import { makeModule, type OperationName, operations } from '../stress/operations.ts';
import { closeOne, connect, type Prepare } from './methods.ts';

let unique = Date.now();

const operation =
  (name: OperationName): Prepare =>
  async (around) =>
  () =>
    operations[name](around, ++unique);

const readAgain: Prepare = async () => {
  const [client, server] = await connect();
  client.pause();
  server.write('kept back');
  return async () => {
    const heard = once(client, 'data');
    client.resume();
    await heard;
    await once(client.destroy(), 'close');
  };
};

/** As Node names the thread that its loader runs in, which it references while it waits for it. */
class InternalWorker extends Worker {}

const loadByThread: Prepare = async () => {
  const echo =
    "const { parentPort } = require('node:worker_threads'); parentPort.once('message', () => parentPort.postMessage(0));";
  const loader = new InternalWorker(echo, { eval: true });
  await once(loader, 'online');
  loader.unref();
  return async () => {
    loader.ref();
    loader.postMessage('load', []);
    await once(loader, 'message');
    loader.unref();
  };
};

const overPorts =
  (what: 'ref' | 'close'): Prepare =>
  async () => {
    const { port1, port2 } = new MessageChannel();
    if (what === 'ref') port1.postMessage('kept back');
    else port2.on('message', () => undefined);
    return async () => {
      const told = what === 'ref' ? once(port2, 'message') : once(port2, 'close');
      if (what === 'close') port1.close();
      await told;
      port1.close();
    };
  };

const askAll: Prepare = async () => {
  const [one, other] = [new BroadcastChannel('kept'), new BroadcastChannel('kept')];
  const heard = once(other as unknown as EventTarget, 'message');
  return async () => {
    one.postMessage('all');
    await heard;
    one.close();
    other.close();
  };
};

/** What is replaced so that real work is seen, with work that is seen by it. */
export const works: Readonly<Record<string, Prepare>> = {
  'Atomics.waitAsync': operation('waitAsync'),
  'BroadcastChannel.prototype.postMessage': askAll,
  'MessagePort.prototype.close': overPorts('close'),
  'MessagePort.prototype.postMessage': operation('workerPort'),
  'MessagePort.prototype.ref': overPorts('ref'),
  'Socket.prototype._destroy': closeOne,
  'Socket.prototype._writeGeneric': operation('rawTcp'),
  'Socket.prototype.push': operation('rawParts'),
  'Socket.prototype.resume': readAgain,
  'TLSSocket.prototype._start': operation('fetchSecure'),
  'WebAssembly.compile': operation('compile'),
  'WebAssembly.instantiate': async () => () => WebAssembly.instantiate(makeModule(++unique)),
  'Worker.prototype.postMessage': operation('askWorker'),
  'Worker.prototype.ref': loadByThread,
  'Worker.prototype.unref': loadByThread,
  'clients.request': operation('http2Parts'),
  'streams.push': operation('http2Parts'),
  'natives.destroy': operation('http2Parts'),
  'handles.close': closeOne,
  'handles.readStart': readAgain,
};
