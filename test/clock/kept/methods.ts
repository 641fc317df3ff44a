import { once } from 'node:events';
import net from 'node:net';
import { onTestFinished } from 'vitest';
import { http2Internals, prototypeWith } from '../../../src/clock/http2-internals.ts';
import type { Timeline } from '../../../src/clock/timeline.ts';
import { onTimeline } from '../begin.ts';
import { owners } from '../inventory.ts';
import type { Surroundings } from '../stress/surroundings.ts';
import { portOf } from '../../port-of.ts';

/** Gets ready, and returns what is then to be done while time stands still. */
export type Prepare = (around: Surroundings) => Promise<() => Promise<unknown>>;

export const connect = async (): Promise<readonly [net.Socket, net.Socket]> => {
  const listener = net.createServer();
  const accepted = once(listener, 'connection');
  const client = net.connect(await portOf(listener), '127.0.0.1');
  await once(client, 'connect');
  listener.close();
  return [client, ((await accepted) as [net.Socket])[0].resume().on('error', () => undefined)];
};

export const closeOne = async (): Promise<() => Promise<unknown>> => {
  const [client] = await connect();
  return () => once(client.destroy(), 'close');
};

const { clients = {}, streams = {}, natives = {} } = http2Internals() ?? {};

/** Sockets have a handle once they are told to connect. */
const ofHandles = (name: string): object => {
  const socket = net.connect(9, '127.0.0.1').on('error', () => undefined);
  const handle = Reflect.get(socket, '_handle') as object;
  socket.destroy();
  return prototypeWith(handle, name) ?? {};
};

const find = (name: string): readonly [object, string] => {
  const at = name.lastIndexOf('.');
  const [owner, key] = [name.slice(0, at), name.slice(at + 1)];
  const hidden: Readonly<Record<string, () => object>> = {
    clients: () => clients,
    streams: () => streams,
    natives: () => natives,
    handles: () => ofHandles(key),
  };
  return [hidden[owner]?.() ?? owners[owner as keyof typeof owners], key];
};

export type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Puts a method where `name` says. */
export const put = (name: string, method: unknown): void => {
  const [owner, key] = find(name);
  Object.defineProperty(owner, key, { value: method, writable: true, configurable: true });
};

/** After the test there is what is there now. */
export const putBack = (name: string): void => {
  const [owner, key] = find(name);
  const before = Object.getOwnPropertyDescriptor(owner, key);
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(owner, key);
    else Object.defineProperty(owner, key, before);
  });
};

export const present = (name: string): Method => {
  const [owner, key] = find(name);
  return Reflect.get(owner, key) as Method;
};

/** Calls `work` within a simulation that has met a connection: some is replaced only then. */
export const inSimulation = <T>(work: (timeline: Timeline) => T | Promise<T>): Promise<T> =>
  onTimeline(async (timeline) => {
    const close = await closeOne();
    await timeline.run(close);
    return work(timeline);
  });
