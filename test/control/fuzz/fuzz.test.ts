import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { asker, findFault } from '../ask.ts';
import { beginControl, type Begun } from '../begin.ts';
import { amount } from '../../sampled.ts';
import { drawFrom } from './draw.ts';
import { type Drawn, drawRequest } from './requests.ts';

/** So many are under way at once. */
const lanes = 8;
/** Steps and entries would pile up. */
const worldEvery = 400;

interface Heard {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
}

/** Sends it, and hangs up on what would never end. */
const send = ({ method, target, headers, body }: Drawn, port: number, agent: Agent): Promise<Heard | undefined> =>
  new Promise((resolve) => {
    const isLong = /sleep|events/.test(target);
    const all = { ...headers, 'content-length': Buffer.byteLength(body) };
    const sending = request({ port, host: '127.0.0.1', method, path: target, headers: all, agent, setHost: false });
    const hangUp = setTimeout(() => sending.destroy(), isLong ? 15 : 20_000);
    const settle = (heard: Heard | undefined): void => {
      clearTimeout(hangUp);
      resolve(heard);
    };
    sending.on('error', () => settle(undefined));
    sending.on('response', (response) => {
      const { statusCode: status = 0, headers: given } = response;
      const chunks: Buffer[] = [];
      const end = (): void =>
        settle({ status, type: given['content-type'], text: Buffer.concat(chunks).toString('utf8') });
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', end)
        .on('error', end);
    });
    sending.end(body);
  });

/** What is changed by an act, whatever it is. */
const print = ({ sim }: Begun) => [sim, sim.trace.entries.length, sim.elapsed, sim.unfired.length];

/** What is amiss with an answer, if anything is. */
const judge = ({ method, target, isAdmitted }: Drawn, heard: Heard): string | undefined => {
  const { status, type, text } = heard;
  if (!isAdmitted)
    return [400, 403, 404].includes(status) && text === '' ? undefined : `a stranger got ${status} ${text}`;
  if (status >= 500) return `${status} ${text}`;
  if (method === 'HEAD' || type === 'text/event-stream' || status === 400) return undefined;
  if (status >= 400 && type !== 'application/problem+json') return `${status} as ${type}: ${text}`;
  const path = new URL(target, 'http://a.test').pathname.split('/').slice(2).join('/');
  return findFault(path, method, { status, headers: { 'content-type': type ?? '' }, text, json: undefined });
};

test(
  'whatever is sent, nothing breaks, nobody acts without the token, and the simulation goes on',
  async () => {
    const count = amount({ usual: 600, deep: 100_000 });
    await using begun = await beginControl();
    const { host, port, pathname } = new URL(begun.url);
    const draw = drawFrom(17);
    const agent = new Agent({ keepAlive: true, maxSockets: lanes });
    const statuses = new Map<number | undefined, number>();
    const ask = asker(begun);
    const pick = (want: boolean): Drawn => {
      const one = drawRequest(draw, pathname.slice(1, -1), host);
      return one.isAdmitted === want ? one : pick(want);
    };
    const exchange = async (one: Drawn): Promise<void> => {
      const heard = await send(one, Number(port), agent);
      statuses.set(heard?.status, (statuses.get(heard?.status) ?? 0) + 1);
      const fault = heard === undefined ? undefined : judge(one, heard);
      if (fault !== undefined) throw new Error(`${one.method} ${one.target} ${one.body.slice(0, 300)} → ${fault}`);
    };

    for (let sent = 0; sent < count; ) {
      // Strangers by themselves, for nothing may have changed when all of them have been heard.
      const want = !draw.once(4);
      const before = print(begun);
      const batch = Array.from({ length: lanes }, () => pick(want));
      await Promise.all(batch.map(exchange));
      if (!want) expect(print(begun)).toEqual(before);
      sent += lanes;
      if (sent % worldEvery === 0) await ask('reset', { method: 'POST' });
    }

    agent.destroy();
    expect(begun.bugs).toEqual([]);
    for (const status of [200, 201, 400, 403, 404, 405, 413, 415, 422])
      expect(statuses.get(status), `${status}`).toBeGreaterThan(0);
    await ask('reset', { method: 'POST' });
    await ask('steps', { method: 'POST', body: { do: 'holdAccount' } });
    expect((await ask('time/elapse', { method: 'POST', body: { for: '1h' } })).json).toMatchObject({
      elapsed: 3_600_000,
    });
    // oxlint-disable-next-line no-console
    if (process.env['FUZZ_TELLS'] !== undefined) console.log(Object.fromEntries(statuses));
  },
  amount({ usual: 60_000, deep: 1_800_000 }),
);
