import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { followTrace } from '../../src/control/events.ts';
import { openSession } from '../../src/control/session.ts';
import { asker } from './ask.ts';
import { beginControl } from './begin.ts';

interface TraceEvent {
  readonly id: string;
  readonly event: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
}

const readEvent = (text: string): TraceEvent => {
  const fields = Object.fromEntries(text.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
  return { id: fields['id'], event: fields['event'], data: JSON.parse(fields['data']) };
};

/** A consumer of events, as browsers are: it has an address, and the id of what it saw last. */
const follow = async (url: string, lastEvent?: string) => {
  const headers = lastEvent === undefined ? {} : { 'last-event-id': lastEvent };
  const sending: ClientRequest = request(url, { agent: false, headers }).end();
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    sending.on('response', resolve).on('error', reject),
  );
  let text = '';
  const over = new Promise<void>((resolve) => response.on('error', () => undefined).on('close', () => resolve()));
  const events = (): readonly TraceEvent[] =>
    text
      .split('\n\n')
      .slice(0, -1)
      .filter((part) => part.startsWith('id:'))
      .map(readEvent);
  response.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    over,
    get isWhole() {
      return response.complete;
    },
    /** The events that came so far, once there are so many; a test that waits in vain runs into its limit. */
    first: async (count: number): Promise<readonly TraceEvent[]> => {
      while (text.split('\n\nid:').length < count || events().length < count) await once(response, 'data');
      return events();
    },
    leave: () => response.destroy(),
  };
};

const post = (body?: unknown) => ({ method: 'POST', ...(body !== undefined && { body }) });

test('entries come as they happen, to each of two consumers', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  const consumers = [await follow(`${begun.url}trace/events`), await follow(`${begun.url}trace/events`)];
  await ask('steps', post({ do: 'holdAccount' }));

  for (const one of consumers) {
    expect([one.status, one.type]).toEqual([200, 'text/event-stream']);
    const events = await one.first(3);
    expect(events.map(({ event }) => event)).toEqual(['world', 'entry', 'entry']);
    expect(events.map(({ id }) => id)).toEqual(['1-0', '1-1', '1-2']);
    expect(events.slice(1).map(({ data }) => data)).toEqual(begun.sim.trace.entries);
    one.leave();
  }
});

test('whoever comes back misses nothing, and sees nothing twice', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  const first = await follow(`${begun.url}trace/events`);
  await ask('steps', post({ do: 'holdAccount' }));
  const before = await first.first(3);
  const { id } = before.at(-1) ?? { id: '' };
  first.leave();
  await ask('steps', post({ do: 'releaseAccount' }));
  await ask('steps', post({ do: 'expireToken' }));

  const second = await follow(`${begun.url}trace/events`, id);

  const after = await second.first(3);
  const { entries } = begun.sim.trace;
  expect([before.length, after.length]).toEqual([3, 3]);
  const seen = [...before, ...after].filter(({ event }) => event === 'entry').map(({ data }) => data);
  expect(seen).toEqual(entries);
  second.leave();
});

test('a world that begins anew is told, and what came of it from its beginning, whoever comes when', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  const there = await follow(`${begun.url}trace/events?since=1`);
  await ask('steps', post({ do: 'holdAccount' }));
  await there.first(2);
  await ask('reset', post());
  await ask('steps', post({ do: 'expireToken' }));

  expect((await there.first(5)).map(({ id, event }) => [id, event])).toEqual([
    ['1-1', 'world'],
    ['1-2', 'entry'],
    ['2-0', 'world'],
    ['2-1', 'entry'],
    ['2-2', 'entry'],
  ]);
  const back = await follow(`${begun.url}trace/events`, '1-2');
  const beyond = await follow(`${begun.url}trace/events`, '2-999');
  expect((await back.first(3)).map(({ id }) => id)).toEqual(['2-0', '2-1', '2-2']);
  expect((await beyond.first(1)).map(({ id }) => id)).toEqual(['2-2']);
  for (const one of [there, back, beyond]) one.leave();
});

test('a world that another takes the place of is told to its end, and none is passed over, however short it was', async () => {
  await using begun = await beginControl();
  const session = openSession(begun.controlled);
  const leaving = new AbortController();
  const events = followTrace(session, undefined, 0, leaving.signal);
  let text = String((await events.next()).value);
  const worlds: (readonly unknown[])[] = [];
  for (let count = 0; count < 3; count += 1) {
    await begun.sim.now.holdAccount();
    worlds.push(begun.sim.trace.entries);
    await session.inTurn(() => begun.controlled.reset());
    expect(session.world.number).toBe(count + 2);
  }
  worlds.push(begun.sim.trace.entries);

  leaving.abort();
  for await (const more of events) text += more;

  const told = text.split('\n\n').filter((part) => part.startsWith('id:'));
  expect(told.map((part) => readEvent(part).data)).toEqual(
    worlds.flatMap((entries, at) => [{ world: at + 1, scenario: null }, ...entries]),
  );
});

test('ten thousand entries come whole, however slowly they are read', async () => {
  await using begun = await beginControl();
  for (let count = 0; count < 5000; count += 1) {
    await begun.sim.now.holdAccount();
    await begun.sim.now.releaseAccount();
  }

  const one = await follow(`${begun.url}trace/events`);

  const { entries } = begun.sim.trace;
  expect(entries.length).toBeGreaterThanOrEqual(10_000);
  expect((await one.first(entries.length + 1)).slice(1).map(({ data }) => data)).toEqual(entries);
  one.leave();
});

test('a client that sleeps is answered when virtual time is there, and not before', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  let isAwake = false;
  const sleeping = ask('time/sleep', post({ for: '10m' })).then((answer) => {
    isAwake = true;
    return answer;
  });
  await begun.asleep(1);

  await ask('time/elapse', post({ for: '9m59s999ms' }));
  expect(isAwake).toBe(false);
  await ask('time/elapse', post({ for: '1ms' }));

  expect((await sleeping).json).toMatchObject({ elapsed: 600_000 });
  const past = await ask('time/sleep', post({ until: '2024-02-29T00:05:00.000Z' }));
  expect(past.json).toMatchObject({ elapsed: 600_000 });
});

test('a client that hangs up in the middle sleeps no more, and the run goes on', async () => {
  await using begun = await beginControl();
  const headers = { 'content-type': 'application/json' };
  const sleeping = request(`${begun.url}time/sleep`, { agent: false, method: 'POST', headers });
  sleeping.on('error', () => undefined).end('{"for":"10m"}');
  await begun.asleep(1);

  sleeping.destroy();

  await begun.asleep(0);
  expect((await asker(begun)('time/elapse', post({ for: '1h' }))).json).toMatchObject({ elapsed: 3_600_000 });
  expect(begun.bugs).toEqual([]);
});

test('two that begin the world anew at once both get a whole one', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);

  const states = await Promise.all([ask('reset', post()), ask('reset', post()), ask('reset', post())]);

  expect(states.map(({ json }) => json.clock.world)).toEqual([2, 3, 4]);
  expect((await ask('state')).json).toMatchObject({ clock: { world: 4 }, entries: 1 });
});

test('what happened until it is closed is told to the last, for a program may end with what went wrong', async () => {
  await using begun = await beginControl();
  const events = await follow(`${begun.url}trace/events`);
  await events.first(2);
  for (let count = 0; count < 300; count += 1) {
    await begun.sim.now.holdAccount();
    await begun.sim.now.releaseAccount();
  }

  await begun.close();

  const { entries } = begun.sim.trace;
  expect((await events.first(entries.length + 1)).slice(1).map(({ data }) => data)).toEqual(entries);
  await events.over;
  expect(events.isWhole).toBe(true);
});

test('when it is closed nobody is left waiting: events end, who sleeps is told, and the port is free', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  const events = await follow(`${begun.url}trace/events`);
  await events.first(2);
  const sleeping = ask('time/sleep', post({ for: '10m' }));
  await begun.asleep(1);

  await begun.close();
  await begun.close();

  expect((await sleeping).json).toMatchObject({ status: 503, code: 'CLOSING' });
  await events.over;
  expect(events.isWhole).toBe(true);
  await expect(ask('state')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await begun.asleep(0);
  expect(begun.bugs).toEqual([]);
});

/** The trace of a simulation that keeps few of its entries, after so many more. */
const longer = async (begun: Awaited<ReturnType<typeof beginControl>>, times: number): Promise<void> => {
  for (let time = 0; time < times; time++) await begun.sim.now[time % 2 === 0 ? 'holdAccount' : 'releaseAccount']();
};

test('whoever follows a trace that keeps its newest entries alone is told all of them, also after others were dropped', async () => {
  await using begun = await beginControl({ keep: 100 });
  const consumer = await follow(`${begun.url}trace/events`);
  await consumer.first(2);
  for (let round = 0; round < 4; round++) {
    await longer(begun, 100);
    // One world, one for the beginning of the world, and each action.
    await consumer.first(2 + (round + 1) * 100);
  }
  const events = await consumer.first(402);

  expect(begun.sim.trace.entries[1]).toMatchObject({ kind: 'dropped' });
  expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 402 }, (_, count) => `1-${count}`));
  expect(events.at(-1)?.data).toEqual(begun.sim.trace.entries.at(-1));
  consumer.leave();
});

test('whoever comes back after entries were dropped gets the mark and what is kept; `since` counts alike', async () => {
  await using begun = await beginControl({ keep: 100 });
  const ask = asker(begun);
  await longer(begun, 400);
  const { entries } = begun.sim.trace;
  const [, mark] = entries;
  if (mark?.kind !== 'dropped') throw new Error('nothing was dropped');
  const late = await follow(`${begun.url}trace/events`, '1-5');
  const told = await late.first(entries.length);
  const known = 1 + mark.entries + 3;

  expect(told.slice(1).map(({ data }) => data)).toEqual(entries.slice(1));
  expect(told.at(1)?.id).toBe(`1-${1 + mark.entries}`);
  expect(told.at(-1)?.id).toBe('1-401');
  const since = (await ask(`trace?since=${known}`)).text;
  expect(since).toBe(
    entries
      .slice(5)
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join(''),
  );
  late.leave();
});
