import { exec, spawn } from 'node:child_process';
import crypto from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import http from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { allSignals } from '../../src/clock/installation.ts';
import { realTime } from '../../src/clock/real-time.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { onTimeline, passedBeside, sleep } from './begin.ts';

const bytes = Buffer.alloc(3_000_000, 'a large body');

const passedInTimeline = (work: () => Promise<unknown>): Promise<number> =>
  onTimeline((timeline) => timeline.run(() => passedBeside(work)));

const read = async (stream: NodeJS.ReadableStream): Promise<number> => {
  let length = 0;
  for await (const part of stream) length += part.length;
  return length;
};

type Made = zlib.Gzip | zlib.BrotliCompress;

const streams: Readonly<Record<string, () => Made | Promise<Made>>> = {
  gzip: () => zlib.createGzip(),
  'gzip, with something in it': async () => {
    const gzip = zlib.createGzip();
    await new Promise((done) => void gzip.write('some', done));
    return gzip;
  },
  brotli: () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
  ...('createZstdCompress' in zlib && { zstd: zlib.createZstdCompress as () => Made }),
};

test.each(Object.entries(streams))('%s holds time by a stream that was made before', async (_name, make) => {
  const stream = await make();

  const instant = await passedInTimeline(() => {
    stream.end(bytes);
    return read(stream);
  });

  expect(instant).toBe(0);
});

test('a stream that was made in an earlier simulation holds time in the next', async () => {
  const stream = await onTimeline((timeline) => timeline.run(async () => zlib.createGzip()));

  const instants = [
    await passedInTimeline(() => new Promise((done) => void stream.write(bytes, done))),
    await passedInTimeline(() => {
      stream.end(bytes);
      return read(stream);
    }),
  ];

  expect(instants).toEqual([0, 0]);
});

test('a command holds time for as long as what it began in the background has its output', async () => {
  let said = '';

  const instant = await passedInTimeline(async () => {
    const { stdout } = await promisify(exec)(`"${process.execPath}" -e "console.log('late')" & echo soon`);
    said = stdout;
  });

  expect(said).toBe('soon\nlate\n');
  expect(instant).toBe(0);
});

test('what a command began in the background is not awaited by whoever goes on with its end', async () => {
  let id = 0;

  const seen = await seenDuring(async () => {
    const child = spawn('sh', ['-c', `"${process.execPath}" -e "setInterval(() => {}, 1000)" & echo $!`]);
    const [over, [text]] = await Promise.all([once(child, 'exit'), once(child.stdout, 'data')]);
    id = Number(text);
    return over;
  });
  process.kill(id);

  expect(seen).toEqual([]);
});

const answering = `
  const server = require('node:dgram').createSocket('udp4');
  server.on('message', (text, { port, address }) => require('node:fs').readdir('.', () => server.send(text, port, address)));
  server.bind(0, '127.0.0.1', () => console.log(server.address().port));
`;

test('an answer by UDP holds time', async () => {
  const server = spawn(process.execPath, ['-e', answering], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = Number(((await once(server.stdout, 'data')) as [Buffer])[0]);
  const socket = dgram.createSocket('udp4');

  const instant = await passedInTimeline(async () => {
    for (let question = 0; question < 20; question++) {
      const answered = once(socket, 'message');
      socket.send(`${question}`, port, '127.0.0.1');
      await answered;
    }
  });
  socket.close();
  server.kill();
  await once(server, 'exit');

  expect(instant).toBe(0);
});

/** Of newer versions of Node; the types are those of the oldest. */
interface Sqlite {
  readonly DatabaseSync: new (
    name: string,
  ) => { exec(text: string): void; prepare(text: string): { run(value: unknown): void }; close(): void };
  readonly backup?: (from: object, to: string) => Promise<unknown>;
}

test('a backup of a database holds time', async () => {
  const sqlite = process.getBuiltinModule('node:sqlite') as Sqlite | undefined;
  if (sqlite?.backup === undefined) return;
  const database = new sqlite.DatabaseSync(':memory:');
  database.exec('CREATE TABLE large (body BLOB)');
  for (let row = 0; row < 10; row++) database.prepare('INSERT INTO large VALUES (?)').run(bytes);
  const folder = temporaryFolder({});

  const instant = await passedInTimeline(async () => sqlite.backup?.(database, join(folder, 'copy')));
  database.close();

  expect(instant).toBe(0);
});

/** What is seen in flight once nothing is, or after a while. */
const seenDuring = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const signals = allSignals.map((start) => start(realTime));
  try {
    await work();
    for (let look = 0, quiet = 0; look < 200 && quiet < 3; look++) {
      await realTime.turn();
      quiet = signals.some((signal) => signal.busy() > 0) ? 0 : quiet + 1;
    }
    return signals.flatMap((signal) => signal.describe());
  } finally {
    for (const signal of signals.toReversed()) signal.stop?.();
  }
};

test('a server of this process on a Unix socket keeps nobody waiting while it sleeps', async () => {
  const server = http.createServer();
  await once(server.listen(join(temporaryFolder({}), 'socket')), 'listening');
  let request: http.ClientRequest | undefined;

  const seen = await seenDuring(() => {
    request = http.get({ socketPath: server.address() as string, agent: false }).on('error', () => undefined);
    return once(server, 'request');
  });
  request?.destroy();
  server.close();

  expect(seen).toEqual([]);
});

const bound = async (): Promise<{ readonly socket: dgram.Socket; readonly port: number }> => {
  const socket = dgram.createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { socket, port: socket.address().port };
};

test.each(['asked', 'only told'] as const)(
  'a server of this process that is %s something by UDP keeps nobody waiting, nor does its answer',
  async (how) => {
    const [client, server] = [await bound(), await bound()];
    if (how === 'asked') client.socket.on('message', () => undefined);

    const seen = await seenDuring(async () => {
      const heard = once(
        server.socket.on('message', () => undefined),
        'message',
      );
      client.socket.send('question', server.port, '127.0.0.1');
      await heard;
      if (how === 'only told') server.socket.send('and so on', client.port, '127.0.0.1');
    });
    client.socket.close();
    server.socket.close();

    expect(seen).toEqual([]);
  },
);

test('a computation is given ten times as long as what may never end', async () => {
  const signals = allSignals.map((start) => start(realTime));
  const atWork = (): readonly (boolean | undefined)[] =>
    signals.filter((signal) => signal.describe().length > 0).map((signal) => signal.takesLong?.());

  const computed = promisify(crypto.pbkdf2)('password', 'salt', 20_000, 32, 'sha256');
  const during = atWork();
  await computed;
  for (const signal of signals.toReversed()) signal.stop?.();

  expect(during).toEqual([true]);
});

test('code that asks in every turn of the event loop whether time has moved does not hold it for long', async () => {
  let turns = 0;

  await onTimeline((timeline) =>
    timeline.run(async () => {
      const state = { isAwake: false };
      void sleep(1).then(() => void (state.isAwake = true));
      for (; !state.isAwake; turns++) await new Promise((resolve) => void setImmediate(resolve));
    }),
  );

  expect(turns).toBeLessThan(600_000);
});
