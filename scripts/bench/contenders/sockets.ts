import { createServer, type RequestListener } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { versionOfFetch } from '../../../src/transport/fetch-version.ts';
import { attachSockets } from '../../../src/transport/sockets.ts';
import { makeCertificate } from '../../../src/transport/tls/certificate.ts';
import { trust } from '../../../test/faults/certificates.ts';
import { byAxios, byFetch, byHttp, type Send } from '../clients.ts';
import { type Contender, each } from '../contender.ts';
import { can } from '../canned.ts';
import { begin, complete, exchangeNames, type Requests, requestsOf } from '../exchanges.ts';

/** Trips of three clients that speak HTTP over connections. */

type ClientName = 'http' | 'axios' | 'fetch';

const clients: Readonly<Record<ClientName, () => Send>> = {
  http: byHttp,
  axios: byAxios,
  fetch: () => byFetch(globalThis.fetch),
};

const casesOf = (requestsBy: (client: ClientName) => Requests): Contender => ({
  cases: Object.fromEntries(
    (Object.keys(clients) as ClientName[]).map((name) => {
      const send = clients[name]();
      const requests = requestsBy(name);
      const trip = async (): Promise<void> => {
        for (const exchange of exchangeNames) await send(requests.again(exchange));
      };
      return [name, each(100, trip)];
    }),
  ),
});

/** Asked as often as the others, and so as no test keeps it. */
export const simulatedSockets = async (): Promise<Contender> => {
  const sim = await begin({ transport: 'sockets', keep: 1000 });
  const requests = requestsOf(sim.env, await complete(sim));
  return casesOf(() => requests);
};

export const cannedSockets = async (): Promise<Contender> => {
  const { requests, addresses, answer } = can();
  await attachSockets({
    addresses,
    receive: async ({ url, headers }) => answer(url, headers['authorization']),
    enter: (work) => work(),
    pass: async () => undefined,
  });
  return casesOf(() => requests);
};

/**
 * Its servers are of this process, too: so both ends are paid for, as with the others. Who speaks HTTP/2 with us does so with them, and the
 * others are not asked to pay for TLS, of which nothing is done here.
 */
export const loopback = async (): Promise<Contender> => {
  const { requests, answer } = can();
  // What they are asked is told by the address that they stand for.
  const listener: RequestListener = (request, response) => {
    request.resume().once('end', () => {
      const { status, headers, body } = answer(
        `https://${request.headers['x-host'] as string}${request.url ?? ''}`,
        request.headers.authorization,
      );
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
      response.end(body);
    });
  };
  const identity = makeCertificate();
  trust(identity.cert);
  const plain = await listen('http', createServer(listener));
  const secure = await listen('https', createSecureServer(identity, listener as never));
  const at = (base: string): Requests => ({
    anew: requests.anew,
    again: (name) => {
      const request = requests.again(name);
      const { host, pathname, search } = new URL(request.url);
      return { ...request, url: `${base}${pathname}${search}`, headers: { ...request.headers, 'x-host': host } };
    },
  });
  return casesOf((client) => at(client === 'fetch' && versionOfFetch('https') === 'HTTP/2' ? secure : plain));
};

/** Gives the server's base address. */
const listen = async (scheme: string, server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
