import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { once } from 'node:events';
import { bootstrap } from 'global-agent';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulate } from '../../src/simulate.ts';
import { type Canary, openCanary } from './canary.ts';

let proxy: Canary;
beforeAll(async () => {
  proxy = await openCanary();
  process.env['GLOBAL_AGENT_HTTP_PROXY'] = `http://127.0.0.1:${proxy.port}`;
  bootstrap();
});
afterAll(() => proxy.close());

const get = async (url: string): Promise<number | undefined> => {
  const request = url.startsWith('https:') ? https.get(url) : http.get(url);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response.resume().statusCode;
};

test('what global-agent hands to a proxy for a simulated host is served', async () => {
  await using sim = await simulate({ hosts: { email: 'http://mail.agent.test' } });

  expect(await sim.run(() => get('http://mail.agent.test/x'))).toBe(404);
  expect(proxy.heard).toEqual([]);
});

test('in its tunnel stands the simulated host, whose certificate it compares with "localhost", as with any other', async () => {
  await using sim = await simulate({ hosts: { email: 'https://mail.agent.test' } });

  await expect(sim.run(() => get('https://mail.agent.test/x'))).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    cert: { subjectaltname: 'DNS:mail.agent.test' },
  });
  expect(proxy.heard).toEqual([]);
});

test.each(['http:', 'https:'])('and refused by name where it is not served, by %s', async (scheme) => {
  await using sim = await simulate({ transport: 'fetch', hosts: { email: `${scheme}//mail.agent.test` } });

  await expect(sim.run(() => get(`${scheme}//mail.agent.test/x`))).rejects.toThrow('set NO_PROXY=mail.agent.test');
  expect(proxy.heard).toEqual([]);
});
