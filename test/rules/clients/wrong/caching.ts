import type { Client } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import { Fleet, importByFleet, type Order } from './fleet.ts';
import { authorizeWhen, type Call, type Layers, soundLayers } from './layers.ts';
import { importInLayers } from './pipeline.ts';
import * as read from './readings.ts';
import type { WrongClients } from './wrong-client.ts';

/** They remember answers for longer, or for more, than these are true. */

/** Remembers the answers that `isKept` names under the key of their call, for so many milliseconds. */
const cacheBy =
  (
    keyOf: (call: Call) => string | undefined,
    isKept: (answer: read.Answer) => boolean,
    life = Number.POSITIVE_INFINITY,
  ): Layers['cache'] =>
  (send) => {
    const kept = new Map<string, { readonly at: number; readonly answer: read.Answer }>();
    return async (call) => {
      const key = keyOf(call);
      const known = kept.get(key ?? '');
      if (key !== undefined && known !== undefined && Date.now() - known.at < life) return known.answer;
      const answer = await send(call);
      if (key !== undefined && isKept(answer)) kept.set(key, { at: Date.now(), answer });
      return answer;
    };
  };

const isSuccess = ({ status }: read.Answer): boolean => status === 200 || status === 201;
const ofApi = ({ kind, method, url }: Call): string | undefined =>
  kind === 'create' || kind === 'list' ? `${method} ${url}` : undefined;

const cachesPagesForAnHour = importInLayers({
  cache: cacheBy((call) => (call.kind === 'list' ? call.url : undefined), isSuccess, read.hour),
});

const cachesRefusals = importInLayers({ cache: cacheBy(ofApi, ({ status }) => status === 403 || status === 404) });

class CachesCreates extends Fleet {
  private readonly created = new Map<Order, string>();

  protected override async create(order: Order): Promise<string> {
    const id = this.created.get(order) ?? (await super.create(order));
    this.created.set(order, id);
    return id;
  }
}

const cachesByScope = importInLayers({
  cache: cacheBy((call) => (call.kind === 'create' ? call.url : undefined), isSuccess, read.hour),
});

const cachesTokenByClock: Layers['authorize'] = (send, env, account, layers) => {
  let until = Date.now() + read.hour;
  const withToken = authorizeWhen(() => false)(send, env, account, layers);
  return async (call) => {
    if (Date.now() >= until) {
      await layers.renew(send, env, account);
      until = Date.now() + read.hour;
    }
    return withToken(call);
  };
};

/** As a token cache does that is keyed by the client id, since that is what it asks with. */
const cachesTokenByClient: Client = (env) => {
  let renewed: { accessToken: string; refreshToken: string } | undefined;
  return importInLayers({
    renew: async (send, ...[own, account]) => {
      const isItsOwn = account.accessToken === renewed?.accessToken;
      if (renewed === undefined || isItsOwn) {
        await soundLayers.renew(send, own, account);
        renewed = { accessToken: account.accessToken, refreshToken: account.refreshToken };
      }
      Object.assign(account, renewed);
    },
  })(env);
};

class KeepsPageTokensOfScope extends Fleet {
  private readonly tokens = new Map<string, string | undefined>();
  private readonly pageOf = new Map<string, number>();

  protected override async page(order: Order, id: string, token: string): Promise<parts.Page> {
    const at = (this.pageOf.get(id) ?? 0) + 1;
    this.pageOf.set(id, at);
    const page = await super.page(order, id, token);
    const key = `${order.id} ${order.scope} ${at}`;
    if (!this.tokens.has(key)) this.tokens.set(key, parts.nextOf(page));
    return { ...page, nextPageToken: this.tokens.get(key) ?? null };
  }
}

class CachesByPath extends Fleet {
  private readonly pageAt = new Map<string, Promise<parts.Page>>();
  private readonly seen = new Set<string>();

  protected override list(order: Order, id: string, token: string): Promise<parts.Page> {
    const path = `/${order.scope}/data-queries/${id}/records`;
    const page = this.pageAt.get(path) ?? super.list(order, id, token);
    this.pageAt.set(path, page);
    return page;
  }

  /** Lest it goes round for ever. */
  protected override next(page: parts.Page, records: number): string | undefined {
    const token = super.next(page, records);
    if (token === undefined || this.seen.has(token)) return undefined;
    this.seen.add(token);
    return token;
  }
}

class KeepsLinks extends Fleet {
  private readonly pageAt = new Map<string, parts.Page>();

  protected override async list(order: Order, id: string, token: string): Promise<parts.Page> {
    const key = `${id} ${token}`;
    const page = this.pageAt.get(key) ?? (await super.list(order, id, token));
    this.pageAt.set(key, page);
    return page;
  }
}

export const caching = {
  cachesPagesForAnHour: {
    client: cachesPagesForAnHour,
    why: 'Keeps pages for an hour by their URL, with links that live for five minutes (Limits, download link validity): a download fails for six minutes, and listed again the page brings the links that died.',
    level: 'must',
  },
  cachesRefusals: {
    client: cachesRefusals,
    why: 'Remembers every 403 and 404 by its URL, so that a renewed token never gets to try (Authentication, interface C 5: then the request is retried): the token expires before a page.',
    level: 'must',
  },
  cachesCreates: {
    client: importByFleet(CachesCreates),
    why: 'Remembers the query of a customer and scope as if a create were idempotent, so that no new one is created after ACCESS_TIME_ELAPSED (States): the notification comes an hour late.',
    level: 'must',
  },
  cachesByScope: {
    client: cachesByScope,
    why: "Remembers creates by their URL, which names the scope but not the customer (Resources, id: specific to one customer and one scope): two customers of one scope within an hour, and the second gets the first one's query.",
    level: 'must',
  },
  cachesByPath: {
    client: importByFleet(CachesByPath),
    why: 'Remembers listings by their path without the query, so that each page is the first (listDataQueryRecords, nextPageToken): a listing of two pages.',
    level: 'must',
  },
  cachesTokenByClock: {
    client: importInLayers({ authorize: cachesTokenByClock }),
    why: 'Keeps a token for an hour by its own clock and takes a refusal before that for final (Authentication, interface C 5): the token expires early.',
    level: 'must',
  },
  cachesTokenByClient: {
    client: cachesTokenByClient,
    why: 'Keeps renewed tokens by client id, so that the next customer gets the one of the last (Authentication, interface C 2): two customers, and the tokens of both expire.',
    level: 'must',
  },
  keepsPageTokensOfScope: {
    client: importByFleet(KeepsPageTokensOfScope),
    why: 'Remembers page tokens by customer, scope and page across queries, though a token is from the previous response (listDataQueryRecords): the hour passes after the second page, and the new query is listed with tokens of the old.',
    level: 'must',
  },
  keepsLinks: {
    client: importByFleet(KeepsLinks),
    why: 'Lists a page once and takes its links from memory ever after (Limits, download link validity): downloads stall until the links have died.',
    level: 'must',
  },
} as const satisfies WrongClients;
