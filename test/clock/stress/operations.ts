import { execFile } from 'node:child_process';
import crypto from 'node:crypto';
import dns from 'node:dns';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { MessageChannel } from 'node:worker_threads';
import zlib from 'node:zlib';
import type { Surroundings } from './surroundings.ts';

type Operation = (around: Surroundings, unique: number) => Promise<unknown>;

const { subtle } = globalThis.crypto;
const large = Buffer.alloc(300_000, 'a large body');

const getWithHttp = (url: string, agent: http.Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    http.get(url, { agent }, (response) => response.resume().on('end', () => resolve())).on('error', reject);
  });

const chain = (links: number, next: (link: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const link = (left: number): void => (left === 0 ? resolve() : next(() => link(left - 1)));
    link(links);
  });

/** A WebAssembly module of many functions, told apart by a custom section. */
const makeModule = (unique: number): Uint8Array<ArrayBuffer> => {
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
  // A thousand empty functions: enough to be compiled on another thread, and never found in a cache.
  compile: (_, unique) => WebAssembly.compile(makeModule(unique)),
  importModule: ({ importNatively }, unique) => importNatively(`data:text/javascript,export default ${unique}`),
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export const operationNames = Object.keys(operations) as readonly OperationName[];
