import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { byFetch, type Send } from '../clients.ts';
import type { Contender } from '../contender.ts';
import { can, type Canned } from '../canned.ts';
import { requestCases } from '../trips.ts';

/** Those that intercept `fetch` and give answers that were made beforehand. */

const casesOf = async (canned: Canned, send: Send, share = 1): Promise<Contender> => ({
  cases: requestCases(send, canned.requests, { share }),
});

const usingFetch: Send = byFetch((...request) => globalThis.fetch(...request));

const respond = ({ answer }: Canned, { url, headers }: Request): Response => {
  const { body, ...init } = answer(url, headers.get('authorization') ?? undefined);
  return new Response(body, init);
};

/** The one that msw and nock 14 are built on: 0.45 is many times slower. */
export const loadFetchInterceptor = async (): Promise<FetchInterceptorModule> => {
  const root = createRequire(import.meta.url);
  const beside = createRequire(root.resolve('msw'));
  return (await import(pathToFileURL(beside.resolve('@mswjs/interceptors/fetch')).href)) as FetchInterceptorModule;
};

interface FetchInterceptorModule {
  readonly FetchInterceptor: new () => {
    apply(): void;
    dispose(): void;
    on(
      event: 'request',
      listener: (call: {
        readonly request: Request;
        readonly controller: { respondWith(response: Response): void };
      }) => void,
    ): void;
  };
}

export const fetchInterceptor = async (): Promise<Contender> => {
  const canned = can();
  const { FetchInterceptor } = await loadFetchInterceptor();
  const interceptor = new FetchInterceptor();
  interceptor.on('request', ({ request, controller }) => controller.respondWith(respond(canned, request)));
  interceptor.apply();
  return casesOf(canned, usingFetch);
};

/** Peers answer a tenth as often: some are fifty times slower. */
const rarely = 0.1;

export const msw = async (): Promise<Contender> => {
  const canned = can();
  const { http } = await import('msw');
  const { setupServer } = await import('msw/node');
  setupServer(http.all('*', ({ request }) => respond(canned, request))).listen();
  return casesOf(canned, usingFetch, rarely);
};

export const nock14 = async (): Promise<Contender> => {
  const canned = can();
  const { default: nock } = await import('nock14');
  for (const origin of originsOf(canned)) {
    for (const method of ['GET', 'POST']) {
      nock(origin)
        .persist()
        .intercept(/.*/, method)
        .reply(function reply(this: { readonly req: { readonly headers: Record<string, string | string[]> } }, uri) {
          const { status, body, headers } = canned.answer(`${origin}${uri}`, text(this.req.headers['authorization']));
          return [status, body, headers];
        });
    }
  }
  return casesOf(canned, usingFetch, rarely);
};

export const mockAgent = async (): Promise<Contender> => {
  const canned = can();
  const { MockAgent, fetch } = await import('undici');
  const agent = new MockAgent();
  agent.disableNetConnect();
  for (const origin of originsOf(canned)) {
    const pool = agent.get(origin);
    for (const method of ['GET', 'POST']) {
      pool
        .intercept({ path: () => true, method })
        .reply(({ path, headers }) => {
          const { authorization } = headers as Readonly<Record<string, string>>;
          const { status, body, headers: told } = canned.answer(`${origin}${path}`, authorization);
          return { statusCode: status, data: body, responseOptions: { headers: told } };
        })
        .persist();
    }
  }
  const send = byFetch((url, init) => fetch(url as string, { ...init, dispatcher: agent } as never) as never);
  return casesOf(canned, send, rarely);
};

const originsOf = ({ addresses }: Canned): readonly string[] => [
  ...new Set(addresses.map((address) => new URL(address).origin)),
];

const text = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
