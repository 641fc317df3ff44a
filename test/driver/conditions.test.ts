import { expect, test } from 'vitest';
import { type ClientCustomer, simulate } from '../../src/index.ts';
import { bearer, create, list, nextNotification, refresh, requestToken, sleep } from '../simulation/calls.ts';
import { createIn, mail, mails } from './acts.ts';

const byFetch = { transport: 'fetch' } as const;
const storeGrant = { grant_type: 'client_credentials', scope: 'reporting::store:marketer' };

test.each([
  [2, [200, 503, 200, 200, 200]],
  ['every', [503, 503, 503, 503, 503]],
  ['2..4', [200, 503, 503, 503, 200]],
  ['4..', [200, 200, 200, 503, 503]],
  ['3..3', [200, 200, 503, 200, 200]],
] as const)('nth %s of five', async (nth, statuses) => {
  await using sim = await simulate(byFetch);
  sim.on('sendEmail', { nth }).fail(503);

  expect(await sim.run(() => mails(sim.env, 5))).toEqual(statuses);
});

test('what happens every time happens every time', async () => {
  await using sim = await simulate(byFetch);
  sim.on('sendEmail', { nth: 'every' }).elapse('1m');

  await sim.run(() => mails(sim.env, 3));

  expect(sim.elapsed).toBe(180_000);
});

test('every event is one to wait for', async () => {
  await using sim = await simulate(byFetch);
  sim.after('mailSent', { nth: '2..', wait: '1m' }).fail(503, { operation: 'sendEmail' });

  const statuses = await sim.run(async () => {
    const before = await mails(sim.env, 3);
    await sleep(60_000);
    return [...before, ...(await mails(sim.env, 3))];
  });

  // The second and the third e-mail are followed by a refusal each.
  expect(statuses).toEqual([200, 200, 200, 503, 503, 200]);
});

test('only requests to the region that is named are counted, and hit', async () => {
  const customers = [{ id: 'ann' }, { id: 'bob' }, { id: 'cid' }];
  await using sim = await simulate({ ...byFetch, customers });
  sim.on('createDataQuery', { where: { region: 'us-east-1' }, nth: 2 }).fail(503);
  const [ann, bob, cid] = sim.env.customers;

  const statuses = await sim.run(async () => [
    await createIn(sim.env, 'us-east-1', ann),
    await createIn(sim.env, 'eu-west-1', bob),
    await createIn(sim.env, 'us-east-1', cid),
  ]);

  expect(statuses).toEqual([201, 201, 503]);
});

test('requests at the same instant do not take what is meant for the other', async () => {
  await using sim = await simulate({ ...byFetch, customers: [{ id: 'ann' }, { id: 'bob' }, { id: 'cid' }] });
  sim.on('createDataQuery', { where: { customer: 'bob' } }).fail(503);
  const { env } = sim;

  const statuses = await sim.run(() => Promise.all(env.customers.map((one) => createIn(env, 'eu-west-1', one))));

  expect(statuses).toEqual([201, 503, 201]);
});

test('not even where nothing lies between one request and the next', async () => {
  await using sim = await simulate({ ...byFetch, customers: [{ id: 'ann' }, { id: 'bob' }] });
  sim.at('0s', { where: { customer: 'ann' } }).fail(503, { operation: 'createDataQuery', for: '1h' });
  await sim.elapse('1s');
  const { env, fetch } = sim;
  const send = async ({ scope, accessToken }: ClientCustomer): Promise<number> => {
    const url = `${env.regions['eu-west-1']}/${scope}/data-queries`;
    return (await fetch(url, { method: 'POST', headers: bearer(accessToken) })).status;
  };

  expect(await sim.run(() => Promise.all(env.customers.map(send)))).toEqual([503, 201]);
});

test.each([
  [{ customer: 'bob' }, [201, 503, 201]],
  [{ scope: 'reviews' }, [201, 201, 503]],
  [{ customer: 'ann', scope: 'reviews' }, [201, 201, 503]],
  [{ application: 'application-1' }, [503, 201, 201]],
] as const)('the first create of %o', async (where, statuses) => {
  const customers = [{ id: 'ann' }, { id: 'bob' }, { id: 'ann', scope: 'reviews' }];
  await using sim = await simulate({ ...byFetch, customers });
  sim.on('createDataQuery', { where }).fail(503);
  const { env } = sim;

  expect(
    await sim.run(async () => {
      const found: number[] = [];
      for (const one of env.customers) found.push(await createIn(env, 'eu-west-1', one));
      return found;
    }),
  ).toEqual(statuses);
});

/** Lists a query's pages one after the other and gives their statuses. */
const listPages = async (url: string, token: string): Promise<readonly number[]> => {
  const statuses: number[] = [];
  for (let next: string | undefined = ''; next !== undefined; ) {
    const response: Response = await fetch(next === '' ? url : `${url}?nextPageToken=${next}`, {
      headers: bearer(token),
    });
    statuses.push(response.status);
    if (response.status === 200) ({ nextPageToken: next } = (await response.json()) as { nextPageToken?: string });
    else await response.text();
  }
  return statuses;
};

test('a page is known by the token that asks for it', async () => {
  await using sim = await simulate({ ...byFetch, customer: { records: 600 } });
  sim.on('listDataQueryRecords', { where: { page: 3 } }).fail(503);
  const { env } = sim;

  const statuses = await sim.run(async () => {
    const notified = nextNotification(env);
    await create(env);
    const { id } = await notified;
    return listPages(
      `${env.regions['eu-west-1']}/${env.customer.scope}/data-queries/${id}/records`,
      env.customer.accessToken,
    );
  });

  expect(statuses).toEqual([200, 200, 503, 200]);
});

test('a record is known by its place in the listing', async () => {
  await using sim = await simulate({ ...byFetch, customer: { records: 3 } });
  sim.on('downloadFile', { where: { record: 2, customer: sim.customer.id } }).fail(503);
  const { env } = sim;

  const statuses = await sim.run(async () => {
    const notified = nextNotification(env);
    await create(env);
    const { records } = (await list(env, (await notified).id)).body as { records: { file: string }[] };
    return Promise.all(records.map(async ({ file }) => (await fetch(file)).status));
  });

  expect(statuses).toEqual([200, 503, 200]);
});

test.each([
  [{ grant: 'refresh_token' }, [200, 503]],
  [{ grant: 'client_credentials' }, [503, 200]],
  [{ customer: 'ann', scope: 'orders' }, [200, 503]],
] as const)('a request for a token of %o', async (where, statuses) => {
  await using sim = await simulate({ ...byFetch, customer: { id: 'ann', scope: 'orders' } });
  sim.on('requestToken', { where }).fail(503);
  const { env } = sim;

  const found = await sim.run(async () => [(await requestToken(env, storeGrant)).status, (await refresh(env)).status]);

  expect(found).toEqual(statuses);
});

test.each([
  [{ status: 'canceled' }, ['COMPLETED']],
  [{ status: 'completed' }, ['CANCELED']],
  [{ customer: 'bob' }, ['COMPLETED']],
  [{ region: 'eu-west-1' }, ['CANCELED']],
] as const)('the first notification of %o gets lost', async (where, heard) => {
  await using sim = await simulate({ ...byFetch, customers: [{ id: 'ann' }, { id: 'bob' }] });
  sim.on('notification', { where }).loseNotification();
  sim.at('1m').revokeConsent({ customer: 'bob' });
  const { env } = sim;
  const [ann, bob] = env.customers;

  const found: unknown[] = [];
  await sim.run(async () => {
    env.onNotification(async (request) => {
      const { Message } = (await request.json()) as { Message: string };
      found.push((JSON.parse(Message) as { status: string }).status);
      return new Response(null, { status: 204 });
    });
    await createIn(env, 'eu-west-1', ann);
    await createIn(env, 'us-west-2', bob);
    await sleep(3_600_000);
  });

  expect(found).toEqual(heard);
});

test('only events of the customer that is named are waited for', async () => {
  await using sim = await simulate({ ...byFetch, customers: [{ id: 'ann' }, { id: 'bob' }] });
  sim.after('created', { where: { customer: 'bob' } }).fail(503, { operation: 'sendEmail' });
  const { env } = sim;
  const [ann, bob] = env.customers;

  const statuses = await sim.run(async () => [
    await createIn(env, 'eu-west-1', ann),
    await mail(env),
    await createIn(env, 'eu-west-1', bob),
    await mail(env),
  ]);

  expect(statuses).toEqual([201, 200, 201, 503]);
});

test('what never matched has not happened', async () => {
  await using sim = await simulate({ ...byFetch, unfired: 'ignore' });
  sim.on('createDataQuery', { where: { region: 'us-east-1' } }).fail(503);
  sim.at('0s', { where: { region: 'us-west-2' } }).fail(503, { operation: 'createDataQuery', for: '1h' });

  await sim.elapse('1s');
  await sim.run(() => create(sim.env));

  expect(sim.unfired).toHaveLength(2);
});

test.each([
  [{ customer: 'an' }, 'UNKNOWN_CUSTOMER', 'did you mean "ann"?'],
  [{ customer: 'ann', scope: 'order' }, 'UNKNOWN_SCOPE', 'did you mean "orders"?'],
  [{ scope: 'oders' }, 'UNKNOWN_SCOPE', 'did you mean "orders"?'],
  [{ application: 'application-2' }, 'UNKNOWN_APPLICATION', 'did you mean "application-1"?'],
] as const)('a filter for %o that there is not is refused at once', async (where, code, hint) => {
  await using sim = await simulate({ ...byFetch, customer: { id: 'ann', scope: 'orders' } });

  expect(() => sim.on('createDataQuery', { where }).fail(503)).toThrow(expect.objectContaining({ code, hint }));
});

test('a filter may name a scope that a step before it enables', async () => {
  await using sim = await simulate({ ...byFetch, unfired: 'ignore' });

  sim.at('1s').enableScope('reviews');
  sim.on('createDataQuery', { where: { scope: 'reviews' } }).fail(503);

  expect(sim.unfired).toHaveLength(2);
});
