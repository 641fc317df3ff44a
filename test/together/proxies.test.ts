import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { once } from 'node:events';
import net from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import tls from 'node:tls';
import axios from 'axios';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { EnvHttpProxyAgent, ProxyAgent, request as undiciRequest } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Simulation } from '../../src/index.ts';
import { makeCertificate } from '../../src/transport/tls/certificate.ts';
import { simulate } from '../../src/simulate.ts';
import { portOf } from '../port-of.ts';
import { type Canary, openCanary } from './canary.ts';

let proxy: Canary;
beforeAll(async () => {
  proxy = await openCanary();
});
afterAll(() => proxy.close());
beforeEach(() => {
  proxy.forget();
  vi.unstubAllEnvs();
});

const proxyUrl = (): string => `http://127.0.0.1:${proxy.port}`;
const proxyOfAxios = () => ({ protocol: 'http', host: '127.0.0.1', port: proxy.port });

/** A port of this machine where nobody listens. */
const closedPort = async (): Promise<number> => {
  const server = net.createServer();
  const port = await portOf(server);
  server.close();
  await once(server, 'close');
  return port;
};

const createUrl = (sim: Simulation): string => `${sim.env.regions['eu-west-1']}/orders/data-queries`;
const headersFor = (sim: Simulation) => ({ authorization: `Bearer ${sim.env.customer.accessToken}` });

/** Its types know another `node:http`. */
const agentFor = (url: string, options: http.AgentOptions = {}): http.Agent =>
  new HttpProxyAgent(url, options) as unknown as http.Agent;

const get = async (url: string, agent: http.Agent): Promise<string> => {
  const send = url.startsWith('https:') ? https.get : http.get;
  const [response] = (await once(send(url, { agent }), 'response')) as [IncomingMessage];
  return textOf(response);
};

describe('what is asked of a proxy for a simulated host', () => {
  test.each([
    [
      'by a tunnel',
      'https://api.proxied.test',
      () => ({ httpsAgent: new HttpsProxyAgent(proxyUrl()), proxy: false as const }),
    ],
    ['with its whole address', 'http://api.proxied.test', () => ({ proxy: proxyOfAxios() })],
  ])('%s is the same exchange to the service as without a proxy', async (_way, base, throughProxy) => {
    const play = async (config: object) => {
      await using sim = await simulate({ instance: 'one', hosts: { 'eu-west-1': base } });
      await sim.run(async () => {
        const response = await axios.post(createUrl(sim), '', { headers: headersFor(sim), ...config });
        expect(response.status).toBe(201);
      });
      return sim.trace.entries;
    };

    const direct = await play({ proxy: false, httpsAgent: new https.Agent() });
    const proxied = await play(throughProxy());

    expect(proxied).toEqual(direct);
    expect(proxy.heard).toEqual([]);
  });

  test('needs no proxy to be there when the environment names it', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    vi.stubEnv('HTTPS_PROXY', url);
    await using sim = await simulate();
    const headers = headersFor(sim);

    const statuses = await sim.run(async () => [
      (await axios.post(createUrl(sim), '', { headers })).status,
      (await undiciRequest(createUrl(sim), { method: 'POST', headers, dispatcher: new EnvHttpProxyAgent() }))
        .statusCode,
    ]);

    expect(statuses).toEqual([201, 201]);
  });

  test('carries no credentials of the proxy into the trace', async () => {
    await using sim = await simulate({ hosts: { email: 'http://mail.proxied.test' } });
    const auth = { username: 'user', password: 'canary-password' };

    await sim.run(() => axios.get(sim.env.emailUrl, { proxy: { ...proxyOfAxios(), auth }, validateStatus: null }));

    expect(sim.trace.toJSONL()).not.toMatch(/proxy-authorization/i);
  });

  test('with its whole address ends the connection: what comes next may be for any other host', async () => {
    await using sim = await simulate({ hosts: { email: 'http://mail.proxied.test' } });
    const socket = net.connect(proxy.port, '127.0.0.1');

    const [head] = await sim.run(() => {
      socket.write('GET http://mail.proxied.test/x HTTP/1.1\r\nhost: mail.proxied.test\r\n\r\n');
      return once(socket, 'data');
    });

    expect(String(head)).toMatch(/^HTTP\/1\.1 404 .*\r\nconnection: close\r\n/is);
  });

  test('by TLS to the proxy is served, too', async () => {
    const { key, cert } = makeCertificate();
    const heard: string[] = [];
    const secure = tls.createServer({ key, cert }, (socket) => {
      socket.on('data', (chunk) => heard.push(chunk.toString())).on('error', () => undefined);
    });
    const port = await portOf(secure);
    onTestFinished(() => void secure.close());
    await using sim = await simulate();
    const dispatcher = new ProxyAgent({
      uri: `https://127.0.0.1:${port}`,
      proxyTls: { ca: cert, servername: 'localhost' },
    });

    const { statusCode } = await sim.run(() =>
      undiciRequest(createUrl(sim), { method: 'POST', headers: headersFor(sim), dispatcher }),
    );

    expect(statusCode).toBe(201);
    expect(heard).toEqual([]);
  });

  test('to a port that is not simulated is refused, with those that are', async () => {
    await using sim = await simulate();
    const { host } = new URL(sim.env.emailUrl);

    await expect(sim.run(() => get(`https://${host}:8443/`, new HttpsProxyAgent(proxyUrl())))).rejects.toThrow(
      `stunt-double simulates this host at https://${host}:443`,
    );
    expect(proxy.heard).toEqual([]);
  });

  test('ends with the simulation: no tunnel is left open, and the next simulation is asked anew', async () => {
    const agent = new HttpsProxyAgent(proxyUrl(), { keepAlive: true });
    const countSockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
    const before = countSockets();
    for (const records of [1, 2]) {
      const sim = await simulate({ customer: { records } });
      expect(await sim.run(() => get(`${sim.env.emailUrl}/x`, agent))).toContain('Not Found');
      await sim.stop();
      expect(countSockets()).toBe(before);
    }
  });

  test('is refused beside a server, which no proxy can reach', async () => {
    await using sim = await simulate({ transport: 'server' });

    await expect(sim.run(() => axios.get(sim.env.emailUrl, { proxy: proxyOfAxios() }))).rejects.toThrow(
      /stunt-double simulates this host by transport "server".*set NO_PROXY=127\.0\.0\.1/,
    );
    expect((await sim.run(() => axios.get(sim.env.emailUrl, { proxy: false, validateStatus: null }))).status).toBe(404);
    expect(proxy.heard).toEqual([]);
  });
});

describe.each(['sockets', 'fetch'] as const)('what is asked of a proxy for any other host, with %s', (transport) => {
  test('goes to it as it is, whichever way it is asked', async () => {
    await using sim = await simulate({ transport });

    const answers = await sim.run(async () => [
      (await axios.get<string>('http://other.proxied.test/a', { proxy: proxyOfAxios() })).data,
      await get('http://other.proxied.test/b', agentFor(proxyUrl())),
      await get('http://other.proxied.test/c', new HttpsProxyAgent(proxyUrl())),
      await (
        await undiciRequest('http://other.proxied.test/d', { dispatcher: new ProxyAgent(proxyUrl()) })
      ).body.text(),
    ]);

    expect(answers).toEqual(['canary', 'canary', 'canary', 'canary']);
    expect(proxy.heard).toEqual([
      'GET http://other.proxied.test/a HTTP/1.1',
      'GET http://other.proxied.test/b HTTP/1.1',
      'CONNECT other.proxied.test:80 HTTP/1.1',
      'GET /c HTTP/1.1',
      'CONNECT other.proxied.test:80 HTTP/1.1',
      'GET /d HTTP/1.1',
    ]);
  });
});

test('connections to a proxy are kept alive between hosts, and each is asked where it belongs', async () => {
  await using sim = await simulate({ hosts: { email: 'http://mail.proxied.test' } });
  const agent = agentFor(proxyUrl(), { keepAlive: true, maxSockets: 1 });

  const answers = await sim.run(async () => {
    const all: string[] = [];
    for (const host of ['other', 'mail', 'mail', 'other', 'mail', 'other'])
      all.push(await get(`http://${host}.proxied.test/x`, agent));
    return all;
  });

  const ours = '{"message":"Not Found"}';
  expect(answers).toEqual(['canary', ours, ours, 'canary', ours, 'canary']);
  expect(proxy.heard).toEqual(Array.from({ length: 3 }, () => 'GET http://other.proxied.test/x HTTP/1.1'));
});

describe("network: 'closed'", () => {
  test('a proxy of this machine is no way out of it either', async () => {
    await using sim = await simulate({ network: 'closed' });
    const reason = "by a proxy: simulate({ network: 'closed' }) lets nothing out of this machine";

    await expect(sim.run(() => axios.get('http://other.proxied.test/', { proxy: proxyOfAxios() }))).rejects.toThrow(
      reason,
    );
    await expect(sim.run(() => get('https://other.proxied.test/', new HttpsProxyAgent(proxyUrl())))).rejects.toThrow(
      reason,
    );
    expect(proxy.heard).toEqual([]);
  });

  test('it still leads to servers of this machine, and to the simulation', async () => {
    await using sim = await simulate({ network: 'closed' });

    const answers = await sim.run(async () => [
      (await axios.get<string>('http://127.0.0.1:9/x', { proxy: proxyOfAxios() })).data,
      await get(`${sim.env.emailUrl}/x`, new HttpsProxyAgent(proxyUrl())),
    ]);

    expect(answers).toEqual(['canary', '{"message":"Not Found"}']);
    expect(proxy.heard).toEqual(['GET http://127.0.0.1:9/x HTTP/1.1']);
  });
});
