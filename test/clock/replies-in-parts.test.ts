import { once } from 'node:events';
import http from 'node:http';
import http2, { type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulate } from '../../src/simulate.ts';
import { sampled } from '../sampled.ts';
import { epoch, onTimeline, openTimeline, passed, sleep } from './begin.ts';
import { type OtherProcess, startOtherProcess } from './stress/other-process.ts';

let other: OtherProcess;
beforeAll(async () => {
  other = await startOtherProcess();
});
afterAll(() => other.stop());

const url = (path: string): string => `http://127.0.0.1:${other.webPort}/${path}`;

/** By HTTP/2, where the client speaks it. */
const secureUrl = (path: string): string => `https://127.0.0.1:${other.securePort}/${path}`;

const whole = 'part'.repeat(4);

/** How clients read a reply that comes in four parts, so many real milliseconds apart. */
const clients: Readonly<Record<string, (gap: number) => Promise<string>>> = {
  fetch: async (gap) => (await fetch(url(`chunks/${gap}`))).text(),
  'fetch over TLS': async (gap) => (await fetch(secureUrl(`chunks/${gap}`))).text(),
  'node:http2': async (gap) => {
    const session = http2.connect(secureUrl(''));
    const heard = await text(session.request({ ':path': `/chunks/${gap}` }));
    session.close();
    return heard;
  },
  undici: async (gap) => (await request(url(`chunks/${gap}`))).body.text(),
  'node:http': (gap) =>
    new Promise((resolve, reject) => {
      http.get(url(`chunks/${gap}`), (response) => resolve(text(response))).on('error', reject);
    }),
  'raw TCP': async (gap) => {
    const socket = net.connect(other.rawPort, '127.0.0.1');
    socket.write(`parts ${gap}`);
    let heard = '';
    for await (const part of socket) {
      heard += String(part);
      if (heard === whole) break;
    }
    return heard;
  },
};

const cases = Object.keys(clients).flatMap((name) => [3, 20, 100].map((gap) => [name, gap] as const));

/** A client that gives its database ten seconds. */
const withLimit = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, sleep(10_000).then(() => 'timed out')]);

test.each(sampled(cases, { every: 2 }))(
  'by %s, time waits for the whole of a real reply in parts %i ms apart',
  async (name, gap) => {
    await using timeline = openTimeline();
    const answer = await timeline.run(async () => [await withLimit(clients[name]?.(gap) ?? sleep(0)), passed()]);

    expect(answer).toEqual([whole, 0]);
  },
);

test.each(sampled(Object.keys(clients), { every: 2, from: 1 }))(
  'by %s, beside a simulation that intercepts sockets, it does, too',
  async (name) => {
    await using sim = await simulate({ epoch: new Date(epoch).toISOString() });

    const answer = await sim.run(async () => [await withLimit(clients[name]?.(20) ?? sleep(0)), passed()]);

    expect(answer).toEqual([whole, 0]);
  },
);

test('a client that has gone on after a reply in raw TCP is not kept waiting for more of it', async () => {
  await using timeline = openTimeline();
  const socket = net.connect(other.rawPort, '127.0.0.1');
  await once(socket, 'connect');
  const began = performance.now();

  await timeline.run(async () => {
    for (let round = 0; round < 20; round++) {
      socket.write('question');
      await once(socket, 'data');
      await sleep(60_000);
    }
  });
  socket.destroy();

  expect(timeline.now()).toBe(epoch + 20 * 60_000);
  // Twenty times a quarter of a second, if it were.
  expect(performance.now() - began).toBeLessThan(4500);
});

test('of questions sent one after the other on one connection, each is waited for', async () => {
  await using timeline = openTimeline();
  const instants = await timeline.run(async () => {
    const socket = net.connect(other.rawPort, '127.0.0.1');
    await once(socket, 'connect');
    const seen: number[] = [];
    let heard = '';
    const all = new Promise<void>((resolve) => {
      socket.on('data', (data: Buffer) => {
        heard += data.toString();
        seen.push(passed());
        // Whoever has an answer goes on at once, as the task does that awaits it.
        setTimeout(() => undefined, 1000);
        if (heard.length === 16) resolve();
      });
    });
    for (let question = 0; question < 8; question++) socket.write(`${question};`);
    await all;
    socket.destroy();
    return seen;
  });

  expect(new Set(instants)).toEqual(new Set([0]));
});

const fullOfWords: Readonly<Record<string, () => Duplex>> = {
  'raw TCP': () => {
    const socket = net.connect(other.rawPort, '127.0.0.1');
    socket.write('stream 5');
    return socket;
  },
  'HTTP/2': () => http2.connect(secureUrl('')).request({ ':path': '/stream/5' }),
};

test.each(Object.entries(fullOfWords))(
  'a client of %s that has stopped reading is not waited for',
  async (_name, ask) => {
    await using timeline = openTimeline();
    const began = performance.now();

    await timeline.run(async () => {
      const asked = ask();
      await once(asked, 'data');
      asked.pause();
      await sleep(60_000);
      asked.destroy();
    });

    expect(timeline.now()).toBe(epoch + 60_000);
    expect(performance.now() - began).toBeLessThan(1900);
  },
);

const downloads: Readonly<Record<string, () => Promise<string>>> = {
  'HTTP/1.1': async () => (await fetch(url('parts/750'))).text(),
  'HTTP/2': () => text(http2.connect(secureUrl('')).request({ ':path': '/parts/750' })),
};

test.each(Object.entries(downloads))(
  'a reply of %s that says how long it is has all the time that it takes',
  async (_version, download) => {
    await using timeline = openTimeline();
    const answer = await timeline.run(async () => [await withLimit(download()), passed()]);

    expect(answer).toEqual([whole, 0]);
  },
);

const leaves: Readonly<Record<string, (session: ClientHttp2Session, stream: ClientHttp2Stream) => unknown>> = {
  'gives up': (_session, stream) => stream.destroy(),
  'lets the process end without': (session) => session.unref(),
};

test.each(Object.entries(leaves))('a reply of HTTP/2 that the client %s is not waited for', async (_what, leave) => {
  await using timeline = openTimeline();
  const began = performance.now();

  await timeline.run(async () => {
    const session = http2.connect(secureUrl(''));
    const stream = session.request({ ':path': '/stream/60000' });
    await once(stream, 'data');
    leave(session, stream);
    await sleep(60_000);
    session.destroy();
  });

  expect(timeline.now()).toBe(epoch + 60_000);
  expect(performance.now() - began).toBeLessThan(1900);
});

const endless: Readonly<Record<string, (signal: AbortSignal) => Promise<void>>> = {
  'server-sent events': async (signal) => {
    const { body } = await fetch(url('events/40'), { signal });
    for await (const _ of body ?? []);
  },
  'server-sent events over HTTP/2': async (signal) => {
    for await (const _ of http2.connect(secureUrl('')).request({ ':path': '/events/40' }, { signal }));
  },
  'a server that talks on in raw TCP': async (signal) => {
    const socket = net.connect({ port: other.rawPort, host: '127.0.0.1', signal });
    socket.write('stream 40');
    for await (const _ of socket);
  },
  'a reply in HTTP without an end': async (signal) => {
    const { body } = await fetch(url('stream/40'), { signal });
    for await (const _ of body ?? []);
  },
  'server-sent events by node:http': (signal) =>
    new Promise((_, reject) => {
      http.get(url('events/40'), { signal }, (response) => response.on('error', reject).resume()).on('error', reject);
    }),
};

/** All beside each other; in depth each by itself, too. */
const endings = [Object.keys(endless), ...Object.keys(endless).map((name) => [name])];

test.each(sampled(endings, { every: endings.length }).map((names) => [names.join(', '), names] as const))(
  '%s keep time for two real seconds at most',
  async (_what, names) => {
    await using timeline = openTimeline();
    const controller = new AbortController();
    const began = performance.now();

    await timeline.run(async () => {
      const streams = names.map(async (name) => endless[name]?.(controller.signal).catch(() => 'cut'));
      await sleep(3_600_000);
      controller.abort();
      await Promise.all(streams);
    });

    expect(timeline.now()).toBe(epoch + 3_600_000);
    expect(performance.now() - began).toBeLessThan(6000);
  },
);

test('events over HTTP/2 that keep a client waiting for the next one keep no time', async () => {
  await using timeline = openTimeline();
  const began = performance.now();

  await timeline.run(async () => {
    const events = http2.connect(secureUrl('')).request({ ':path': '/events/60000' });
    await once(events, 'data');
    await sleep(60_000);
    events.destroy();
  });

  expect(timeline.now()).toBe(epoch + 60_000);
  expect(performance.now() - began).toBeLessThan(1900);
});

test('a stream that was there before does not keep time at all', async () => {
  const controller = new AbortController();
  const { body } = await fetch(url('stream/40'), { signal: controller.signal });
  const reader = body?.getReader();
  const reading = (async () => {
    while ((await reader?.read())?.done === false);
  })().catch(() => 'cut');
  const began = performance.now();

  await onTimeline((timeline) => timeline.run(() => sleep(3_600_000)));

  expect(performance.now() - began).toBeLessThan(1900);
  controller.abort();
  await reading;
});
