import { afterEach, expect, test, vi } from 'vitest';
import { simulate, type Simulation } from '../../src/index.ts';
import { misuseIn } from '../misuse-of.ts';
import { create } from './calls.ts';

afterEach(() => {
  vi.useRealTimers();
});

test.each<{ options: object; code: string; says: string[] }>([
  { options: { host: {} }, code: 'BAD_OPTION', says: ['simulate: "host" is no option (did you mean "hosts"?)'] },
  { options: { sed: 1 }, code: 'BAD_OPTION', says: ['"sed" is no option (did you mean "seed"?)'] },
  { options: { database: {} }, code: 'BAD_OPTION', says: ['"database" is no option (known: seed, random'] },
  { options: { seed: 1.5 }, code: 'BAD_OPTION', says: ['simulate({ seed })'] },
  { options: { epoch: 'soon' }, code: 'BAD_OPTION', says: ['"soon" is no time'] },
  { options: { customer: { collects: '1 hour' } }, code: 'BAD_DURATION', says: ['1 hour', 'write "1h"'] },
  { options: { customer: { records: -1 } }, code: 'BAD_OPTION', says: ['records', '-1'] },
  { options: { customers: [] }, code: 'BAD_OPTION', says: ['simulate({ customers })'] },
  { options: { assumptions: { 'cache.error': 'x' } }, code: 'BAD_OPTION', says: ['cache.errors'] },
  { options: { assumptions: { 'limits.window': 'fix' } }, code: 'BAD_OPTION', says: ['limits.window', '"fixed"'] },
  { options: { hosts: { mail: 'https://a.test' } }, code: 'BAD_OPTION', says: ['"mail"', 'email'] },
  { options: { hosts: { email: 'a.test' } }, code: 'BAD_OPTION', says: ['"a.test" is no base address'] },
  { options: { notify: 'https://example.com/hook' }, code: 'BAD_OPTION', says: ['this machine'] },
  { options: { notify: 7 }, code: 'BAD_OPTION', says: ['notification target'] },
  { options: { epoch: '2030-01-01T00:00:00' }, code: 'BAD_OPTION', says: ['no time with its zone', '000Z'] },
  { options: { epoch: '2024-02-30T00:00:00Z' }, code: 'BAD_OPTION', says: ['"2024-02-30T00:00:00Z" is no time'] },
  { options: { epoch: 5 }, code: 'BAD_OPTION', says: ['simulate({ epoch })', '5 is no time'] },
  { options: { customer: { id: 'ann' }, customers: [{ id: 'bob' }] }, code: 'BAD_OPTION', says: ['"customers", too'] },
  { options: { unfired: 'warn' }, code: 'BAD_OPTION', says: ['simulate({ unfired })', '"warn"', '"ignore"'] },
  { options: { stuckAfter: '2s' }, code: 'BAD_OPTION', says: ['simulate({ stuckAfter })', '"2s"'] },
  { options: { random: Symbol('x') }, code: 'BAD_OPTION', says: ['simulate({ random })', 'a symbol is none'] },
  { options: { returns: 5n }, code: 'BAD_OPTION', says: ['simulate({ returns })', '5 is neither'] },
  { options: { clock: 5n }, code: 'BAD_OPTION', says: ['simulate({ clock })', 'is no clock'] },
  { options: { clock: { scaled: Object.create(null) } }, code: 'BAD_OPTION', says: ['is no speed of a clock'] },
  { options: { customer: { count: 5n } }, code: 'BAD_OPTION', says: ['"count" is 5', 'a whole number'] },
  { options: { applications: '' }, code: 'BAD_OPTION', says: ['simulate({ applications })', '""'] },
  { options: { assumptions: 'cache.errors' }, code: 'BAD_OPTION', says: ['"cache.errors" is not a set of options'] },
  { options: { assumptions: 5 }, code: 'BAD_OPTION', says: ['5 is not a set of options'] },
  { options: { hosts: null }, code: 'BAD_OPTION', says: ['simulate({ hosts })', 'nothing (null)'] },
  { options: { hosts: 'https://a.test' }, code: 'BAD_OPTION', says: ['"https://a.test" is not a set of options'] },
  { options: { hosts: { email: Symbol('x') } }, code: 'BAD_OPTION', says: ['a symbol is no base address'] },
  { options: { transport: { server: { port: '80' } } }, code: 'BAD_OPTION', says: ['"port" is "80"', 'give a number'] },
  { options: { transport: { server: { host: 5 } } }, code: 'BAD_OPTION', says: ['"host" is 5', 'give a string'] },
  { options: { transport: { server: { secure: 'no' } } }, code: 'BAD_OPTION', says: ['"secure" is "no"'] },
  { options: { transport: async () => {} }, code: 'BAD_OPTION', says: ['your transport gives nothing'] },
  { options: { transport: { server: { secured: true } } }, code: 'BAD_OPTION', says: ['"secured"', '"secure"'] },
  {
    options: { store: [{ family: 'submision', method: 'GET', path: '/a' }] },
    code: 'BAD_OPTION',
    says: ['simulate({ store })', '"submision", of the 1st route, is no family', 'did you mean "submission"?'],
  },
])('simulate($options) is refused with $code', async ({ options, code, says }) => {
  const misuse = await misuseIn(() => simulate(options));

  expect(misuse.code).toBe(code);
  for (const part of says) expect(misuse.message).toContain(part);
});

test('two simulations that claim one host are refused, with the name of the host', async () => {
  const hosts = { email: 'https://mail.example.com' };
  await using first = await simulate({ hosts });

  const { code, message } = await misuseIn(() => simulate({ hosts }));

  expect(code).toBe('HOST_TAKEN');
  expect(message).toContain('mail.example.com');
  expect(first.elapsed).toBe(0);
});

test('a refused simulation leaves its hosts to the next one', async () => {
  const hosts = { email: 'https://mail.example.com' };
  const first = await simulate({ hosts });
  await misuseIn(() => simulate({ hosts }));
  await first.stop();

  await using next = await simulate({ hosts });

  expect((await next.run(() => create(next.env))).status).toBe(201);
});

test('steps that name a customer or a scope that does not exist are refused where they are told', async () => {
  await using sim = await simulate({ customers: [{ id: 'anna' }, { id: 'bert', scope: 'reviews' }] });

  expect(await misuseIn(() => sim.at('1m').holdAccount({ customer: 'ana' }))).toMatchObject({
    code: 'UNKNOWN_CUSTOMER',
    message: expect.stringContaining('did you mean "anna"?'),
  });
  expect(await misuseIn(() => sim.at('1m').revokeConsent({ customer: 'bert', scope: 'orders' }))).toMatchObject({
    code: 'UNKNOWN_SCOPE',
    message: expect.stringContaining('reviews'),
  });
});

test.each<{ name: string; tell: (sim: Awaited<ReturnType<typeof simulate>>) => unknown; code: string; says: string }>([
  { name: 'a bad duration', tell: (sim) => sim.at(['1 hour'].join('')), code: 'BAD_DURATION', says: 'write "1h"' },
  { name: 'a bad time to elapse', tell: (sim) => sim.elapse('soon'), code: 'BAD_DURATION', says: 'sim.elapse' },
  {
    name: 'a failure without an operation',
    tell: (sim) => sim.at('1m').fail(500),
    code: 'BAD_OPTION',
    says: 'operation',
  },
  {
    name: 'a token error for a listing',
    tell: (sim) => sim.on('listDataQueryRecords').fail('invalidClient'),
    code: 'SCENARIO_INVALID',
    says: 'no refusal of listDataQueryRecords',
  },
  {
    name: 'a row of interface C for an e-mail',
    tell: (sim) => sim.on('sendEmail').fail('integrationTimeout'),
    code: 'SCENARIO_INVALID',
    says: 'no refusal of sendEmail',
  },
])('$name is refused', async ({ tell, code, says }) => {
  await using sim = await simulate();

  const misuse = await misuseIn(() => tell(sim));

  expect(misuse.code).toBe(code);
  expect(misuse.message).toContain(says);
});

test('a step whose moment never came is an error at the end', async () => {
  const sim = await simulate();
  sim.on('listDataQueryRecords', { nth: 2 }).fail(503);
  await sim.run(() => fetch(sim.env.tokenUrl, { method: 'POST' }));

  const { code, message, stack } = await misuseIn(() => sim.stop());

  expect(code).toBe('STEP_NEVER_FIRED');
  // What the client did instead is not far to look for.
  expect(message).toMatch(
    /^.*listDataQueryRecords.* \[STEP_NEVER_FIRED\]\n\nwhat happened:\n +time │ client .*\n(?:.*\n)*.*#1 requestToken +│ 400/,
  );
  // It points to the line of the step, and to nothing of ours.
  expect(stack?.slice(`Misuse: ${message}`.length)).toMatch(/^\n {4}at .*misuse\.test\.ts:126:/);
});

test('a failure that no request has met is an error at the end, and one that was met in part is none', async () => {
  const sim = await simulate();
  sim.at('1m').fail(503, { operation: 'sendEmail' });
  sim.at('1m').fail(503, { operation: 'requestToken', times: 1000 });
  await sim.elapse('2m');
  await sim.run(() => fetch(sim.env.tokenUrl, { method: 'POST' }));

  const { code, message } = await misuseIn(() => sim.stop());

  expect(code).toBe('STEP_NEVER_FIRED');
  expect(message.split('\n')[0]).toContain('sendEmail');
  expect(message.split('\n')[0]).not.toContain('requestToken');
});

test('a client that waits for what cannot come is stopped, and told who holds it', async () => {
  await using sim = await simulate({ stuckAfter: 50 });
  const release = sim.hold('a device that is not there');

  const { code, message } = await misuseIn(() => sim.run(() => new Promise(() => undefined)));
  release();

  expect(code).toBe('CLOCK_STUCK');
  expect(message).toContain('a device that is not there');
});

test('fake timers of the test runner and a time of its own are refused, with what to do', async () => {
  vi.useFakeTimers();

  const { code, message } = await misuseIn(() => simulate({ clock: 'own' }));

  expect(code).toBe('FAKE_TIMERS_ACTIVE');
  expect(message).toContain('useRealTimers');
});

test('options that are none are refused', async () => {
  const misuse = await misuseIn(() => simulate(null as never));

  expect(misuse).toMatchObject({ code: 'BAD_OPTION', what: 'nothing (null) are no options' });
});

test.each<{ call: string; of: (sim: Simulation) => unknown; code: string; what: string }>([
  { call: 'elapse(61)', of: (sim) => sim.elapse(61 as never), code: 'BAD_DURATION', what: '61 is not a duration' },
  { call: 'sleep(61)', of: (sim) => sim.sleep(61 as never), code: 'BAD_DURATION', what: '61 is not a duration' },
  {
    call: 'add of what is no step',
    of: (sim) => sim.add({ on: 'createDataQuery', fial: 503 } as never),
    code: 'BAD_OPTION',
    what: 'an object with on, fial is no step',
  },
  {
    call: 'run of a promise',
    of: (sim) => sim.run(Promise.resolve() as never),
    code: 'BAD_OPTION',
    what: 'a Promise is no function',
  },
  {
    call: 'authorize by a customer that is not there',
    of: (sim) => sim.authorize({ id: 'cusotmer-1', scope: 'orders' }),
    code: 'UNKNOWN_CUSTOMER',
    what: 'there is no customer "cusotmer-1"',
  },
  {
    call: 'authorize for a scope that he does not have',
    of: (sim) => sim.authorize({ id: 'customer-1', scope: 'oders' }),
    code: 'UNKNOWN_SCOPE',
    what: 'customer-1 has no scope "oders"',
  },
])('$call is refused with $code', async ({ of, code, what }) => {
  await using sim = await simulate();

  expect(await misuseIn(() => of(sim))).toMatchObject({ code, what });
});

test.each<{ call: string; of: (sim: Simulation) => unknown }>([
  { call: 'on().fail', of: (sim) => sim.on('createDataQuery').fail(503) },
  { call: 'now.revokeConsent', of: (sim) => sim.now.revokeConsent() },
  { call: 'authorize', of: (sim) => sim.authorize() },
  { call: 'fetch', of: (sim) => sim.fetch(sim.env.tokenUrl, { method: 'POST' }) },
])('$call of a simulation that is over is refused, and not lost', async ({ of }) => {
  const sim = await simulate();
  await sim.stop();

  expect(await misuseIn(() => of(sim))).toMatchObject({ code: 'DISPOSED' });
});

test('a begin of virtual time may name its zone', async () => {
  await using sim = await simulate({ epoch: '2030-01-01T02:00:00+02:00' });

  expect(await sim.run(() => new Date().toISOString())).toBe('2030-01-01T00:00:00.000Z');
});

test('a step that never came to pass since the client had failed says how: the error of the end may be all that is seen', async () => {
  const sim = await simulate();
  sim.on('notification').elapse('61m');
  const { accessToken } = sim.env.customer;
  await expect(
    sim.run(() => {
      throw new Error(`the store is full: ${accessToken}\nas it was`);
    }),
  ).rejects.toThrow('the store is full');

  const { what } = await misuseIn(() => sim.stop());

  expect(what).toBe(
    'on the 1st notification: let 61m pass: its moment never came; the client had failed: the store is full: <token 1>',
  );
});

test('of very many customers those are named that are most like the one that does not exist, and nothing else', async () => {
  await using sim = await simulate({ customers: Array.from({ length: 50 }, (_, at) => ({ id: `shop-${at}` })) });

  // Five are named: the one that has the word in it stands first.
  expect(await misuseIn(() => sim.at('1m').holdAccount({ customer: '49' }))).toMatchObject({
    code: 'UNKNOWN_CUSTOMER',
    hint: expect.stringMatching(/^the nearest of 50: shop-49(, shop-\d+){4}$/),
  });
});
