import childProcess from 'node:child_process';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import zlib from 'node:zlib';

/**
 * A process of its own: what does it find changed at each stage of a simulation's life? Prints one JSON object. The package, as it
 * is built, is the module that it is told.
 */
const [, , built = ''] = process.argv;

// What loads itself at its first use is used first: that is Node's doing, and nobody's leftover.
await fetch('http://127.0.0.1:1').catch(() => undefined);
const secure = https.get('https://127.0.0.1:1').on('error', () => undefined);
const timeout = setTimeout(() => undefined, 1);
const socket = net.connect({ host: '127.0.0.1', port: 1 }).on('error', () => undefined);
const tcp = Object.getPrototypeOf(Reflect.get(socket, '_handle')) as object;
const bind = Reflect.get(process, 'binding') as (this: NodeJS.Process, name: string) => object;
await Promise.all([secure, socket].map((refused) => new Promise((resolve) => void refused.once('close', resolve))));

const owners: Readonly<Record<string, object>> = {
  globalThis,
  http,
  https,
  net,
  tls,
  timers,
  timersPromises,
  zlib,
  childProcess,
  scheduler: timersPromises.scheduler,
  'Socket.prototype': net.Socket.prototype,
  'TCP.prototype': tcp,
  cares: bind.call(process, 'cares_wrap'),
  'TLSSocket.prototype': tls.TLSSocket.prototype,
  'ClientRequest.prototype': http.ClientRequest.prototype,
  'Agent.prototype': http.Agent.prototype,
  'Worker.prototype': Worker.prototype,
  'Timeout.prototype': Object.getPrototypeOf(timeout) as object,
  'Promise.prototype': Promise.prototype,
  Date,
  'Date.prototype': Date.prototype,
  AbortSignal,
  WebAssembly,
  performance,
  process,
  hrtime: process.hrtime,
};

type Inventory = ReadonlyMap<string, PropertyDescriptor>;

const takeInventory = (): Inventory => {
  const found = new Map<string, PropertyDescriptor>();
  for (const [name, owner] of Object.entries(owners)) {
    const descriptors = Object.getOwnPropertyDescriptors(owner) as Record<PropertyKey, PropertyDescriptor>;
    for (const key of Reflect.ownKeys(descriptors)) {
      const descriptor = descriptors[key];
      if (descriptor !== undefined) found.set(`${name}.${String(key)}`, descriptor);
    }
  }
  for (const event of process.eventNames()) {
    found.set(`listeners of ${String(event)}`, { value: process.listenerCount(event) });
  }
  return found;
};

const fields = ['value', 'get', 'set', 'writable', 'enumerable', 'configurable'] as const;

/** What Node itself keeps counting. */
const restless = /^process\.(_exiting|_events|_eventsCount)$/;

const changesSince = (before: Inventory): readonly string[] => {
  const after = takeInventory();
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => {
    const [one, other] = [before.get(name), after.get(name)];
    return !restless.test(name) && !fields.every((field) => Object.is(one?.[field], other?.[field]));
  });
};

// Node looks some of its own properties up at their first use.
// Node 26 writes a warning when that is looked at.
for (const owner of [globalThis, process])
  for (const key of Reflect.ownKeys(owner)) if (key !== 'localStorage') Reflect.get(owner, key);
const before = takeInventory();
const stages: Record<string, unknown> = {};

const { simulate } = (await import(built)) as typeof import('../../src/index.ts');
stages['after import'] = changesSince(before);

const use = async (sim: Awaited<ReturnType<typeof simulate>>): Promise<void> => {
  await sim.run(async () => {
    await fetch(`${sim.env.regions['eu-west-1']}/orders/data-queries`, { method: 'POST' });
    await new Promise((resolve) => {
      setTimeout(resolve, 60_000);
    });
  });
};

const one = await simulate();
await use(one);
stages['while it lives'] = changesSince(before).length > 0;
await one.stop();
stages['after stop'] = changesSince(before);

const thrown = await simulate();
await thrown.run(() => Promise.reject(new Error('in the body'))).catch(() => undefined);
await thrown.stop();
stages['after a throw in the body'] = changesSince(before);

const unfired = await simulate();
unfired.on('sendEmail').expireToken();
stages['a throw in stop'] = await unfired.stop().then(
  () => 'none',
  (error: { readonly code?: unknown }) => error.code,
);
stages['after a throw in stop'] = changesSince(before);

for (const order of [
  [0, 1],
  [1, 0],
] as const) {
  const pair = [await simulate(), await simulate()] as const;
  await use(pair[0]);
  await pair[order[0]].stop();
  await use(pair[order[1]]);
  await pair[order[1]].stop();
  stages[`after two, of which number ${order[0]} stopped first`] = changesSince(before);
}

for (const transport of ['fetch', 'none', 'server'] as const) {
  const sim = await simulate({ transport });
  await use(sim).catch(() => undefined);
  await sim.stop();
  stages[`after one by ${transport}`] = changesSince(before);

  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    const pair = [await simulate(), await simulate({ transport })] as const;
    await pair[order[0]].stop();
    await pair[order[1]].stop();
    const other = [await simulate({ transport, clock: 'real' }), await simulate()] as const;
    await other[order[0]].stop();
    await other[order[1]].stop();
    stages[`after two, one of them by ${transport}, of which number ${order[0]} stopped first`] = changesSince(before);
  }
}

await new Promise((resolve) => {
  setImmediate(() => setImmediate(resolve));
});
clearTimeout(timeout);
stages['handles'] = process
  .getActiveResourcesInfo()
  .filter((name) => !/^(PipeWrap|TTYWrap|Pipe|MessagePort)$/.test(name));

/** Simulations that nobody holds any more are collected, with their worlds. */
const abandoned: WeakRef<object>[] = [];
for (let round = 0; round < 20; round++) {
  const sim = await simulate({ customer: { records: 50 } });
  await use(sim);
  await sim.stop();
  abandoned.push(new WeakRef(sim), new WeakRef(sim.trace));
}
for (let round = 0; round < 10; round++) {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  globalThis.gc?.();
}
stages['still held of 40'] = abandoned.filter((reference) => reference.deref() !== undefined).length;

process.stdout.write(JSON.stringify(stages));
