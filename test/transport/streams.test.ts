import { once } from 'node:events';
import { truncateSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { More, WireAnswer } from '../../src/core/wire.ts';
import { createFetch } from '../../src/transport/fetch.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { turns } from '../turns.ts';
import { type Client, clients, overFetch } from './clients.ts';
import { answer, makeGateway } from './gateways.ts';
import { listen } from './servers.ts';

const url = 'http://big.test/';

/** Not a whole number of pieces, and no two places alike that lie close together. */
const content = Array.from({ length: 30_000 }, (_, index) => index.toString(36)).join(',');

const folder = temporaryFolder({ 'own.json': content });
const path = join(folder, 'own.json');

const withMore = (more: More, body = ''): WireAnswer => ({ ...answer(200, body), more });

/** A gateway whose every answer is this one, and which counts how often it was told that something goes on. */
const openDoor = (given: WireAnswer) => {
  const gateway = makeGateway([url], () => given);
  const told = { times: 0 };
  const enter = <T>(work: () => T): T => {
    told.times += 1;
    return work();
  };
  return { ...gateway, enter, told };
};

type OpenDoor = ReturnType<typeof openDoor>;

const attached = async <T>(gateway: OpenDoor, work: () => Promise<T>): Promise<T> => {
  const undo = await attachSockets(gateway);
  try {
    return await work();
  } finally {
    await undo();
  }
};

const everyClient: readonly [string, (gateway: OpenDoor) => Client][] = [
  ...Object.entries(clients).map(([name, client]): [string, () => Client] => [name, () => client]),
  ['sim.fetch', (gateway) => overFetch(createFetch(gateway))],
];

describe.each(everyClient)('%s', (_name, clientOf) => {
  test('reads text and white space to the byte', async () => {
    const gateway = openDoor(withMore({ kind: 'blanks', bytes: 200_001 }, '{"a":"ü"}'));

    const got = await attached(gateway, () => clientOf(gateway)({ url }));

    expect(got.headers['content-length']).toBe('200011');
    expect(got.body).toBe(`{"a":"ü"}${' '.repeat(200_001)}`);
  });

  test('reads a file as it lies on the disk', async () => {
    const gateway = openDoor(withMore({ kind: 'file', path, bytes: content.length }));

    const got = await attached(gateway, () => clientOf(gateway)({ url }));

    expect(got.headers['content-length']).toBe(String(content.length));
    expect(got.body === content).toBe(true);
  });

  test('fails where the file has become shorter, and where it is gone', async () => {
    const cut = join(folder, 'cut.json');
    writeFileSync(cut, content);
    truncateSync(cut, 100_000);
    const wanted = [
      { path: cut, bytes: content.length },
      { path: `${path}.gone`, bytes: 9 },
    ];

    for (const file of wanted) {
      const gateway = openDoor(withMore({ kind: 'file', ...file }));
      await expect(attached(gateway, () => clientOf(gateway)({ url }))).rejects.toThrow();
    }
  });
});

test('a rest that cannot be had says whose file it was', async () => {
  const gateway = openDoor(withMore({ kind: 'file', path: `${path}.gone`, bytes: 9 }));

  await expect(attached(gateway, () => overFetch(createFetch(gateway))({ url }))).rejects.toMatchObject({
    name: 'TypeError',
    message: 'terminated',
    cause: { code: 'ECONNRESET', message: expect.stringContaining(`${path}.gone`) as string },
  });
});

test('HEAD tells the length and sends nothing', async () => {
  const gateway = openDoor(withMore({ kind: 'blanks', bytes: 2_000_000_000 }));

  const got = await attached(gateway, async () => {
    const [socket, plain] = [await fetch(url, { method: 'HEAD' }), await createFetch(gateway)(url, { method: 'HEAD' })];
    return [socket, plain].map(async (one) => [one.headers.get('content-length'), await one.text()]);
  });

  expect(await Promise.all(got)).toEqual([
    ['2000000000', ''],
    ['2000000000', ''],
  ]);
});

test('a client may write into what it has read', async () => {
  const gateway = openDoor(withMore({ kind: 'blanks', bytes: 1_000_000 }));
  const spoil = async (response: Response): Promise<number> => {
    let blanks = 0;
    for await (const piece of response.body ?? []) {
      for (const byte of piece) if (byte === 32) blanks++;
      piece.fill(0);
    }
    return blanks;
  };

  const counts = await attached(gateway, async () => [
    await spoil(await fetch(url)),
    await spoil(await createFetch(gateway)(url)),
  ]);

  expect(counts).toEqual([1_000_000, 1_000_000]);
});

const getNode = (): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => http.get(url, { agent: false }, resolve).on('error', reject));

test('nothing is sent ahead of a client that does not read, and the rest once it does', async () => {
  const bytes = 50_000_000;
  const gateway = openDoor(withMore({ kind: 'blanks', bytes }));

  await attached(gateway, async () => {
    const response = await getNode();
    await turns(100);
    expect(gateway.told.times * 65_536).toBeLessThan(2_000_000);

    let read = 0;
    response.on('data', (piece: Buffer) => (read += piece.length));
    await once(response, 'end');
    expect(read).toBe(bytes);
  });
});

test('sim.fetch makes nothing before it is read', async () => {
  const gateway = openDoor(withMore({ kind: 'blanks', bytes: 2_000_000_000 }));

  const { body } = await createFetch(gateway)(url);
  await turns(20);
  const before = gateway.told.times;
  const reader = body?.getReader();
  for (let piece = 0; piece < 10; piece++) await reader?.read();
  await reader?.cancel();
  await turns(20);

  expect([before, gateway.told.times - before]).toEqual([1, 10]);
});

/** Whether a count stays the same for long: what is under way when it ends may still count. */
const comesToRest = async (count: () => number): Promise<boolean> => {
  for (let tries = 0; tries < 20; tries++) {
    const before = count();
    await turns(50);
    if (count() === before) return true;
  }
  return false;
};

test('a client that hangs up is sent no more, over sockets and by abort of a plain fetch', async () => {
  const gateway = openDoor(withMore({ kind: 'file', path, bytes: content.length }));
  const endless = openDoor(withMore({ kind: 'blanks', bytes: 2_000_000_000 }));

  for (const one of [gateway, endless]) {
    await attached(one, async () => {
      const response = await getNode();
      await once(response, 'data');
      response.destroy();
      expect(await comesToRest(() => one.told.times)).toBe(true);
    });
  }
  const controller = new AbortController();
  const { body } = await createFetch(endless)(url, { signal: controller.signal });
  const reader = body?.getReader();
  await reader?.read();
  controller.abort(new Error('enough'));
  await expect(reader?.read()).rejects.toThrow('enough');
});

const leaveMidway: Readonly<Record<string, (from: string, left: AbortController) => Promise<unknown>>> = {
  'node:http': async (from, left) => {
    const [response] = (await once(
      http.get(from, { agent: false, signal: left.signal }).on('error', () => {}),
      'response',
    )) as [IncomingMessage];
    for await (const piece of response) if ((piece as Buffer).length > 0) left.abort();
    return 'whole';
  },
  fetch: async (from, left) => {
    const { body } = await fetch(from, { signal: left.signal });
    for await (const piece of body ?? []) if (piece.length > 0) left.abort();
    return 'whole';
  },
};

test.each(Object.entries(leaveMidway))(
  '%s: who hangs up in the midst of a large page does not get the rest of it, as from a real server',
  async (_client, leave) => {
    const page = 'x'.repeat(1_000_000);
    await using server = await listen((_request, response) => void response.end(page));
    const codeOf = (error: unknown): unknown => Reflect.get(Object(error), 'code');

    const really = await leave(server.url, new AbortController()).catch(codeOf);
    const ours = await attached(openDoor(answer(200, page)), () => leave(url, new AbortController()).catch(codeOf));

    expect(really).not.toBe('whole');
    expect(ours).toBe(really);
  },
);

test('a large page is not sent ahead of a client that does not read', async () => {
  const gateway = openDoor(answer(200, 'x'.repeat(50_000_000)));

  await attached(gateway, async () => {
    const response = await getNode();
    await turns(100);

    expect(response.socket.bytesRead).toBeLessThan(2_000_000);
    response.destroy();
  });
});

test('the simulation hears of every piece, so that no long download is taken for one that hangs', async () => {
  const gateway = openDoor(withMore({ kind: 'blanks', bytes: 6_553_600 }));

  await attached(gateway, () => fetch(url).then((response) => response.arrayBuffer()));

  expect(gateway.told.times).toBeGreaterThanOrEqual(100);
});

test('others get their turn while a client downloads', async () => {
  const gateway = openDoor(withMore({ kind: 'blanks', bytes: 6_553_600 }));
  const over = new AbortController();
  const count = async (): Promise<number> => {
    for (let turn = 0; ; turn++) {
      if (over.signal.aborted) return turn;
      await turns(1);
    }
  };

  const others = count();
  await attached(gateway, () => fetch(url).then((response) => response.arrayBuffer()));
  over.abort();

  expect(await others).toBeGreaterThan(50);
});
