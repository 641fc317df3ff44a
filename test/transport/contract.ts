import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, test } from 'vitest';
import type { WireRequest } from '../../src/core/wire.ts';
import type { Door } from '../../src/transport/door.ts';
import type { Client, Got } from './clients.ts';
import { answer, makeDoor } from './doors.ts';
import { latch } from './latch.ts';

/** Brings a door into reach of a client; the client may be made for that door. */
export type Attach = (door: Door) => Promise<{ readonly client: Client; readonly undo: () => Promise<void> }>;

const secure = 'https://token.stunt-double.test';
const plain = 'http://data.stunt-double.test:8080/v1';

const attached = async (attach: Attach, receive?: Parameters<typeof makeDoor>[1]) => {
  const door = makeDoor([secure, plain], receive);
  const { client, undo } = await attach(door);
  return { door, client, [Symbol.asyncDispose]: undo };
};

const readEcho = ({ body }: Got): WireRequest => JSON.parse(body) as WireRequest;

/** What every transport owes to every client. */
export const contract = (name: string, attach: Attach): void => {
  describe(name, () => {
    test.each([403, 429, 500, 503])('an answer with status %d arrives as the service gave it', async (status) => {
      await using at = await attached(attach, () => answer(status, '{"message":"Zugriff verweigert: ✗"}'));

      const got = await at.client({ url: `${secure}/x` });

      expect(got.status).toBe(status);
      expect(got.body).toBe('{"message":"Zugriff verweigert: ✗"}');
      expect(got.headers).toMatchObject({
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength('{"message":"Zugriff verweigert: ✗"}')),
        date: 'Thu, 01 Jan 2026 00:00:00 GMT',
      });
    });

    test.each([secure, plain])('a JSON body arrives exactly, at %s', async (base) => {
      await using at = await attached(attach);
      const body = '{"name":"Ünïcödé \\u0000 🎭","list":[1,2]}';
      const headers = { 'content-type': 'application/json', authorization: 'Bearer t' };

      const seen = readEcho(await at.client({ method: 'POST', url: `${base}/queries`, headers, body }));

      expect(seen).toMatchObject({ method: 'POST', url: `${base}/queries`, headers, body });
    });

    test('a form body arrives exactly', async () => {
      await using at = await attached(attach);
      const body = 'grant_type=refresh_token&refresh_token=a%2Bb%20c+d&=&x';
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };

      const seen = readEcho(await at.client({ method: 'POST', url: `${secure}/token`, headers, body }));

      expect(seen).toMatchObject({ headers, body });
    });

    test('a request without a body has an empty one, and an empty answer arrives empty', async () => {
      await using at = await attached(attach, () => answer(200, ''));

      const got = await at.client({ url: `${secure}/empty` });

      expect(at.door.received).toMatchObject([{ method: 'GET', body: '' }]);
      expect(got).toMatchObject({ status: 200, body: '', headers: { 'content-length': '0' } });
    });

    test('the service is asked as part of the simulation, whoever the client is', async () => {
      const simulation = new AsyncLocalStorage<string>();
      const plainDoor = makeDoor([secure], () => answer(200, simulation.getStore() ?? 'outside'));
      const { client, undo } = await attach({ ...plainDoor, enter: (work) => simulation.run('inside', work) });

      const { body } = await client({ url: secure });
      await undo();

      expect(body).toBe('inside');
      expect(simulation.getStore()).toBeUndefined();
    });

    test('odd characters of a path and a query are kept', async () => {
      await using at = await attached(attach);
      const url = `${secure}/a%2Fb//c;d/%e4%BD%a0/@~?q=%zz&plus=a+b&%2F=%2f&empty=&&x[]=1&x[]=2&-_.!*()=%20`;

      expect(readEcho(await at.client({ url })).url).toBe(url);
    });

    test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('the method %s is kept', async (method) => {
      await using at = await attached(attach);

      expect(readEcho(await at.client({ method, url: `${secure}/` })).method).toBe(method);
    });

    test('an answer to HEAD has the length of the body and no body', async () => {
      await using at = await attached(attach, () => answer(200, '12345'));

      const got = await at.client({ method: 'HEAD', url: `${secure}/` });

      expect(got).toMatchObject({ status: 200, body: '', headers: { 'content-length': '5' } });
    });

    test.each([204, 304])('an answer with status %d has no body, and the next request goes well', async (status) => {
      await using at = await attached(attach, ({ url }) => answer(url.endsWith('/none') ? status : 200, 'full'));

      const none = await at.client({ url: `${secure}/none` });
      const next = await at.client({ url: `${secure}/next` });

      expect(none).toMatchObject({ status, body: '' });
      expect(next).toMatchObject({ status: 200, body: 'full' });
    });

    test('a hundred and twenty requests in a row all arrive once, in order', async () => {
      await using at = await attached(attach);
      const paths = Array.from({ length: 120 }, (_, n) => `${secure}/${n}`);

      for (const url of paths) expect(readEcho(await at.client({ url })).url).toBe(url);

      expect(at.door.received.map(({ url }) => url)).toEqual(paths);
    });

    test('requests sent together each get their own answer, and arrive in the order they were sent', async () => {
      const first = await sendTogether(attach);

      expect(first).toHaveLength(40);
      expect(await sendTogether(attach)).toEqual(first);
    });

    test('a large answer arrives whole', async () => {
      const body = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => `https://links.test/${n}/€`));
      await using at = await attached(attach, () => answer(200, body));

      expect((await at.client({ url: `${secure}/page` })).body === body).toBe(true);
    });

    test('a client that hangs up before the answer is seen as gone', async () => {
      const { promise: arrived, settle: arrive } = latch<AbortSignal>();
      await using at = await attached(attach, async (_request, gone) => {
        arrive(gone);
        await aborted(gone);
        return answer(200, 'too late');
      });
      const hangUp = new AbortController();

      const sent = at.client({ url: `${secure}/slow`, signal: hangUp.signal });
      const failed = expect(sent).rejects.toThrow();
      const gone = await arrived;
      expect(gone.aborted).toBe(false);
      hangUp.abort();
      await failed;
      await aborted(gone);

      expect(gone.aborted).toBe(true);
    });

    test('a request aborted before it is sent does not arrive', async () => {
      await using at = await attached(attach);

      await expect(at.client({ url: `${secure}/never`, signal: AbortSignal.abort() })).rejects.toThrow();

      expect(at.door.received).toEqual([]);
    });

    test('a bug of the simulator fails the request, names the simulator, and is never an answer', async () => {
      await using at = await attached(attach, ({ url }) => {
        if (url.endsWith('/bug')) throw new RangeError('no such gate');
        return answer(200, 'fine');
      });

      const error: unknown = await at.client({ url: `${secure}/bug` }).catch((reason: unknown) => reason);

      expect(readCauses(error)).toMatch(/ECONNRESET.*bug of the simulator stunt-double.*no such gate/s);
      expect((await at.client({ url: `${secure}/fine` })).body).toBe('fine');
    });

    test('a port of a simulated host that no address names refuses the connection and names those that are there', async () => {
      await using at = await attached(attach);

      const error: unknown = await at
        .client({ url: 'https://token.stunt-double.test:8443/' })
        .catch((reason: unknown) => reason);

      expect(readCauses(error)).toMatch(
        /ECONNREFUSED.*:8443.*stunt-double.*https:\/\/token\.stunt-double\.test:443 only/s,
      );
      expect(at.door.received).toEqual([]);
    });
  });
};

/** Sends forty requests at once, to two hosts; gives the order in which they arrived. */
const sendTogether = async (attach: Attach): Promise<readonly string[]> => {
  await using at = await attached(attach);
  const urls = Array.from({ length: 40 }, (_, n) => `${n % 2 === 0 ? secure : plain}/${n}`);

  const seen = await Promise.all(
    urls.map(async (url) => readEcho(await at.client({ url, method: 'POST', body: url })).body),
  );

  expect(seen).toEqual(urls);
  return at.door.received.map(({ body }) => body);
};

/** An error's messages, its causes' included. */
const readCauses = (error: unknown): string =>
  error instanceof Error ? `${error.message}\n${readCauses(error.cause)}` : String(error);

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
