import { expect, test } from 'vitest';
import { checkTrace } from '../../src/recording/check-trace.ts';
import { recordTraffic } from '../../src/recording/record-traffic.ts';
import { simulate } from '../../src/simulate.ts';

const answer =
  (body: BodyInit | null, init?: ResponseInit): typeof fetch =>
  () =>
    Promise.resolve(new Response(body, init));

test('what is sent and received stays as it is, and is recorded', async () => {
  const seen: unknown[] = [];
  const recorder = recordTraffic((input, init) => {
    seen.push(input, init);
    return Promise.resolve(Response.json({ access_token: 'sdt-1-secret' }, { status: 201 }));
  });
  const init = { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) };

  const response = await recorder.fetch('https://auth.example.com/auth/o2/token', init);

  expect(seen).toEqual(['https://auth.example.com/auth/o2/token', init]);
  expect(await response.json()).toEqual({ access_token: 'sdt-1-secret' });
  const [kept] = (await recorder.toHAR({ secrets: 'kept' })).log.entries;
  expect(kept?.request).toMatchObject({ method: 'POST', postData: { text: 'grant_type=client_credentials' } });
  expect(kept?.response).toMatchObject({ status: 201, content: { text: '{"access_token":"sdt-1-secret"}' } });
  expect(JSON.stringify(await recorder.toHAR())).not.toContain('sdt-1-secret');
});

test('a Request is recorded, and can still be read by whoever sends it', async () => {
  const recorder = recordTraffic(async (input) => new Response(await (input as Request).text()));
  const request = new Request('https://a.test/x', { method: 'PUT', body: 'hello=1', headers: { 'x-a': 'b' } });

  const response = await recorder.fetch(request);

  expect(await response.text()).toBe('hello=1');
  const [one] = (await recorder.toHAR({ secrets: 'kept' })).log.entries;
  expect(one?.request).toMatchObject({ method: 'PUT', url: 'https://a.test/x', postData: { text: 'hello=1' } });
  expect(one?.request.headers).toContainEqual({ name: 'x-a', value: 'b' });
});

test('a stream is left to whoever sends it', async () => {
  const recorder = recordTraffic(async (_, init) => new Response(await new Response(init?.body).text()));
  const body = new Blob(['streamed']).stream();

  const response = await recorder.fetch('https://a.test/', { method: 'POST', body, duplex: 'half' } as RequestInit);

  expect(await response.text()).toBe('streamed');
  expect((await recorder.toHAR()).log.entries[0]?.request.postData).toBeUndefined();
});

test('failures are recorded, and reach the client as they were', async () => {
  const failure = new TypeError('fetch failed');
  const recorder = recordTraffic(() => Promise.reject(failure));

  await expect(recorder.fetch('https://a.test/')).rejects.toBe(failure);
  await expect(recorder.fetch('no address')).rejects.toBe(failure);
  const { entries } = (await recorder.toHAR({ secrets: 'kept' })).log;
  expect(entries).toMatchObject([{ response: { status: 0, _error: 'fetch failed' } }]);
});

test('a large body reaches the client whole, and is not kept', async () => {
  const large = 'x'.repeat(3 * 1024 * 1024);
  const recorder = recordTraffic(answer(large));

  const response = await recorder.fetch('https://a.test/file');

  expect((await response.text()).length).toBe(large.length);
  expect((await recorder.toHAR()).log.entries[0]?.response.content.text).toBeUndefined();
});

test('a notification is recorded, too, where a library has put a class of its own in the place of Request', async () => {
  const recorder = recordTraffic(answer('{}'));
  const take = recorder.endpoint(() => new Response(null, { status: 204 }));
  const request = new Request('https://app.test/notified', { method: 'POST', body: '{}' });
  const native = globalThis.Request;
  globalThis.Request = class extends native {};
  try {
    await take(request);
  } finally {
    globalThis.Request = native;
  }

  const { log } = await recorder.toHAR();

  expect(log.entries.map(({ request: { method, url } }) => [method, url])).toEqual([
    ['POST', 'https://app.test/notified'],
  ]);
});

test('a client that is recorded while it runs against a simulation: all that is judged is held', async () => {
  await using sim = await simulate({ customer: { records: 3, collects: '10m' } });
  const { env, customer } = sim;
  const address = 'https://app.example.com/notifications/v1';
  const recorder = recordTraffic(sim.fetch, { hosts: env.regions, endpoint: address });
  const headers = { authorization: `Bearer ${customer.accessToken}` };
  const queries = `${env.regions['eu-west-1']}/${customer.scope}/data-queries`;

  await sim.run(async () => {
    const notified = new Promise<string>((resolve) => {
      env.onNotification(
        recorder.endpoint(async (request) => {
          const { Message: message } = (await request.json()) as { readonly Message: string };
          resolve((JSON.parse(message) as { readonly id: string }).id);
          return new Response(null, { status: 204 });
        }),
      );
    });
    await recorder.fetch(queries, { method: 'POST', headers });
    const listing = await recorder.fetch(`${queries}/${await notified}/records`, { headers });
    const { records } = (await listing.json()) as { readonly records: readonly { readonly file: string }[] };
    for (const { file } of records) await (await recorder.fetch(file)).text();
  });

  const har = await recorder.toHAR();
  const found = new Map(checkTrace(har).map(({ rule, verdict }) => [rule.id, verdict]));
  expect(har.log.entries.map(({ request }) => request.method)).toEqual(['POST', 'POST', 'GET', 'GET', 'GET', 'GET']);
  expect(JSON.stringify(har)).not.toContain(customer.accessToken);
  expect([...found.values()]).not.toContain('broken');
  expect(['S4', 'S5', 'S8', 'S9', 'S15'].map((id) => found.get(id as 'S4'))).toEqual(Array(5).fill('held'));
});
