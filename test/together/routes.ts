import dns from 'node:dns';
import { once } from 'node:events';
import http, { get as earlyGet } from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net, { connect as earlyConnect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import tls from 'node:tls';
import axios from 'axios';
import { got } from 'got';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { Agent, EnvHttpProxyAgent, Pool, ProxyAgent, fetch as undiciFetch, request as undiciRequest } from 'undici';

/** Where a client may want to go; all of these are hosts of the simulation. */
export interface Targets {
  /** A name that leads nowhere, with TLS. */
  readonly secure: string;
  /** The same without. */
  readonly plain: string;
  /** A port of this machine where the canary listens. */
  readonly local: string;
  /** A proxy, which is the other canary. */
  readonly proxy: string;
}

/** Rejects, or tells what came back. */
export type Route = (targets: Targets) => Promise<string>;

const { fetch: earlyFetch } = globalThis;

/** What a name is resolved to by whoever resolves it by himself. */
const lookup: net.LookupFunction = (_host, options, done) => {
  if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};

const read = async (request: http.ClientRequest): Promise<string> => {
  const [response] = (await once(request.end(), 'response')) as [http.IncomingMessage];
  return textOf(response);
};

/** Writes to a socket, and waits for the first that comes back. */
const talk = async (socket: net.Socket, text: string, event = 'connect'): Promise<string> => {
  socket.once(event, () => socket.write(text));
  const closed = once(socket, 'close').then(() => 'closed without an answer');
  const [answer] = (await Promise.race([once(socket, 'data'), closed.then((said) => [said])])) as [Buffer | string];
  socket.destroy();
  return answer.toString();
};

const hostOf = (url: string): string => new URL(url).hostname;
const portOf = (url: string): number => Number(new URL(url).port);
const headOf = (url: string): string => `GET /x HTTP/1.1\r\nhost: ${new URL(url).host}\r\n\r\n`;

const undici =
  (options: Agent.Options): Route =>
  async ({ local }) =>
    (await undiciRequest(local, { dispatcher: new Agent(options) })).body.text();

const h2 = async (session: http2.ClientHttp2Session): Promise<string> => {
  const failed = once(session, 'error').then(([error]: unknown[]) => {
    throw error;
  });
  const stream = session.request({ ':path': '/x' }).on('error', () => undefined);
  const [headers] = (await Promise.race([once(stream, 'response'), failed])) as [http2.IncomingHttpHeaders];
  session.destroy();
  return String(headers[':status']);
};

const openWebSocket: Route = async ({ local }) => {
  const [event] = (await once(new WebSocket(local.replace('http', 'ws')), 'error')) as [ErrorEvent];
  throw event.error ?? new Error(event.message);
};

/** Ways to a host: what a client of this process can do. */
export const directRoutes: Readonly<Record<string, Route>> = {
  'the global fetch': async ({ local }) => (await fetch(local)).text(),
  'a fetch kept from before': async ({ local }) => (await earlyFetch(local)).text(),
  'a fetch kept from before, to a name': async ({ secure }) => (await earlyFetch(secure)).text(),
  'http.request': ({ local }) => read(http.request(local)),
  'http.get by its name': ({ local }) => read(earlyGet(local)),
  'http.request with an agent': ({ local }) =>
    read(http.request(local, { agent: new http.Agent({ keepAlive: true }) })),
  'http.request to a name that it looks up by itself': ({ plain }) => read(http.request(plain, { lookup })),
  'https.request to a name': ({ secure }) => read(https.request(secure)),
  'https.request to a name that it looks up by itself': ({ secure }) => read(https.request(secure, { lookup })),
  axios: async ({ local }) => (await axios.get<string>(local, { proxy: false })).data,
  'axios, to a name': async ({ secure }) => (await axios.get<string>(secure, { proxy: false })).data,
  got: async ({ local }) => (await got(local, { retry: { limit: 0 } })).body,
  'request of undici': async ({ local }) => (await undiciRequest(local)).body.text(),
  'fetch of undici': async ({ local }) => (await undiciFetch(local)).text(),
  'an Agent of undici': undici({}),
  'a Pool of undici': async ({ local }) => {
    const response = await new Pool(new URL(local).origin).request({ path: '/x', method: 'GET' });
    return response.body.text();
  },
  'an Agent of undici that looks names up by itself': async ({ plain }) =>
    (await undiciRequest(plain, { dispatcher: new Agent({ connect: { lookup } }) })).body.text(),
  'net.connect': ({ local }) => talk(earlyConnect({ host: hostOf(local), port: portOf(local) }), headOf(local)),
  'net.connect to a name that it looks up by itself': ({ plain }) =>
    talk(net.connect({ host: hostOf(plain), port: portOf(plain), lookup }), headOf(plain)),
  'a socket': ({ local }) => talk(new net.Socket().connect(portOf(local), hostOf(local)), headOf(local)),
  'tls.connect to a name': ({ secure }) =>
    talk(tls.connect({ host: hostOf(secure), port: portOf(secure) }), headOf(secure), 'secureConnect'),
  'tls.connect to a name that it looks up by itself': ({ secure }) =>
    talk(tls.connect({ host: hostOf(secure), port: portOf(secure), lookup }), headOf(secure), 'secureConnect'),
  'tls.connect to an address that TLS knows by the name': ({ secure, proxy }) => {
    const options = { host: hostOf(proxy), port: portOf(proxy), servername: hostOf(secure) };
    return talk(tls.connect(options), headOf(secure), 'secureConnect');
  },
  'http2 without TLS': ({ local }) => h2(http2.connect(new URL(local).origin)),
  'http2 over TLS': ({ secure }) => h2(http2.connect(new URL(secure).origin)),
  'dns.lookup and then its address': async ({ plain }) => {
    const { address } = await new Promise<{ address: string }>((resolve, reject) => {
      dns.lookup(hostOf(plain), (error, found) => (error ? reject(error) : resolve({ address: found })));
    });
    return read(http.request({ host: address, port: portOf(plain), headers: { host: new URL(plain).host } }));
  },
  ...(typeof Reflect.get(globalThis, 'WebSocket') === 'function' && { 'the global WebSocket': openWebSocket }),
};

/** This machine by other names than the one that is simulated. */
export const spellings = [
  'localhost',
  'localhost.',
  '127.1',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '2130706433',
  '0.0.0.0',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
] as const;

type SetProxies = (env: Record<string, string>) => () => void;

/** As NODE_USE_ENV_PROXY has it; Node 24 and newer. */
const withProxyOfNode = async ({ proxy }: Targets, ask: () => Promise<string>): Promise<string> => {
  const set = Reflect.get(http, 'setGlobalProxyFromEnv') as SetProxies;
  const restore = set({ http_proxy: proxy, https_proxy: proxy });
  try {
    return await ask();
  } finally {
    restore();
  }
};

/** Ways by a proxy. Each asks it for the host, by a tunnel or by the whole address. */
export const proxyRoutes: Readonly<Record<string, Route>> = {
  'axios with a proxy': async ({ secure, proxy }) =>
    (await axios.get<string>(secure, { proxy: { protocol: 'http', host: hostOf(proxy), port: portOf(proxy) } })).data,
  'axios with a proxy, without TLS': async ({ plain, proxy }) =>
    (await axios.get<string>(plain, { proxy: { protocol: 'http', host: hostOf(proxy), port: portOf(proxy) } })).data,
  'axios with HTTPS_PROXY': async ({ secure, proxy }) => {
    process.env['HTTPS_PROXY'] = proxy;
    return (await axios.get<string>(secure)).data;
  },
  'a ProxyAgent of undici': async ({ secure, proxy }) =>
    (await undiciRequest(secure, { dispatcher: new ProxyAgent(proxy) })).body.text(),
  'a ProxyAgent of undici, without TLS': async ({ plain, proxy }) =>
    (await undiciRequest(plain, { dispatcher: new ProxyAgent(proxy) })).body.text(),
  'an EnvHttpProxyAgent of undici': async ({ secure, proxy }) =>
    (await undiciFetch(secure, { dispatcher: new EnvHttpProxyAgent({ httpsProxy: proxy }) })).text(),
  'https-proxy-agent': ({ secure, proxy }) => read(https.get(secure, { agent: new HttpsProxyAgent(proxy) })),
  'https-proxy-agent, without TLS': ({ plain, proxy }) => read(http.get(plain, { agent: new HttpsProxyAgent(proxy) })),
  'http-proxy-agent': ({ plain, proxy }) => read(http.get(plain, { agent: new HttpProxyAgent(proxy) as never })),
  'got with an agent': async ({ secure, proxy }) =>
    (await got(secure, { agent: { https: new HttpsProxyAgent(proxy) }, retry: { limit: 0 } })).body,
  'a socket that asks for a tunnel': ({ secure, proxy }) => {
    const { host } = new URL(secure);
    return talk(net.connect(portOf(proxy), hostOf(proxy)), `CONNECT ${host} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  },
  'a socket that names the whole address': ({ plain, proxy }) =>
    talk(net.connect(portOf(proxy), hostOf(proxy)), `GET ${plain} HTTP/1.1\r\nhost: ${new URL(plain).host}\r\n\r\n`),
  ...(typeof Reflect.get(http, 'setGlobalProxyFromEnv') === 'function' && {
    "Node's own proxies, with fetch": (targets) =>
      withProxyOfNode(targets, async () => (await fetch(targets.secure)).text()),
    "Node's own proxies, with https.get": (targets) => withProxyOfNode(targets, () => read(https.get(targets.secure))),
    "Node's own proxies, with http.get": (targets) => withProxyOfNode(targets, () => read(http.get(targets.plain))),
  }),
};
