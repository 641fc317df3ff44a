import { AsyncLocalStorage } from 'node:async_hooks';
import { lookup } from 'node:dns';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Gone, WireRequest } from '../../src/core/wire.ts';
import type { TlsFaultName } from '../../src/spec/faults.ts';
import { namesOf } from '../../src/spec/names-of.ts';
import type { Gateway } from '../../src/transport/gateway.ts';
import { sample, whole } from '../sample.ts';
import type { Client, Got } from './clients.ts';
import { answer, makeGateway } from './gateways.ts';
import { latch } from './latch.ts';
import { listen, realAnswer } from './servers.ts';

/** A case of the contract that a transport does not keep, and why: it has to fail, so that no gap outlives its cause. */
export interface Gap {
  readonly case: string;
  readonly because: string;
  /** It fails at times and at times does not, so it is not even tried. */
  readonly isLoose?: true;
}

/** Brings a gateway into reach of a client; the client may be made for that gateway. */
export type Attach = (
  gateway: Gateway,
) => Promise<{ readonly client: Client; readonly undo: () => Promise<void> | void }>;

const secure = 'https://token.stunt-double.test';
const plain = 'http://data.stunt-double.test:8080/v1';

const attached = async (attach: Attach, receive?: Parameters<typeof makeGateway>[1]) => {
  const gateway = makeGateway([secure, plain], receive);
  const { client, undo } = await attach(gateway);
  return { gateway, client, [Symbol.asyncDispose]: async () => undo() };
};

const readEcho = ({ body }: Got): WireRequest => JSON.parse(body) as WireRequest;

/** What is wrong about a TLS handshake, and the code that says so. */
const spoiled: Readonly<Record<TlsFaultName, string>> = {
  expiredCertificate: 'CERT_HAS_EXPIRED',
  wrongHostCertificate: 'ERR_TLS_CERT_ALTNAME_INVALID',
  selfSignedCertificate: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  unknownIssuer: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  cutHandshake: 'ECONNRESET',
};

export const caseOfHandshake = (name: TlsFaultName): string =>
  `${name} fails the request with the code of a real handshake, and says who spoiled it`;

export const handshakes: readonly string[] = namesOf(spoiled).map(caseOfHandshake);

/** Of what is not attached, and of what has no names. */
export const unlisted: Gap = {
  case: 'a look-up of a simulated host asks nobody: it finds an address of ours, or fails and names us',
  because: 'nobody keeps the name from the network',
};

/** Of nock 14 and msw 2. */
export const shortHeads: Gap = {
  case: 'a head is as long as its client likes',
  because: 'their interceptor reads no head of node:http that is longer than 16 KiB, and leaves its client waiting',
  isLoose: true,
};

/** What every transport owes to every client, but for its gaps. */
export const contract = (name: string, attach: Attach, gaps: readonly Gap[] = [], share = whole): void => {
  const open = new Set(gaps.map((gap) => gap.case));
  const cases: (() => void)[] = [];
  const check = (title: string, keep: () => Promise<void>): void => {
    const gap = gaps.find((one) => one.case === title);
    open.delete(title);
    cases.push(() => {
      if (gap === undefined) test(title, keep);
      else if (gap.isLoose !== true) test.fails(`${title} (not: ${gap.because})`, keep);
    });
  };
  const checkEach = <T>(title: string, values: readonly T[], keep: (value: T) => Promise<void>): void =>
    check(title, async () => {
      for (const value of values) await keep(value);
    });
  describe(name, () => {
    checkEach(
      'an answer with a status of failure arrives as the service gave it',
      [403, 429, 500, 503],
      async (status) => {
        await using at = await attached(attach, () => answer(status, '{"message":"Zugriff verweigert: ✗"}'));

        const got = await at.client({ url: `${secure}/x` });

        expect(got.status).toBe(status);
        expect(got.body).toBe('{"message":"Zugriff verweigert: ✗"}');
        expect(got.headers).toMatchObject({
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength('{"message":"Zugriff verweigert: ✗"}')),
          date: 'Thu, 01 Jan 2026 00:00:00 GMT',
        });
      },
    );

    checkEach('a JSON body arrives exactly, over TLS and without', [secure, plain], async (base) => {
      await using at = await attached(attach);
      const body = '{"name":"Ünïcödé \\u0000 🎭","list":[1,2]}';
      const headers = { 'content-type': 'application/json', authorization: 'Bearer t' };

      const seen = readEcho(await at.client({ method: 'POST', url: `${base}/queries`, headers, body }));

      expect(seen).toMatchObject({ method: 'POST', url: `${base}/queries`, headers, body });
    });

    check('a form body arrives exactly', async () => {
      await using at = await attached(attach);
      const body = 'grant_type=refresh_token&refresh_token=a%2Bb%20c+d&=&x';
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };

      const seen = readEcho(await at.client({ method: 'POST', url: `${secure}/token`, headers, body }));

      expect(seen).toMatchObject({ headers, body });
    });

    check('a request without a body has an empty one, and an empty answer arrives empty', async () => {
      await using at = await attached(attach, () => answer(200, ''));

      const got = await at.client({ url: `${secure}/empty` });

      expect(at.gateway.received).toMatchObject([{ method: 'GET', body: '' }]);
      expect(got).toMatchObject({ status: 200, body: '', headers: { 'content-length': '0' } });
    });

    check('the service is asked as part of the simulation, whoever the client is', async () => {
      const simulation = new AsyncLocalStorage<string>();
      const plainDoor = makeGateway([secure], () => answer(200, simulation.getStore() ?? 'outside'));
      const { client, undo } = await attach({ ...plainDoor, enter: (work) => simulation.run('inside', work) });

      const { body } = await client({ url: secure });
      await undo();

      expect(body).toBe('inside');
      expect(simulation.getStore()).toBeUndefined();
    });

    check('odd characters of a path and a query are kept', async () => {
      await using at = await attached(attach);
      const url = `${secure}/a%2Fb//c;d/%e4%BD%a0/@~?q=%zz&plus=a+b&%2F=%2f&empty=&&x[]=1&x[]=2&-_.!*()=%20`;

      expect(readEcho(await at.client({ url })).url).toBe(url);
    });

    checkEach('a head is as long as its client likes', [20_000, 60_000], async (length) => {
      await using at = await attached(attach);
      const url = `${secure}/${'p'.repeat(length / 2)}`;
      const headers = { 'x-long': 'h'.repeat(length / 2) };

      expect(readEcho(await at.client({ url, headers }))).toMatchObject({ url, headers });
    });

    checkEach('the method is kept', ['PUT', 'PATCH', 'DELETE', 'OPTIONS'], async (method) => {
      await using at = await attached(attach);

      expect(readEcho(await at.client({ method, url: `${secure}/` })).method).toBe(method);
    });

    check('an answer to HEAD has the length of the body and no body', async () => {
      await using at = await attached(attach, () => answer(200, '12345'));

      const got = await at.client({ method: 'HEAD', url: `${secure}/` });

      expect(got).toMatchObject({ status: 200, body: '', headers: { 'content-length': '5' } });
    });

    checkEach('a status without a body has none, and the next request goes well', [204, 304], async (status) => {
      await using at = await attached(attach, ({ url }) => answer(url.endsWith('/none') ? status : 200, 'full'));

      const none = await at.client({ url: `${secure}/none` });
      const next = await at.client({ url: `${secure}/next` });

      expect(none).toMatchObject({ status, body: '' });
      expect(next).toMatchObject({ status: 200, body: 'full' });
    });

    check('a hundred and twenty requests in a row all arrive once, in order', async () => {
      await using at = await attached(attach);
      const paths = Array.from({ length: 120 }, (_, n) => `${secure}/${n}`);

      for (const url of paths) expect(readEcho(await at.client({ url })).url).toBe(url);

      expect(at.gateway.received.map(({ url }) => url)).toEqual(paths);
    });

    check('requests sent together each get their own answer', async () => {
      expect(await sendTogether(attach)).toHaveLength(40);
    });

    check('requests sent together arrive in the same order every time', async () => {
      const first = await sendTogether(attach);

      expect(await sendTogether(attach)).toEqual(first);
    });

    check('a large answer arrives whole', async () => {
      const body = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => `https://links.test/${n}/€`));
      await using at = await attached(attach, () => answer(200, body));

      expect((await at.client({ url: `${secure}/page` })).body === body).toBe(true);
    });

    check('a client that hangs up before the answer is seen as gone', async () => {
      const { promise: arrived, settle: arrive } = latch<Gone>();
      const { promise: over, settle: end } = latch<void>();
      await using at = await attached(attach, async (_request, gone) => {
        arrive(gone);
        await Promise.race([aborted(gone), over]);
        return answer(200, 'too late');
      });
      const hangUp = new AbortController();

      const sent = at.client({ url: `${secure}/slow`, signal: hangUp.signal });
      const failed = expect(sent).rejects.toThrow();
      const gone = await arrived;
      expect(gone.aborted).toBe(false);
      hangUp.abort();
      await failed;
      for (let turn = 0; turn < 1000 && !gone.aborted; turn++) await new Promise((resolve) => setImmediate(resolve));
      end();

      expect(gone.aborted).toBe(true);
    });

    check('a request aborted before it is sent does not arrive', async () => {
      await using at = await attached(attach);

      await expect(at.client({ url: `${secure}/never`, signal: AbortSignal.abort() })).rejects.toThrow();

      expect(at.gateway.received).toEqual([]);
    });

    check('a bug of the simulator is answered 500, in words that say whose it is', async () => {
      await using at = await attached(attach, ({ url }) => {
        if (url.endsWith('/bug')) throw new RangeError('no such gate');
        return answer(200, 'fine');
      });

      const { status, headers, body } = await at.client({ url: `${secure}/bug` });

      expect([status, headers['content-type']]).toEqual([500, 'text/plain; charset=utf-8']);
      expect(body).toMatch(
        /^a bug of the simulator stunt-double, not of your client: no such gate; please report it at https:\S+\n$/,
      );
      expect((await at.client({ url: `${secure}/fine` })).body).toBe('fine');
    });

    check(
      'a connection that a scenario breaks fails the request as a real one does, and says who broke it',
      async () => {
        await using at = await attached(attach, ({ url }) =>
          url.endsWith('/broken') ? { broken: 'reset' } : answer(200, 'fine'),
        );

        const error: unknown = await at.client({ url: `${secure}/broken` }).catch((reason: unknown) => reason);

        expect(error).toBeInstanceOf(Error);
        expect(readCauses(error)).toMatch(/ECONNRESET.*stunt-double/s);
        expect((await at.client({ url: `${secure}/fine` })).body).toBe('fine');
      },
    );

    for (const fault of namesOf(spoiled)) {
      check(caseOfHandshake(fault), async () => {
        await using at = await attached(attach, ({ url }) =>
          url.endsWith('/spoiled') ? { broken: fault } : answer(200, 'fine'),
        );

        const error: unknown = await at.client({ url: `${secure}/spoiled` }).catch((reason: unknown) => reason);

        expect(readCodes(error)).toContain(spoiled[fault]);
        expect(readCauses(error)).toMatch(/as the scenario given to stunt-double has it/);
        expect((await at.client({ url: `${secure}/fine` })).body).toBe('fine');
      });
    }

    check('where there is no TLS, a connection that was to fail in its handshake is reset', async () => {
      await using at = await attached(attach, () => ({ broken: 'expiredCertificate' }));

      const error: unknown = await at.client({ url: `${plain}/x` }).catch((reason: unknown) => reason);

      expect(readCodes(error)).toContain('ECONNRESET');
    });

    check(unlisted.case, async () => {
      await using at = await attached(attach);
      const { hostname } = new URL(at.gateway.addresses[0] ?? '');

      const found: unknown = await promisify(lookup)(hostname).catch((reason: unknown) => reason);

      if (found instanceof Error) expect(found.message).toMatch(/token\.stunt-double\.test.*stunt-double simulates/);
      else expect(found).toMatchObject({ address: expect.stringMatching(/^192\.0\.2\.\d+$/) as string, family: 4 });
    });

    check('a body that is made on the way arrives to the byte', async () => {
      const more = { kind: 'blanks', bytes: 200_001 } as const;
      await using at = await attached(attach, () => ({ ...answer(200, '{"a":"ü"}'), more }));

      const got = await at.client({ url: `${secure}/padded` });

      expect(got.headers['content-length']).toBe('200011');
      expect(got.body === `{"a":"ü"}${' '.repeat(200_001)}`).toBe(true);
    });

    check('a body that is said to be JSON and is none arrives as it was sent', async () => {
      await using at = await attached(attach);
      const headers = { 'content-type': 'application/json' };

      const seen = readEcho(await at.client({ method: 'POST', url: `${secure}/x`, headers, body: '{"half' }));

      expect(seen).toMatchObject({ headers, body: '{"half' });
    });

    check('other hosts are left alone', async () => {
      await using server = await listen(realAnswer);
      await using at = await attached(attach);

      const got = await at.client({ method: 'POST', url: `${server.url}/p?q`, body: 'b' });

      expect(got).toMatchObject({ status: 200, body: 'real POST /p?q b' });
      expect(at.gateway.received).toEqual([]);
    });

    check('after the undo nothing arrives any more, and real hosts are reached as before', async () => {
      await using server = await listen(realAnswer);
      const gateway = makeGateway([secure]);
      const { client, undo } = await attach(gateway);
      await client({ url: secure });
      await undo();

      await expect(client({ url: secure })).rejects.toThrow();

      expect(gateway.received).toHaveLength(1);
      expect((await client({ url: `${server.url}/y` })).body).toBe('real GET /y ');
    });

    check(
      'a port of a simulated host that no address names refuses the connection and names those that are there',
      async () => {
        await using at = await attached(attach);

        const error: unknown = await at
          .client({ url: 'https://token.stunt-double.test:8443/' })
          .catch((reason: unknown) => reason);

        expect(readCauses(error)).toMatch(
          /ECONNREFUSED.*:8443.*stunt-double.*https:\/\/token\.stunt-double\.test:443 only/s,
        );
        expect(at.gateway.received).toEqual([]);
      },
    );

    for (const tell of sample(cases, share)) tell();

    test('every gap is one of these cases', () => expect([...open]).toEqual([]));
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
  return at.gateway.received.map(({ body }) => body);
};

/** An error's code, and those of its causes. */
const readCodes = (error: unknown): readonly unknown[] =>
  error instanceof Error ? [Reflect.get(error, 'code'), ...readCodes(error.cause)] : [];

/** An error's messages, its causes' included. */
const readCauses = (error: unknown): string =>
  error instanceof Error ? `${error.message}\n${readCauses(error.cause)}` : String(error);

const aborted = (signal: Gone): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
