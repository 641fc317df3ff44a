import http2, { type ClientHttp2Session } from 'node:http2';
import { once } from 'node:events';
import { got } from 'got';
import { Agent, request } from 'undici';
import { describe, expect, test } from 'vitest';
import type { SimulateOptions, Simulation } from '../../src/index.ts';
import { simulate } from '../../src/simulate.ts';
import { turns } from '../turns.ts';
import { openReal } from './http2-server.ts';

/** HTTP/2 in virtual time: its native sessions neither hold the clock nor lose it. */

const begin = (options: SimulateOptions = {}): Promise<Simulation> => simulate(options);

const connect = ({ env }: Simulation): ClientHttp2Session => http2.connect(new URL(env.tokenUrl).origin);

/** How many virtual milliseconds pass before something is told. */
const time = async (sim: Simulation, wait: (session: ClientHttp2Session) => Promise<unknown>): Promise<number> => {
  const before = sim.elapsed;
  const session = connect(sim);
  session.on('error', () => undefined);
  await sim.run(() => wait(session));
  session.destroy();
  return sim.elapsed - before;
};

const ask = (session: ClientHttp2Session) => session.request({ ':path': '/' }).on('error', () => undefined);

describe('time limits run in virtual time', () => {
  test("a session's", async () => {
    await using sim = await begin({ latency: '1h' });

    const took = await time(sim, (session) => {
      ask(session);
      return new Promise((resolve) => session.setTimeout(60_000, () => resolve(undefined)));
    });

    expect(took).toBe(60_000);
  });

  test("a stream's", async () => {
    await using sim = await begin({ latency: '1h' });

    expect(
      await time(sim, (session) => new Promise((resolve) => ask(session).setTimeout(3000, () => resolve(1)))),
    ).toBe(3000);
  });

  test("a session's begins anew with whatever arrives, and setting it to 0 takes it off", async () => {
    await using sim = await begin({ latency: '40s' });

    const took = await time(sim, async (session) => {
      await once(session, 'connect');
      session.setTimeout(60_000);
      await once(ask(session).resume(), 'end');
      await once(session, 'timeout');
      session.setTimeout(0);
    });

    expect(took).toBe(100_000);
    await sim.elapse('10m');
  });

  test.each([
    [
      'got',
      async (url: string): Promise<unknown> =>
        got.post(url, { http2: true, form: { a: '1' }, timeout: { response: 5000 }, retry: { limit: 0 } }),
      { name: 'TimeoutError', code: 'ETIMEDOUT' },
      // It lets one more timer pass, of no length, which is a millisecond.
      5001,
    ],
    [
      'undici',
      async (url: string): Promise<unknown> =>
        request(url, { method: 'POST', dispatcher: new Agent({ allowH2: true }), headersTimeout: 5000 }),
      { code: 'UND_ERR_HEADERS_TIMEOUT' },
      5000,
    ],
  ])('those of %s', async (_client, send, error, took) => {
    await using sim = await begin({ latency: '10s' });

    const failed = await sim.run(() =>
      send(sim.env.tokenUrl).catch((reason: unknown) => ({ reason, at: sim.elapsed })),
    );

    expect(failed).toMatchObject({ reason: error, at: took });
  });

  test('those of a session with a real server are real', async () => {
    await using real = await openReal();
    await using sim = await begin();

    const elapsed = await sim.run(async () => {
      const session = http2.connect(real.url);
      await once(session, 'connect');
      await new Promise((resolve) => session.setTimeout(30, () => resolve(undefined)));
      session.destroy();
      return sim.elapsed;
    });

    expect(elapsed).toBe(0);
  });
});

test('what a simulation is to answer is waited for in virtual time alone', async () => {
  await using sim = await begin({ latency: '1h' });
  const before = performance.now();

  const took = await time(sim, (session) => once(ask(session).resume(), 'end'));

  expect(took).toBe(3_600_000);
  expect(performance.now() - before).toBeLessThan(1500);
});

test('a session that is destroyed before it is agreed on does not hold the clock', async () => {
  await using sim = await begin();
  const before = performance.now();

  await sim.run(async () => {
    const session = connect(sim);
    await once(session, 'connect');
    session.destroy();
  });
  await sim.elapse('1h');

  expect(performance.now() - before).toBeLessThan(1500);
});

test('a ping is answered in no time', async () => {
  await using sim = await begin();

  const took = await time(sim, async (session) => {
    await once(session, 'connect');
    await new Promise((resolve, reject) =>
      session.ping((error: Error | null) => (error === null ? resolve(undefined) : reject(error))),
    );
  });

  expect(took).toBe(0);
});

test('the end of a simulation ends the sessions that lead to it, and fails what is unanswered with the reason', async () => {
  const sim = await begin({ latency: '1h' });
  const [idle, waiting] = [connect(sim), connect(sim)];
  for (const session of [idle, waiting]) session.on('error', () => undefined);
  await sim.run(() => Promise.all([once(idle, 'connect'), once(waiting, 'connect')]));
  const failed = new Promise((resolve) => waiting.request({ ':path': '/' }).on('error', resolve));
  const closed = Promise.all(
    [idle, waiting].map((session) => new Promise((resolve) => session.on('close', () => resolve(undefined)))),
  );
  await turns(50);

  await sim.stop();

  expect(String(await failed)).toContain('stunt-double ended the simulation before it answered');
  await closed;
  expect([idle.destroyed, waiting.destroyed]).toEqual([true, true]);
});

test('a client leaves the same trace over HTTP/2 as over HTTP/1.1', async () => {
  const traceOf = async (isHttp2: boolean): Promise<string> => {
    await using sim = await begin({ seed: 7 });
    await sim.run(async () => {
      for (const token of ['a', 'b']) {
        const form = { grant_type: 'refresh_token', refresh_token: token };
        const headers = { 'user-agent': 'one' };
        await got.post(sim.env.tokenUrl, {
          http2: isHttp2,
          form,
          headers,
          throwHttpErrors: false,
          retry: { limit: 0 },
        });
      }
    });
    return sim.trace.lines().join('\n');
  };

  expect(await traceOf(true)).toBe(await traceOf(false));
});
