import { expect, test } from 'vitest';
import { asker } from './ask.ts';
import { beginControl } from './begin.ts';

const post = (body?: unknown) => ({ method: 'POST', ...(body !== undefined && { body }) });

test('it tells what runs, what time it is, and what a client needs', async () => {
  await using begun = await beginControl({ seed: 3 });
  const ask = asker(begun);

  expect((await ask('state')).json).toEqual({
    clock: {
      world: 1,
      elapsed: 0,
      now: '2024-02-29T00:00:00.000Z',
      kind: 'manual',
      speed: 0,
      isMovable: true,
    },
    entries: 1,
    exchanges: 0,
    unfired: 0,
    assumed: [],
  });
  const { json: env } = await ask('env');
  const { clientId, clientSecret, tokenUrl, regions, customer } = begun.sim.env;
  expect(env).toMatchObject({ clientId, clientSecret, tokenUrl, regions, customer, customers: [customer] });
  expect((await ask('env?application=application-1')).json).toEqual(env);
  expect((await ask('env?application=other')).json).toMatchObject({ status: 404, code: 'UNKNOWN_APPLICATION' });
});

test('a step without a moment has happened when its answer comes, and stands in the trace where it was told', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);

  const told = await ask('steps', post({ do: 'revokeConsent' }));

  expect([told.status, told.json]).toEqual([
    201,
    {
      place: 'control, step 1',
      says: 'now: revoke the consent of the first customer to all scopes',
      step: { do: 'revokeConsent' },
      waits: false,
    },
  ]);
  expect((await ask('world')).json.consents).toMatchObject([{ state: 'revoked' }]);
  const actions = begun.sim.trace.entries.filter(({ kind }) => kind === 'action');
  expect(actions).toMatchObject([{ at: 0, place: 'control, step 1', action: { do: 'revokeConsent' } }]);
});

test('a step with a moment waits for it: a time from now, a time since the beginning, an event', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  await ask('time/elapse', post({ for: '30m' }));

  for (const step of [
    { wait: '10m', do: 'holdAccount' },
    { at: '1h', do: 'releaseAccount' },
    { after: 'created', do: 'revokeConsent' },
  ])
    expect((await ask('steps', post(step))).json).toMatchObject({ step, waits: true });
  expect((await ask('steps/unfired')).json.steps).toHaveLength(3);

  await ask('time/elapse', post({ for: '9m59s999ms' }));
  expect((await ask('world')).json.customers).toMatchObject([{ onHold: false }]);
  await ask('time/elapse', post({ for: '1ms' }));
  expect((await ask('world')).json.customers).toMatchObject([{ onHold: true }]);
  await ask('time/elapse', post({ until: '2024-02-29T01:00:00.000Z' }));
  expect((await ask('world')).json.customers).toMatchObject([{ onHold: false }]);
  expect((await ask('steps/unfired')).json.steps).toMatchObject([{ step: { after: 'created' } }]);
});

test('a sequence and several things at once are told as in a scenario file, as YAML too', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);

  const yaml = 'together: [{ do: holdAccount }, { do: expireToken }]\nthen:\n  - { wait: 5m, do: releaseAccount }\n';
  const told = await ask('steps', { method: 'POST', body: yaml, type: 'application/yaml' });

  expect(told.json).toMatchObject({ waits: true });
  expect((await ask('world')).json.customers).toMatchObject([{ onHold: true }]);
  await ask('time/elapse', post({ for: '5m' }));
  expect((await ask('world')).json.customers).toMatchObject([{ onHold: false }]);
});

test('every verb can be told, by the example that the table has of it', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  const { verbs } = (await ask('verbs')).json;
  expect(verbs.length).toBeGreaterThan(20);

  for (const { name, example } of verbs) {
    const named = example.replaceAll('ann', 'customer-1').replaceAll('application-2', 'application-1');
    const { status, json } = await ask('steps', { method: 'POST', body: named, type: 'application/yaml' });
    expect([name, status, json.detail]).toEqual([name, 201, undefined]);
  }
});

test('time goes on to what is due next', async () => {
  await using begun = await beginControl({ customer: { collects: '10m' } });
  const ask = asker(begun);
  const { env, fetch } = begun.sim;
  const headers = { authorization: `Bearer ${env.customer.accessToken}` };
  await fetch(`${env.regions['eu-west-1']}/orders/data-queries`, { method: 'POST', headers });

  expect((await ask('queries')).json.queries).toMatchObject([{ state: 'inProgress', livesFor: 600_000 }]);
  expect((await ask('time/next', post())).json).toMatchObject({ elapsed: 600_000 });
  expect((await ask('queries')).json.queries).toMatchObject([{ state: 'completed' }]);
});

/** A query for the orders of the customer, and how to list what it has collected. */
const createQuery = async ({ sim }: Awaited<ReturnType<typeof beginControl>>) => {
  const { env, fetch } = sim;
  env.onNotification(() => new Response());
  const headers = { authorization: `Bearer ${env.customer.accessToken}` };
  const base = `${env.regions['eu-west-1']}/orders/data-queries`;
  const { id } = (await (await fetch(base, { method: 'POST', headers })).json()) as { readonly id: string };
  return { id, list: () => fetch(`${base}/${id}/records`, { headers }) };
};

test('tokens, queries and links are told with how long they live', async () => {
  await using begun = await beginControl({ customer: { collects: '1m', records: 3 } });
  const ask = asker(begun);
  const { id, list } = await createQuery(begun);
  await ask('time/elapse', post({ for: '2m' }));
  await list();
  await ask('time/elapse', post({ for: '1m' }));

  expect((await ask('tokens')).json.tokens).toMatchObject([{ customer: 'customer-1', livesFor: 57 * 60_000 }]);
  expect((await ask('queries')).json.queries).toMatchObject([{ id, livesFor: 58 * 60_000 }]);
  expect((await ask('links')).json.pages).toMatchObject([{ query: id, files: 3, livesFor: 4 * 60_000 }]);
  await ask('time/elapse', post({ for: '4m' }));
  expect((await ask('links')).json.pages).toMatchObject([{ livesFor: 0 }]);
});

test('how long they live is what the limits of the world say', async () => {
  await using begun = await beginControl({
    customer: { collects: '1m' },
    limits: { linkLifetime: '2m', listingWindow: '10m' },
  });
  const ask = asker(begun);
  const { list } = await createQuery(begun);
  await ask('time/elapse', post({ for: '1m' }));
  await list();

  expect((await ask('world')).json.limits).toMatchObject({ linkLifetime: '2m', listingWindow: '10m', listBurst: 5 });
  expect((await ask('queries')).json.queries).toMatchObject([{ livesFor: 600_000 }]);
  expect((await ask('links')).json.pages).toMatchObject([{ livesFor: 120_000 }]);
});

test('e-mails, the trace, explanations and judgements are told', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  const { env, fetch } = begun.sim;
  expect((await ask('explanations')).json).toMatchObject({ status: 404, detail: 'nothing has been answered yet' });
  const body = JSON.stringify({ toEmailAddress: 'a@b', fromEmailAddress: 'c@d', emailContent: '<b>hello</b>' });
  await fetch(env.emailUrl, { method: 'POST', body });
  await fetch(env.tokenUrl, { method: 'POST', body: 'grant_type=none' });

  expect((await ask('outbox')).json.mails).toMatchObject([{ to: 'a@b', from: 'c@d', content: '<b>hello</b>' }]);
  expect((await ask('trace')).text).toBe(begun.sim.trace.toJSONL());
  const all = begun.sim.trace.entries;
  expect((await ask(`trace?since=${all.length - 1}`)).text).toBe(`${JSON.stringify(all.at(-1))}\n`);
  expect((await ask('explanations')).json).toEqual(begun.sim.explain());
  expect((await ask('explanations?exchange=1')).json).toMatchObject({ exchange: 1, status: 200 });
  const { judgements, broken } = (await ask('judgements')).json;
  expect(judgements).toHaveLength(begun.sim.judge().length);
  expect(broken).toEqual([]);
  expect((await ask('judgements?rules=none')).json.judgements).toEqual([]);
  expect((await ask('judgements?rules=zzz')).json.hint).toBe('write "all", "must", "none" or "C14=off,C8=must"');
  expect((await ask('judgements?rules=C14=of')).json).toMatchObject({ code: 'BAD_OPTION', place: 'query, "rules"' });
});

test('what was saved is gone back to, at the same addresses; and the world can begin anew', async () => {
  await using begun = await beginControl({ seed: 7 });
  const ask = asker(begun);
  const saved = await ask('snapshot');
  await ask('steps', post({ do: 'revokeConsent' }));

  const restored = await ask('snapshot', { method: 'PUT', body: saved.text });
  expect(restored.json).toMatchObject({ clock: { world: 2 } });
  expect((await ask('world')).json.consents).toMatchObject([{ state: 'granted' }]);

  await ask('steps', post({ do: 'revokeConsent' }));
  expect((await ask('reset', post())).json).toMatchObject({ clock: { world: 3, elapsed: 0 }, entries: 1 });
  expect((await ask('world')).json.consents).toMatchObject([{ state: 'granted' }]);
});

test('a scenario that is sent is played from its beginning', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  const scenario = 'name: on hold\ncustomer: { records: 3 }\nsteps:\n  - { at: 1m, do: holdAccount }\n';

  const begunAnew = await ask('reset', { method: 'POST', body: scenario, type: 'application/yaml' });

  expect(begunAnew.json).toMatchObject({ scenario: 'on hold', unfired: 1 });
  await ask('time/elapse', post({ for: '1m' }));
  expect((await ask('world')).json.customers).toMatchObject([{ onHold: true }]);
  const wrong = await ask('reset', { method: 'POST', body: 'name: x\nstep: []\n', type: 'application/yaml' });
  expect(wrong.json).toMatchObject({ status: 422, code: 'SCENARIO_INVALID', place: 'body:2:1' });
  expect((await ask('state')).json).toMatchObject({ scenario: 'on hold', clock: { elapsed: 60_000 } });
});

test('a customer authorizes an application, by a code that it exchanges', async () => {
  await using begun = await beginControl({ customers: [{ id: 'ann' }, { id: 'bert', scope: 'returns' }] });
  const ask = asker(begun);

  const { status, json } = await ask('authorizations', post({ customer: 'bert' }));

  expect(status).toBe(201);
  const { clientId, clientSecret, tokenUrl } = begun.sim.env;
  const asked = { grant_type: 'authorization_code', code: json.code, client_id: clientId, client_secret: clientSecret };
  const answer = await begun.sim.fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(asked) });
  expect(answer.status).toBe(200);
  expect((await ask('authorizations', post({ customer: 'bart' }))).json).toMatchObject({
    code: 'UNKNOWN_CUSTOMER',
    hint: 'did you mean "bert"?',
  });
  expect((await ask('authorizations', post({ customer: 'bert', scope: 'orders' }))).json).toMatchObject({
    code: 'UNKNOWN_SCOPE',
  });
});

test('secrets have names wherever they are not needed', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  const { env, fetch } = begun.sim;
  const { clientSecret, customer } = env;
  const secrets = [clientSecret, customer.accessToken, customer.refreshToken];
  const asked = { grant_type: 'refresh_token', client_secret: clientSecret, refresh_token: customer.refreshToken };
  await fetch(env.tokenUrl, { method: 'POST', body: new URLSearchParams(asked) });

  for (const path of ['state', 'world', 'tokens', 'trace', 'judgements', 'explanations', 'steps/unfired']) {
    const { text } = await ask(path);
    expect([path, secrets.filter((secret) => text.includes(secret))]).toEqual([path, []]);
  }
  const mail = {
    toEmailAddress: 'a@b',
    fromEmailAddress: 'c@d',
    emailContent: `with ${customer.accessToken}&code=x"y`,
  };
  await fetch(env.emailUrl, { method: 'POST', body: JSON.stringify(mail) });
  expect((await ask('outbox')).json.mails[0].content).toContain('with <token 1>');
  const wrong = await ask('steps', { method: 'POST', body: { do: 'holdAccount', customer: customer.accessToken } });
  expect([wrong.status, wrong.text.includes(customer.accessToken)]).toEqual([422, false]);
  for (const path of ['env', 'snapshot']) expect((await ask(path)).text).toContain(clientSecret);
});

test('secrets have names in what is said of an address that is none', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  const { clientSecret } = (await ask('env')).json;

  const { status, json } = await ask(`tokens/${clientSecret}`);

  expect([status, json.detail]).toEqual([404, 'there is no "/tokens/<client secret 1>"']);
});

test('the scenario that is played is told as a file has it, and steps of another are told to the world as it is', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  expect((await ask('scenario')).json).toEqual({});
  const played = { name: 'held', customer: { id: 'ann' }, steps: [{ at: '10m', do: 'holdAccount' }] };
  await ask('reset', post(played));
  expect((await ask('scenario')).json.scenario).toMatchObject(played);

  const more = 'name: more\nsteps:\n  - { at: 20m, do: releaseAccount }\n  - { on: createDataQuery, fail: 503 }\n';
  const told = await ask('steps/scenario', { method: 'POST', body: more, type: 'application/yaml' });

  expect([told.status, told.json.steps]).toMatchObject([
    201,
    [{ place: 'body:3:5', step: { at: '20m', do: 'releaseAccount' } }, { step: { on: 'createDataQuery', fail: 503 } }],
  ]);
  expect((await ask('steps/unfired')).json.steps).toHaveLength(3);
  expect((await ask('state')).json).toMatchObject({ scenario: 'held', clock: { world: 2 } });
  await ask('time/elapse', post({ for: '15m' }));
  expect((await ask('world')).json.customers).toMatchObject([{ id: 'ann', onHold: true }]);
  await ask('time/elapse', post({ for: '15m' }));
  expect((await ask('world')).json.customers).toMatchObject([{ id: 'ann', onHold: false }]);
});

test('steps of which one names nobody are refused, and none of them is told', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  const first = [
    { at: '0s', do: 'revokeConsent' },
    { at: '1m', do: 'holdAccount' },
  ];

  const wrong = { name: 'x', steps: [...first, { at: '2m', do: 'holdAccount', customer: 'nobody' }] };

  expect((await ask('steps/scenario', post(wrong))).json).toMatchObject({ status: 404, code: 'UNKNOWN_CUSTOMER' });
  expect((await ask('steps/unfired')).json.steps).toEqual([]);
  await ask('time/elapse', post({ for: '1h' }));
  expect(begun.sim.trace.entries.filter(({ kind }) => kind === 'action')).toEqual([]);
});

test('a step of several may name whom one before it will make', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);
  const steps = [
    { at: '1m', do: 'createProfile', application: 'other' },
    { at: '2m', do: 'deleteProfile', application: 'other' },
  ];

  expect((await ask('steps/scenario', post({ name: 'x', steps }))).status).toBe(201);
  expect((await ask('steps/unfired')).json.steps).toHaveLength(2);
});

test('time that has no pace of its own can neither be paused nor stepped', async () => {
  await using begun = await beginControl();
  const ask = asker(begun);

  for (const asked of [ask('time/pause', post({ isPaused: true })), ask('time/step', post({ until: 'trigger' }))]) {
    expect((await asked).json).toMatchObject({ status: 409, code: 'CLOCK_NOT_OURS' });
  }
  // It may say how far, and need not.
  expect((await ask('time/step', { method: 'POST' })).json).toMatchObject({ code: 'CLOCK_NOT_OURS' });
  expect((await ask('time/pause', { method: 'POST' })).json).toMatchObject({ code: 'NOT_READABLE' });
  expect((await ask('time/pause', post({ isPaused: 'yes' }))).json).toMatchObject({
    status: 422,
    place: 'body, "isPaused"',
  });
});
