import '../../src/register.ts';
import { describe, expect, test } from 'vitest';
import type { Simulation } from '../../src/index.ts';
import { simulate } from '../../src/simulate.ts';
import { versionSeenOfFetch } from '../faults/version-seen.ts';
import { collect } from './memory.ts';

/** A client that sets no time limit relies on those of Node's own `fetch`: 300 s to the head, and 300 s for each piece. */

interface End {
  readonly end: unknown;
  readonly at: number;
  readonly trace: string;
}

const tellError = (error: unknown): unknown => {
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return error;
  const { name, code, message } = error.cause as Error & { readonly code?: string };
  return { message: error.message, cause: { name, code, message } };
};

const runs = ['sockets', 'fetch', 'none'] as const;

const play = async (transport: (typeof runs)[number], prepare: (sim: Simulation) => unknown): Promise<End> => {
  await using sim = await simulate({ transport, instance: 'one' });
  prepare(sim);
  const ask = transport === 'none' ? sim.fetch : fetch;
  const end = await sim.run(async () => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: sim.env.customer.refreshToken });
    const { clientId, clientSecret } = sim.env;
    const headers = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
    return ask(sim.env.tokenUrl, { method: 'POST', body, headers })
      .then(async (response) => (await response.text()).length > 0)
      .catch(tellError);
  });
  return { end, at: sim.elapsed, trace: sim.trace.toJSONL() };
};

/** In the words of undici. */
const words = {
  '1.1': { head: 'Headers Timeout Error', body: 'Body Timeout Error' },
  '2.0': { head: 'HTTP/2: "headers timeout after 300000"', body: 'HTTP/2: "stream timeout after 300000"' },
}[await versionSeenOfFetch()];

const overHead = {
  message: 'fetch failed',
  cause: { name: 'HeadersTimeoutError', code: 'UND_ERR_HEADERS_TIMEOUT', message: words?.head },
};
const overBody = {
  message: 'terminated',
  cause: { name: 'BodyTimeoutError', code: 'UND_ERR_BODY_TIMEOUT', message: words?.body },
};

const cases: readonly {
  readonly what: string;
  readonly fault: (sim: Simulation) => unknown;
  readonly end: unknown;
  readonly hangsUp: boolean;
}[] = [
  {
    what: 'no answer at all',
    fault: (sim) => sim.on('requestToken').fault('silence'),
    end: overHead,
    hangsUp: true,
  },
  {
    what: 'an answer after 299 s',
    fault: (sim) => sim.on('requestToken').fault('late', { by: '299s' }),
    end: true,
    hangsUp: false,
  },
  {
    what: 'an answer after 301 s',
    fault: (sim) => sim.on('requestToken').fault('late', { by: '301s' }),
    end: overHead,
    hangsUp: true,
  },
  {
    what: 'a head in pieces that takes 301 s',
    fault: (sim) => sim.on('requestToken').fault('slowHeaders', { by: '100500ms', pieces: 3 }),
    end: overHead,
    hangsUp: false,
  },
  {
    what: 'a body in pieces, 299 s apart',
    fault: (sim) => sim.on('requestToken').fault('drip', { by: '299s', pieces: 3 }),
    end: true,
    hangsUp: false,
  },
  {
    what: 'a body in pieces, 301 s apart',
    fault: (sim) => sim.on('requestToken').fault('drip', { by: '301s', pieces: 3 }),
    end: overBody,
    hangsUp: false,
  },
];

describe.each(cases)('$what', ({ fault, end, hangsUp }) => {
  test.each(runs)('%s', async (transport) => {
    const played = await play(transport, fault);

    expect(played.end).toEqual(end);
    expect(played.trace.includes('"kind":"hungUp"')).toBe(hangsUp);
    expect(played).toEqual(await play('sockets', fault));
  });
});

test.each(['fetch', 'none'] as const)(
  'a request is aborted whatever garbage is collected meanwhile: %s',
  async (transport) => {
    await using sim = await simulate({ transport });
    sim.on('requestToken').fault('silence');
    const ask = transport === 'none' ? sim.fetch : fetch;

    const error = await sim.run(async () => {
      const limit = new AbortController();
      setTimeout(() => limit.abort(), 30_000);
      setTimeout(collect, 10_000);
      setTimeout(collect, 20_000);
      return ask(new Request(sim.env.tokenUrl, { method: 'POST', signal: limit.signal })).catch((thrown) => thrown);
    });

    expect(error).toMatchObject({ name: 'AbortError' });
    expect(sim.elapsed).toBe(30_000);
  },
);
