import { execFile } from 'node:child_process';
import crypto from 'node:crypto';
import dns from 'node:dns';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { BroadcastChannel, MessageChannel, Worker } from 'node:worker_threads';
import zlib from 'node:zlib';
import { request } from 'undici';
import type { Surroundings } from './surroundings.ts';

type Operation = (around: Surroundings, unique: number) => Promise<unknown>;

const { subtle } = globalThis.crypto;
const large = Buffer.alloc(300_000, 'a large body');

const getWithHttp = (url: string, agent: http.Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    http.get(url, { agent }, (response) => response.resume().on('end', () => resolve())).on('error', reject);
  });

const getWithHttp2 = async (url: string, target: string): Promise<void> => {
  const session = http2.connect(url);
  await once(session.request({ ':path': target }).resume(), 'end');
  session.close();
};

/** Real milliseconds between the parts of a reply. */
const gapOf = (unique: number): number => [0, 3, 20, 60][unique % 4] ?? 0;

const fromWorker = "require('node:worker_threads').parentPort.postMessage";

const messageOf = async (worker: Worker): Promise<void> => {
  await once(worker, 'message');
  void worker.terminate();
};

const chain = (links: number, next: (link: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const link = (left: number): void => (left === 0 ? resolve() : next(() => link(left - 1)));
    link(links);
  });

/** A WebAssembly module of many functions, told apart by a custom section. */
export const makeModule = (unique: number): Uint8Array<ArrayBuffer> => {
  const functions = 1000;
  const varint = (value: number): number[] =>
    value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
  const section = (id: number, content: readonly number[]): number[] => [id, ...varint(content.length), ...content];
  const many = (each: readonly number[]): number[] => [
    ...varint(functions),
    ...Array.from({ length: functions }, () => each).flat(),
  ];
  const name = [...Buffer.from(`module ${unique}`)];
  const head = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  return Uint8Array.from([
    ...head,
    ...section(0, [name.length, ...name]),
    ...section(1, [0x01, 0x60, 0x00, 0x00]),
    ...section(3, many([0x00])),
    ...section(10, many([0x02, 0x00, 0x0b])),
  ]);
};

/** Real work of all kinds, each of which ends by itself while virtual time stands still. */
export const operations = {
  readSmall: ({ smallFile }) => fs.promises.readFile(smallFile),
  readLarge: ({ largeFile }) => fs.promises.readFile(largeFile),
  readByCallback: ({ smallFile }) => promisify(fs.readFile)(smallFile),
  write: ({ directory }, unique) => fs.promises.writeFile(path.join(directory, `${unique}`), 'text'),
  listDirectory: ({ directory }) => fs.promises.readdir(directory),
  streamFile: ({ largeFile }) => pipeline(fs.createReadStream(largeFile), crypto.createHash('sha256')),
  digestSmall: () => subtle.digest('SHA-256', Buffer.from('small')),
  digestLarge: () => subtle.digest('SHA-512', large),
  signHmac: async () => {
    const key = await subtle.importKey('raw', Buffer.alloc(32), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    await subtle.sign('HMAC', key, large);
  },
  generateKey: () => subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']),
  scrypt: () => promisify(crypto.scrypt)('password', 'salt', 32),
  pbkdf2: () => promisify(crypto.pbkdf2)('password', 'salt', 2000, 32, 'sha256'),
  randomBytes: () => promisify(crypto.randomBytes)(1000),
  gzipSmall: () => promisify(zlib.gzip)('small'),
  gzipLarge: () => promisify(zlib.gzip)(large),
  decompress: () => {
    const stream = new Blob([zlib.gzipSync(large)]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream as ReadableStream).arrayBuffer();
  },
  lookup: () => dns.promises.lookup('localhost'),
  lookupService: () => dns.promises.lookupService('127.0.0.1', 80),
  fetchLoopback: async ({ loopback }) => (await fetch(loopback)).text(),
  httpLoopback: ({ loopback, agent }) => getWithHttp(loopback, agent),
  fetchElsewhere: async ({ elsewhere }) => (await fetch(elsewhere)).text(),
  httpElsewhere: ({ elsewhere, agent }) => getWithHttp(elsewhere, agent),
  rawTcp: async ({ rawPort }) => {
    const socket = net.connect(rawPort, '127.0.0.1');
    socket.write('question');
    await once(socket, 'data');
    socket.destroy();
  },
  fetchParts: async ({ elsewhere }, unique) => (await fetch(`${elsewhere}chunks/${gapOf(unique)}`)).text(),
  fetchSecure: async ({ secure }) => (await fetch(secure)).text(),
  fetchSecureParts: async ({ secure }, unique) => (await fetch(`${secure}chunks/${gapOf(unique)}`)).text(),
  http2Parts: ({ secure }, unique) => getWithHttp2(secure, `/chunks/${gapOf(unique)}`),
  undiciParts: async ({ elsewhere }, unique) => (await request(`${elsewhere}chunks/${gapOf(unique)}`)).body.text(),
  httpParts: ({ elsewhere, agent }, unique) => getWithHttp(`${elsewhere}parts/${gapOf(unique)}`, agent),
  rawParts: async ({ rawPort }, unique) => {
    const socket = net.connect(rawPort, '127.0.0.1');
    socket.write(`parts ${gapOf(unique)}`);
    let length = 0;
    while (length < 16) length += ((await once(socket, 'data')) as [Buffer])[0].length;
    socket.destroy();
  },
  // Many questions on one connection, which are answered in any order.
  rawPipelined: async ({ pipeline: socket }, unique) => {
    const answers = new Set([`${unique}a;`, `${unique}b;`]);
    for (const question of answers) socket.write(question);
    await new Promise<void>((resolve) => {
      let heard = '';
      const hear = (data: Buffer): void => {
        heard += data.toString();
        for (const answer of answers) if (heard.includes(answer)) answers.delete(answer);
        if (answers.size > 0) return;
        socket.off('data', hear);
        resolve();
      };
      socket.on('data', hear);
    });
  },
  workerData: (_, unique) =>
    messageOf(
      new Worker(`${fromWorker}(require('node:worker_threads').workerData)`, { eval: true, workerData: unique }),
    ),
  workerSpeaksFirst: () => messageOf(new Worker(`setTimeout(() => ${fromWorker}('there'), 5)`, { eval: true })),
  workerExit: () => once(new Worker(`${fromWorker}('soon over')`, { eval: true }), 'exit'),
  workerPort: async ({ worker }, unique) => {
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ port: port2, unique }, [port2]);
    await once(port1, 'message');
    port1.close();
  },
  workerBroadcast: async ({ worker }, unique) => {
    const channel = new BroadcastChannel(`answers ${unique}`);
    const answer = once(channel as unknown as EventTarget, 'message');
    worker.postMessage({ channel: `answers ${unique}` }, []);
    await answer;
    channel.close();
  },
  waitAsync: async ({ worker }) => {
    const memory = new Int32Array(new SharedArrayBuffer(4));
    const wait = Reflect.get(Atomics, 'waitAsync') as (...args: unknown[]) => { readonly value: Promise<string> };
    const { value } = wait(memory, 0, 0);
    worker.postMessage({ memory }, []);
    await value;
  },
  askWorker: ({ worker }, unique) =>
    new Promise<void>((resolve) => {
      const hear = (answer: unknown): void => {
        if (answer !== unique) return;
        worker.off('message', hear);
        resolve();
      };
      worker.on('message', hear);
      worker.postMessage(unique, []);
    }),
  execute: () => promisify(execFile)(process.execPath, ['-e', '0']),
  immediates: () => chain(12, setImmediate),
  ticks: () => chain(50, (link) => process.nextTick(link)),
  microtasks: () => chain(200, queueMicrotask),
  messageChannel: async () => {
    const { port1, port2 } = new MessageChannel();
    port2.once('message', (message: unknown) => port2.postMessage(message));
    const answer = once(port1, 'message');
    port1.postMessage('question');
    await answer;
    port1.close();
  },
  blob: () => new Blob([large, 'more']).arrayBuffer(),
  fileAsBlob: async ({ largeFile }) => (await fs.openAsBlob(largeFile)).arrayBuffer(),
  fileByHttp2: async ({ largeFile }) => {
    const server = http2.createServer().on('stream', (stream) => stream.respondWithFile(largeFile));
    await once(server.listen(0), 'listening');
    await getWithHttp2(`http://localhost:${(server.address() as net.AddressInfo).port}`, '/');
    server.close();
  },
  // A thousand empty functions: enough to be compiled on another thread, and never found in a cache.
  compile: (_, unique) => WebAssembly.compile(makeModule(unique)),
  importModule: ({ importNatively }, unique) => importNatively(`data:text/javascript,export default ${unique}`),
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

const kinds = new RegExp(process.env['STRESS_KINDS'] ?? '', 'u');

/** All of them, or those that `STRESS_KINDS=^worker` names. */
export const operationNames = (Object.keys(operations) as readonly OperationName[]).filter((name) => kinds.test(name));
