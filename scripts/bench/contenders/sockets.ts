import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { attachSockets } from '../../../src/transport/sockets.ts';
import { byAxios, byFetch, byHttp, type Send } from '../clients.ts';
import { type Contender, each } from '../contender.ts';
import { begin, can, complete, exchangeNames, type Requests, requestsOf } from '../exchanges.ts';

/** Trips of three clients that speak HTTP over connections. */

const clients: Readonly<Record<'http' | 'axios' | 'fetch', () => Send>> = {
  http: byHttp,
  axios: byAxios,
  fetch: () => byFetch(globalThis.fetch),
};

const casesOf = (requests: Requests): Contender => ({
  cases: Object.fromEntries(
    Object.entries(clients).map(([name, make]) => {
      const send = make();
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
  return casesOf(requestsOf(sim, await complete(sim)));
};

export const cannedSockets = async (): Promise<Contender> => {
  const { requests, addresses, answer } = await can();
  await attachSockets({
    addresses,
    receive: async ({ url, headers }) => answer(url, headers['authorization']),
    enter: (work) => work(),
    pass: async () => undefined,
  });
  return casesOf(requests);
};

/** Its server is of this process, too: so both ends are paid for, as with the others. */
export const loopback = async (): Promise<Contender> => {
  const { requests, answer } = await can();
  // What it is asked is told by the address that it stands for.
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const { status, headers, body } = answer(
        `https://${request.headers['x-host'] as string}${request.url ?? ''}`,
        request.headers.authorization,
      );
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return casesOf({
    anew: requests.anew,
    again: (name) => {
      const request = requests.again(name);
      const { host, pathname, search } = new URL(request.url);
      const url = `http://127.0.0.1:${port}${pathname}${search}`;
      return { ...request, url, headers: { ...request.headers, 'x-host': host } };
    },
  });
};
