import { expect, test } from 'vitest';
import { type Simulation, simulate, type StoreRow } from '../../src/index.ts';
import { bearer, requestToken } from './calls.ts';

const tokenFor = async (sim: Simulation, scope = 'store::apps:readwrite'): Promise<string> =>
  String((await requestToken(sim.env, { grant_type: 'client_credentials', scope })).body['access_token']);

const call = (sim: Simulation, method: string, path: string, token: string, body?: string): Promise<Response> =>
  fetch(`${sim.env.storeUrls.submission}${path}`, { method, headers: bearer(token), ...(body && { body }) });

const routes: readonly StoreRow[] = [
  { family: 'submission', method: 'GET', path: '/apps', answer: { body: [{ id: 'app-1' }] } },
  {
    family: 'submission',
    method: 'post',
    path: '/apps/*',
    answer: ({ method, url, body }) => ({ status: 202, headers: { 'X-Seen': method }, body: { url, body } }),
  },
  { family: 'submission', method: 'DELETE', path: '/apps/1' },
];

test('the user’s own routes answer behind the token check', async () => {
  await using sim = await simulate({ store: routes });

  const seen = await sim.run(async () => {
    const token = await tokenFor(sim);
    const listed = await call(sim, 'GET', '/apps', token);
    const posted = await call(sim, 'POST', '/apps/7/edits?draft=1', token, 'hello');
    const deleted = await call(sim, 'DELETE', '/apps/1', token);
    return [
      [listed.status, await listed.json()],
      [posted.status, posted.headers.get('x-seen'), await posted.json()],
      [deleted.status, await deleted.json()],
    ];
  });

  expect(seen).toEqual([
    [200, [{ id: 'app-1' }]],
    [202, 'POST', { url: '/apps/7/edits?draft=1', body: 'hello' }],
    [200, {}],
  ]);
});

test('without a token for that family no route is reached', async () => {
  let reached = 0;
  const counting = { family: 'submission', method: 'GET', path: '/*', answer: () => ({ body: ++reached }) } as const;
  await using sim = await simulate({ store: [counting] });

  const statuses = await sim.run(async () => [
    (await call(sim, 'GET', '/apps', 'nonsense')).status,
    (await call(sim, 'GET', '/apps', await tokenFor(sim, 'reporting::store:marketer'))).status,
  ]);

  expect([statuses, reached]).toEqual([[403, 403], 0]);
});

test('where the user lists routes there are no others', async () => {
  await using sim = await simulate({ store: routes });

  const statuses = await sim.run(async () => {
    const token = await tokenFor(sim);
    return [(await call(sim, 'GET', '/other', token)).status, (await call(sim, 'PUT', '/apps', token)).status];
  });

  expect(statuses).toEqual([404, 404]);
});

/** What a client is told of an answer that the test itself got wrong. */
const ask = async (sim: Simulation): Promise<unknown> => {
  const response = await sim.run(async () => call(sim, 'GET', '/x', await tokenFor(sim)));
  return { status: response.status, text: await response.text() };
};

test('a route that throws is a 500 that says so to the client, and the simulation fails when it ends', async () => {
  const broken = { family: 'submission', method: 'GET', path: '/x', answer: () => Promise.reject(new Error('typo')) };
  const sim = await simulate({ store: [broken as StoreRow] });

  expect(await ask(sim)).toEqual({
    status: 500,
    text: expect.stringContaining('simulate({ store }), GET /x: its answer failed: typo') as string,
  });
  await expect(sim.stop()).rejects.toMatchObject({ code: 'STORE_ROUTE_FAILED' });
});

test.each([99, 199, 600, 200.5])('%s is no status that a route can answer', async (status) => {
  const sim = await simulate({ store: [{ family: 'submission', method: 'GET', path: '/x', answer: { status } }] });

  expect(await ask(sim)).toMatchObject({ status: 500, text: expect.stringContaining('is no status') as string });
  await expect(sim.stop()).rejects.toThrow('is no status of an answer');
});

test.each([
  ['nothing', () => undefined, 'its answer is nothing (give { status, headers, body }, or {})'],
  ['a text', () => 'hello', 'its answer is "hello"'],
  ['an unknown field', () => ({ stauts: 500 }), '"stauts" is no field of its answer (did you mean "status"?)'],
  ['no status', () => ({ status: '200' }), '"200" is no status of an answer'],
  ['a header that there cannot be', () => ({ headers: { 'a b': 'c' } }), 'its headers cannot be sent'],
  ['no headers', () => ({ headers: null }), 'its headers cannot be sent'],
  ['a big integer', () => ({ body: { id: 5n } }), 'its body cannot be written as JSON'],
  ['a function', () => ({ body: () => 1 }), 'its body cannot be written as JSON: it is a function'],
])('a route that answers %s is told so, and not that the simulator has a bug', async (_what, answer, says) => {
  const sim = await simulate({ store: [{ family: 'submission', method: 'GET', path: '/x', answer } as never] });

  expect(await ask(sim)).toEqual({ status: 500, text: expect.stringContaining(says) as string });
  await expect(sim.stop()).rejects.toMatchObject({ code: 'BAD_OPTION' });
});

test.each([
  [5, '5 is no list of routes'],
  [[null], 'the 1st route is nothing (null)'],
  [[{ family: 'submission', method: 7, path: '/x' }], '7, of the 1st route, is no method'],
  [[{ family: 'submission', method: 'GET', path: '/x', anwser: {} }], 'did you mean "answer"?'],
  [[{ family: 'submission', method: 'GET', path: '/x', answer: { code: 500 } }], '"code" is no field'],
])('routes that are none, %j, are refused at once', async (store, says) => {
  await expect(simulate({ store: store as never })).rejects.toMatchObject({
    code: 'BAD_OPTION',
    message: expect.stringContaining(says) as string,
  });
});

test.each([
  ['family', { family: 'Submission', method: 'GET', path: '/x' }],
  ['path', { family: 'submission', method: 'GET', path: 'x' }],
  ['method', { family: 'submission', method: 'G T', path: '/x' }],
])('a route with a wrong %s is refused at once', async (_what, row) => {
  await expect(simulate({ store: [row as StoreRow] })).rejects.toMatchObject({ code: 'BAD_OPTION' });
});
