import { once } from 'node:events';
import http2 from 'node:http2';
import net from 'node:net';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { MessageChannel } from 'node:worker_threads';
import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { createTimeline } from '../../src/clock/create-timeline.ts';
import { allSignals } from '../../src/clock/installation.ts';
import { watchSocketReplies } from '../../src/clock/signals/socket-replies.ts';
import type { Timeline } from '../../src/clock/timeline.ts';
import { makeCertificate } from '../../src/transport/tls/certificate.ts';
import { portOf } from '../port-of.ts';
import { epoch, onTimeline, sleep } from './begin.ts';

/**
 * Work for which nothing new has to be made that would be told of: on something that has been there for a while, or put off to the
 * next turn of the event loop. Time stands still all the same.
 */

const turn = promisify(setImmediate);
const compress = promisify(zlib.deflate);

const bytes = Buffer.alloc(300_000, 'a large body');

interface Connection {
  readonly client: net.Socket;
  readonly server: net.Socket;
}

const connect = async (): Promise<Connection> => {
  const listener = net.createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const accepted = once(listener, 'connection');
  const client = net.connect((listener.address() as net.AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  const [server] = (await accepted) as [net.Socket];
  listener.close();
  return { client, server };
};

const connectEncrypted = async (greeting = ''): Promise<tls.TLSSocket> => {
  const listener = tls.createServer(makeCertificate(), (server) => {
    server.on('error', () => undefined);
    server.resume().write(greeting);
  });
  const client = tls.connect({ host: '127.0.0.1', port: await portOf(listener), rejectUnauthorized: false });
  await once(client, 'secureConnect');
  listener.close();
  return client;
};

/** What there is at first, and what is done with it a virtual minute later. */
const works: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  'a connection that is closed': async () => {
    const { client, server } = await connect();
    server.resume().on('error', () => undefined);
    return () => {
      client.destroy();
      return once(client, 'close');
    };
  },
  'a connection that is read again': async () => {
    const { client, server } = await connect();
    client.pause();
    server.write('kept back');
    return async () => {
      const heard = once(client, 'data');
      client.resume();
      await heard;
      client.destroy();
    };
  },
  'a connection that is read on by hand': async () => {
    const { client, server } = await connect();
    client.on('readable', () => undefined);
    server.end(bytes);
    return async () => {
      for (let heard = 0; heard < bytes.length; ) {
        const part = client.read() as Buffer | null;
        heard += part?.length ?? 0;
        if (part === null) await once(client, 'readable');
      }
      client.destroy();
    };
  },
  'an encrypted connection that is closed': async () => {
    const client = await connectEncrypted();
    return () => {
      client.destroy();
      return once(client, 'close');
    };
  },
  'an encrypted connection that is read again': async () => {
    const client = await connectEncrypted('kept back');
    client.pause();
    return async () => {
      const heard = once(client, 'data');
      client.resume();
      await heard;
      client.destroy();
    };
  },
  'a reply of HTTP/2 that is given at last': async () => {
    const listener = http2.createServer();
    const session = http2.connect(`http://127.0.0.1:${await portOf(listener)}`);
    const asked = once(listener, 'stream');
    const request = session.request({ ':path': '/' }).resume();
    const [reply] = (await asked) as [http2.ServerHttp2Stream];
    return async () => {
      const heard = once(request, 'close');
      reply.respond({ ':status': 204 }, { endStream: true });
      await heard;
      session.destroy();
      listener.close();
    };
  },
  'a port that is listened to': async () => {
    const { port1, port2 } = new MessageChannel();
    port1.postMessage('kept back');
    return async () => {
      await once(port2, 'message');
      port1.close();
    };
  },
  'a port that is closed': async () => {
    const { port1, port2 } = new MessageChannel();
    port2.on('message', () => undefined);
    return () => {
      port1.close();
      return once(port2, 'close');
    };
  },
  'a blob that is read on': async () => {
    const reader = new Blob([bytes, bytes]).stream().getReader();
    await reader.read();
    return async () => {
      while (!(await reader.read()).done);
    };
  },
  'a stream that compresses on': async () => {
    const gzip = zlib.createGzip();
    gzip.write('some');
    return async () => {
      gzip.resume().end(bytes);
      await once(gzip, 'end');
    };
  },
  'the next turn of the event loop': async () => () => turn(),
  'turns of the event loop, one after the other': async () => async () => {
    for (let taken = 0; taken < 40; taken++) await turn();
  },
  'work that is begun in a later turn': async () => async () => {
    await turn();
    await turn();
    await compress(bytes);
  },
  'turns that work ends in': async () => async () => {
    await compress(bytes);
    for (let taken = 0; taken < 3; taken++) await turn();
  },
};

const holdsTime = async (begin: () => Promise<() => Promise<unknown>>, timeline: Timeline): Promise<void> => {
  for (const hour of [1, 2, 3]) {
    await timeline.run(async () => {
      const goOn = await begin();
      await sleep(3_600_000 * hour - 2 - (Date.now() - epoch));
      // By now time moves without any look at the process.
      await sleep(1);
      await sleep(1);
      const background = setInterval(() => undefined, 10);
      await goOn();
      clearInterval(background);
    });

    expect(timeline.now()).toBe(epoch + 3_600_000 * hour);
  }
};

test.each(Object.entries(works))('%s holds time', (_, begin) => onTimeline((timeline) => holdsTime(begin, timeline)));

/** As when it has been silent for so long that nobody awaits a reply on it. */
const withoutReplies = allSignals.filter((signal) => signal !== watchSocketReplies);

test.each(Object.entries(works).filter(([name]) => name.includes('connection') || name.includes('HTTP/2')))(
  '%s holds time, though no reply is awaited on it',
  async (_, begin) => {
    const timeline = createTimeline({ epoch, label: 'test' }, withoutReplies);
    try {
      await holdsTime(begin, timeline);
    } finally {
      await timeline.dispose();
    }
  },
);
