import crypto from 'node:crypto';
import * as namedCrypto from 'node:crypto';
import * as namedTimers from 'node:timers';
import * as namedPromises from 'node:timers/promises';
import net from 'node:net';
import { performance as hooked } from 'node:perf_hooks';
import process from 'node:process';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import tls from 'node:tls';
import { BroadcastChannel, MessagePort, Worker } from 'node:worker_threads';

const timeout = setTimeout(() => undefined, 1);
clearTimeout(timeout);

export const owners = {
  globalThis,
  timers,
  timersPromises,
  scheduler: timersPromises.scheduler,
  Date,
  'Date.prototype': Date.prototype,
  performance: hooked,
  process,
  hrtime: process.hrtime,
  AbortSignal,
  WebAssembly,
  Math,
  crypto,
  'Crypto.prototype': Object.getPrototypeOf(crypto.webcrypto) as object,
  Atomics,
  'Socket.prototype': net.Socket.prototype,
  'TLSSocket.prototype': tls.TLSSocket.prototype,
  'Worker.prototype': Worker.prototype,
  'BroadcastChannel.prototype': BroadcastChannel.prototype as object,
  'MessagePort.prototype': MessagePort.prototype as object,
  'DateTimeFormat.prototype': Intl.DateTimeFormat.prototype,
  'Temporal.Now': Object(Reflect.get(Object(Reflect.get(globalThis, 'Temporal')), 'Now')) as object,
  'Timeout.prototype': Object.getPrototypeOf(timeout) as object,
} as const;

/** Whatever owns something of time or sockets, with all its properties. */
export const takeInventory = (): Map<string, PropertyDescriptor> => {
  const inventory = new Map<string, PropertyDescriptor>();
  for (const [name, owner] of Object.entries(owners)) {
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      inventory.set(`${name}.${key}`, descriptor);
    }
  }
  inventory.set('named randomUUID', { value: namedCrypto.randomUUID });
  inventory.set('named setTimeout', { value: namedTimers.setTimeout });
  inventory.set('named setImmediate', { value: namedTimers.setImmediate });
  inventory.set('named promised setTimeout', { value: namedPromises.setTimeout });
  return inventory;
};

/** By identity, for two functions with the same source are not the same. */
export const differences = (
  before: Map<string, PropertyDescriptor>,
  after: Map<string, PropertyDescriptor>,
): string[] => {
  const fields = ['value', 'get', 'set', 'writable', 'enumerable', 'configurable'] as const;
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter(
    (name) =>
      fields.some((field) => !Object.is(before.get(name)?.[field], after.get(name)?.[field])) ||
      !before.has(name) ||
      !after.has(name),
  );
};
