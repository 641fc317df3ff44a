import { once } from 'node:events';
import { BroadcastChannel, MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { epoch, openTimeline, passed, sleep } from './begin.ts';

const head = `
  const { parentPort, workerData, BroadcastChannel } = require('node:worker_threads');
  const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
`;

const start = (program: string, workerData?: unknown, transferList: readonly MessagePort[] = []): Worker =>
  new Worker(`${head}(async () => {${program}})();`, { eval: true, workerData, transferList: [...transferList] });

const heard = (port: Worker | MessagePort): Promise<unknown> =>
  new Promise((resolve) => {
    const hear = (message: unknown): void => resolve(message);
    if (port instanceof Worker) port.once('message', hear);
    else port.once('message', hear);
  });

/** Not in the types of the oldest version that is supported. */
const waitAsync = (memory: Int32Array): Promise<string> => {
  const wait = Reflect.get(Atomics, 'waitAsync') as (...args: unknown[]) => { readonly value: Promise<string> };
  return wait(memory, 0, 0).value;
};

/** What a client has from a worker, which takes some real time for it. */
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'a worker that was given workerData': () =>
    heard(start('await rest(30); parentPort.postMessage(workerData * 2)', 21)),
  'a worker that speaks first': () => heard(start('parentPort.postMessage(42)')),
  'the end of a worker that says nothing': async () => ((await once(start('await rest(30)'), 'exit')) as [unknown])[0],
  'the end of a worker that has spoken': async () =>
    ((await once(start('parentPort.postMessage(1); await rest(60)'), 'exit')) as [unknown])[0],
  'the last of several messages': async () => {
    const worker = start('for (let part = 0; part < 4; part++) { await rest(40); parentPort.postMessage(part); }');
    let part: unknown;
    while (part !== 3) part = await heard(worker);
    return part;
  },
  'Atomics.waitAsync': async () => {
    const shared = new Int32Array(new SharedArrayBuffer(4));
    const waiting = waitAsync(shared);
    const worker = start('await rest(30); Atomics.store(workerData, 0, 7); Atomics.notify(workerData, 0)', shared);
    const outcome = await waiting;
    await worker.terminate();
    return outcome;
  },
  'a BroadcastChannel of a worker': async () => {
    const channel = new BroadcastChannel('from a worker');
    const message = once(channel as unknown as EventTarget, 'message');
    const worker = start("await rest(30); new BroadcastChannel('from a worker').postMessage('wide')");
    const [{ data: told }] = (await message) as [{ readonly data: unknown }];
    channel.close();
    await worker.terminate();
    return told;
  },
  'a port that was given to a worker at its start': async () => {
    const { port1, port2 } = new MessageChannel();
    const worker = start(
      "parentPort.postMessage('ready'); workerData.on('message', async (n) => { await rest(30); workerData.postMessage(n + 1); })",
      port2,
      [port2],
    );
    await heard(worker);
    const answers: unknown[] = [];
    for (let question = 0; question < 3; question++) {
      port1.postMessage(question);
      answers.push(await heard(port1));
    }
    await worker.terminate();
    return answers.join(' ');
  },
  'a port that was sent to a worker': async () => {
    const { port1, port2 } = new MessageChannel();
    const worker = start("parentPort.on('message', async (port) => { await rest(30); port.postMessage('by port'); })");
    worker.postMessage(port2, [port2]);
    const answer = await heard(port1);
    await worker.terminate();
    return answer;
  },
};

const told = async (sender: BroadcastChannel, hearer: BroadcastChannel): Promise<unknown> => {
  const message = once(hearer as unknown as EventTarget, 'message') as Promise<[{ readonly data: unknown }]>;
  sender.postMessage('to all');
  const [{ data }] = await message;
  sender.close();
  hearer.close();
  return data;
};

test.each([
  ['of node:worker_threads', BroadcastChannel],
  ['of the global name', globalThis.BroadcastChannel as unknown as typeof BroadcastChannel],
])('a BroadcastChannel %s posts within a simulation, and beside one', async (_, Channel) => {
  await using timeline = openTimeline();
  const tell = (): Promise<unknown> => told(new Channel('here'), new Channel('here'));

  expect(await timeline.run(tell)).toBe('to all');
  expect(await tell()).toBe('to all');
  expect(timeline.now()).toBe(epoch);
});

const expected: Readonly<Record<string, unknown>> = {
  'a worker that was given workerData': 42,
  'a worker that speaks first': 42,
  'the end of a worker that says nothing': 0,
  'the end of a worker that has spoken': 0,
  'the last of several messages': 3,
  'Atomics.waitAsync': 'ok',
  'a BroadcastChannel of a worker': 'wide',
  'a port that was given to a worker at its start': '1 2 3',
  'a port that was sent to a worker': 'by port',
};

test.each(Object.keys(ways))('time waits for %s', async (name) => {
  await using timeline = openTimeline();
  const outcome = await timeline.run(async () => [
    await Promise.race([ways[name]?.(), sleep(60_000).then(() => 'timed out')]),
    passed(),
  ]);

  expect(outcome).toEqual([expected[name], 0]);
});

test('time waits for a message about memory that is shared', async () => {
  await using timeline = openTimeline();
  const worker = start(
    "parentPort.on('message', async ({ buffer }) => { await rest(30); new Int32Array(buffer)[0] = 42; parentPort.postMessage('done'); }); parentPort.postMessage('ready')",
  );
  const buffer = new SharedArrayBuffer(4);

  const outcome = await timeline.run(async () => {
    await heard(worker);
    await sleep(1);
    worker.postMessage({ buffer });
    return [await Promise.race([heard(worker), sleep(60_000)]), new Int32Array(buffer)[0], passed()];
  });
  await worker.terminate();

  expect(outcome).toEqual(['done', 42, 1]);
});

test('a question as esbuild asks it, whose answer is awaited in shared memory, keeps no time', async () => {
  await using timeline = openTimeline();
  const worker = start(
    "parentPort.on('message', ({ sharedBuffer }) => { new Int32Array(sharedBuffer)[0] = 1; Atomics.notify(new Int32Array(sharedBuffer), 0); }); parentPort.postMessage('ready')",
  );

  const began = performance.now();
  await timeline.run(async () => {
    await heard(worker);
    await sleep(1);
    const sharedBuffer = new SharedArrayBuffer(8);
    worker.postMessage({ sharedBuffer, id: 0, command: 'transform', args: [] });
    Atomics.wait(new Int32Array(sharedBuffer), 0, 0);
    await sleep(1000);
  });
  const real = performance.now() - began;
  await worker.terminate();

  expect(real).toBeLessThan(1900);
  expect(timeline.now()).toBe(epoch + 1001);
});

test('a worker that keeps no process from ending, and that nobody listens to, keeps no time, as the one in which tsx compiles', async () => {
  await using timeline = openTimeline();
  const { port1, port2 } = new MessageChannel();
  const worker = start(
    "workerData.on('message', async (n) => { await rest(30); workerData.postMessage(n + 1); })",
    port2,
    [port2],
  );
  worker.unref();

  const began = performance.now();
  await timeline.run(() => sleep(1000));
  const real = performance.now() - began;
  // It is waited for once it is asked, by whatever port.
  const answer = await timeline.run(async () => {
    port1.postMessage(1);
    return [await Promise.race([once(port1, 'message'), sleep(60_000)]), passed()];
  });
  port1.close();
  await worker.terminate();

  expect(real).toBeLessThan(1000);
  expect(answer).toEqual([[2], 1000]);
});

test('a pool of workers that wait for tasks keeps no time once they have said that they are there', async () => {
  await using timeline = openTimeline();
  const pool = Array.from({ length: 2 }, () =>
    start("parentPort.on('message', (task) => parentPort.postMessage(task)); parentPort.postMessage('ready')"),
  );
  const began = performance.now();

  await timeline.run(async () => {
    await Promise.all(pool.map(heard));
    for (const worker of pool) {
      worker.postMessage('task');
      await heard(worker);
      await sleep(3_600_000);
    }
  });
  const real = performance.now() - began;
  await Promise.all(pool.map((worker) => worker.terminate()));

  expect(timeline.now()).toBe(epoch + 2 * 3_600_000);
  expect(real).toBeLessThan(1900);
});

test('a worker that never says anything keeps time for two real seconds, once', async () => {
  await using timeline = openTimeline();
  const began = performance.now();

  await timeline.run(async () => {
    const worker = start("parentPort.on('message', () => {})");
    for (let hour = 0; hour < 24; hour++) await sleep(3_600_000);
    await worker.terminate();
  });

  expect(timeline.now()).toBe(epoch + 24 * 3_600_000);
  expect(performance.now() - began).toBeLessThan(6000);
});
