import { expect, test } from 'vitest';
import { createTrace } from '../../../src/trace/trace.ts';
import { brokenIn, judge } from './tamper.ts';
import { minute, play, type Run } from './whole-run.ts';

/** What a trace tells besides requests and answers, and what would be judged wrongly without it. */

const answerTo = ({ entries }: Run, exchange: number) => {
  const entry = entries.find((one) => one.kind === 'answer' && one.exchange === exchange);
  if (entry?.kind !== 'answer') throw new Error(`#${exchange} has no answer`);
  return entry;
};

test('an answer tells when it was decided, if something happened before it was sent', async () => {
  const run = await play({}, async ({ sim, create }) => {
    sim.after('created').revokeToken();
    await create();
  });

  const revoked = run.entries.findIndex(({ kind }) => kind === 'action');
  expect(answerTo(run, 1)).toMatchObject({ answer: { status: 201 }, decided: { at: 0, entries: revoked } });
  expect(judge(run).get('S11')).toBe('held');
});

test('an hour that passes between the decision and the answer belongs to neither', async () => {
  const run = await play({ customer: { records: 1, collects: '1m' } }, async ({ sim, create, list, until }) => {
    const { id } = await create();
    await until(2 * minute);
    sim.after('listed').elapse('61m');
    await list(id);
  });

  expect(answerTo(run, 2)).toMatchObject({ at: 63 * minute, decided: { at: 2 * minute } });
  expect(judge(run).get('S5')).toBe('held');
});

test('an answer that nothing came between tells no such thing', async () => {
  const run = await play({}, ({ create }) => create());

  expect(answerTo(run, 1)).not.toHaveProperty('decided');
});

test('a change of state tells the exchange that brought it about', async () => {
  const run = await play({ customer: { collects: '1m' } }, async ({ create, until }) => {
    await create();
    await until(2 * minute);
  });

  const changes = run.entries.filter((entry) => entry.kind === 'transition');
  expect(changes).toMatchObject([{ to: 'inProgress', by: 1 }, { to: 'completed' }]);
  expect(changes[1]).not.toHaveProperty('by');
});

test('of a request that arrives twice, the second answer counts as remembered from the first', async () => {
  const run = await play({ customer: { records: 3, collects: '1m' } }, async ({ sim, create, list, until }) => {
    sim.on('listDataQueryRecords').fault('doubledRequest');
    const { id } = await create();
    await until(30_000);
    await list(id);
    await until(4 * minute);
    await list(id);
    await until(6 * minute);
    await list(id);
  });

  expect([2, 3, 4].map((exchange) => answerTo(run, exchange).answer.status)).toEqual([403, 403, 200]);
  expect(brokenIn(run)).toEqual([]);
});

test('of a request that arrives twice, the first answer is remembered though a scenario gives the second', async () => {
  const run = await play({ customer: { records: 3, collects: '1m' } }, async ({ sim, create, list, until }) => {
    sim.on('listDataQueryRecords').fault('doubledRequest');
    sim.on('listDataQueryRecords', { nth: '1..2' }).fail('tooManyRequests');
    const { id } = await create();
    await until(2 * minute);
    for (let times = 0; times < 3; times += 1) await list(id);
  });

  expect([2, 3, 4].map((exchange) => answerTo(run, exchange).answer.status)).toEqual([429, 429, 200]);
  expect(brokenIn(run)).toEqual([]);
});

test('a customer who authorizes once more lets the new token in', async () => {
  const run = await play({}, async ({ sim, create, token }) => {
    await sim.now.revokeToken();
    const code = sim.authorize();
    const { access_token: fresh } = await token({ grant_type: 'authorization_code', code });
    await create(fresh);
  });

  expect(answerTo(run, 2).answer.status).toBe(201);
  expect(judge(run).get('S11')).toBe('held');
});

test('the world at the beginning names everyone, and shows no secret', async () => {
  const run = await play({ customer: { id: 'ann', records: 7, consent: '2h' } }, ({ create }) => create());
  const shown = createTrace();
  for (const entry of run.entries) shown.record(entry);

  const [began] = shown.entries;

  expect(began).toMatchObject({
    kind: 'began',
    world: {
      applications: [{ id: 'application-1', secret: '<client secret 1>', allowlisted: true }],
      holdings: [{ customer: 'ann', scope: 'orders', records: 7 }],
      consents: [{ customer: 'ann', state: 'granted', until: 2 * 60 * minute }],
      tokens: [{ token: '<token 1>', refreshToken: '<refresh token 1>', customer: 'ann', expiresAt: 60 * minute }],
    },
  });
});

test('a world that was saved goes on, and what it had answered before is no fault of it', async () => {
  const { simulate } = await import('../../../src/simulate.ts');
  await using first = await simulate({ customer: { records: 3, collects: '1m' }, notify: () => new Response() });
  const { env } = first;
  const headers = { authorization: `Bearer ${env.customer.accessToken}` };
  const base = `${env.regions['eu-west-1']}/orders/data-queries`;
  const { id } = (await (await fetch(base, { method: 'POST', headers })).json()) as { id: string };
  await first.elapse('2m');
  await fetch(`${base}/${id}/records`, { headers });
  const from = first.snapshot();
  await first.stop();

  const run = await play({ from }, async ({ list, create, until }) => {
    const { records } = await list(id);
    await fetch(records[0]?.file ?? '');
    await create();
    await until(5 * minute);
    await create();
  });

  expect(run.entries[0]).toMatchObject({ world: { continues: true, queries: [{ query: id, state: 'completed' }] } });
  expect(answerTo(run, 1)).toMatchObject({ answer: { status: 200 }, rememberedSince: 0 });
  expect(brokenIn(run)).toEqual([]);
});
