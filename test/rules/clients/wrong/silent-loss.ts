import type { Client } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import { Fleet, importByFleet, type Order } from './fleet.ts';
import { importByInvocations } from './invocations.ts';
import { importInLayers } from './pipeline.ts';
import * as read from './readings.ts';
import type { WrongClients } from './wrong-client.ts';

/** They say that all went well, and some of the data never came. */

class TakesCancelForNone extends Fleet {
  protected override canceled(): number {
    return 0;
  }
}

class EndsAtPageItCannotHave extends Fleet {
  protected override async list(order: Order, id: string, token: string): Promise<parts.Page> {
    return super.list(order, id, token).catch((error: unknown): parts.Page => {
      this.env.signal.throwIfAborted();
      if (token === '') throw error;
      return { records: [] };
    });
  }
}

class ForgetsSecondMissedHour extends Fleet {
  protected override readonly mostQueries = 2;

  protected override failed(_order: Order, error: unknown): number {
    if (error instanceof parts.Refused && error.type === 'ACCESS_TIME_ELAPSED') return 0;
    throw error;
  }
}

class ReadsFivePages extends Fleet {
  protected override next(page: parts.Page, records: number): string | undefined {
    return records >= 5 * this.pageSize ? undefined : super.next(page, records);
  }
}

class KnowsOneScopeOfEach extends Fleet {
  protected override orders(): readonly Order[] {
    return [...new Map(super.orders().map((order) => [order.id, order])).values()];
  }
}

class SkipsFailedDownloads extends Fleet {
  protected override async download(url: string): Promise<number> {
    try {
      const status = await super.download(url);
      return status >= 500 ? 200 : status;
    } catch {
      this.env.signal.throwIfAborted();
      return 200;
    }
  }
}

class CountsPagesForFull extends Fleet {
  protected override async pages(order: Order, id: string): Promise<number> {
    const records = await super.pages(order, id);
    return Math.ceil(records / this.pageSize) * this.pageSize;
  }
}

class GoesOnWhereItWas extends Fleet {
  private readonly read = new Map<Order, number>();
  private readonly places = new Map<string, number>();

  protected override async page(order: Order, id: string, token: string): Promise<parts.Page> {
    const page = await this.list(order, id, token);
    const done = this.read.get(order) ?? 0;
    const at = (this.places.get(id) ?? 0) + 1;
    this.places.set(id, at);
    if (at <= done) return page;
    const list = (): Promise<parts.Page> => this.list(order, id, token);
    const last = await parts.downloadPage(page, list, (url) => this.download(url), this.env.signal);
    this.read.set(order, at);
    return last;
  }
}

class TakesAnyRefusalForTheEnd extends Fleet {
  protected override async list(order: Order, id: string, token: string): Promise<parts.Page> {
    const { text } = await this.call(order, 'GET', `/${id}/records?${this.query(token)}`);
    const { records = [], nextPageToken = null } = parts.readBody<parts.Page>(text);
    return { records, nextPageToken };
  }
}

class LeavesOutScopesThatAreOff extends Fleet {
  protected override async import(order: Order): Promise<number> {
    return super.import(order).catch((error: unknown) => {
      if (error instanceof parts.Refused && error.type === 'SCOPE_NOT_ENABLED') return 0;
      throw error;
    });
  }
}

class TakesUnknownQueryForNoData extends Fleet {
  protected override failed(_order: Order, error: unknown): number {
    if (error instanceof parts.Refused && error.message.includes(' 404 ')) return 0;
    throw error;
  }
}

const knowsFirstCustomer: Client = (env) =>
  importInLayers()({ ...env, customers: env.customers.filter(({ id }) => id === env.customer.id) });

const swallowsAll: Client = async (env) => {
  try {
    return await importInLayers()(env);
  } catch {
    return undefined;
  }
};

const tellsHalf: Client = async (env) => {
  const imported: unknown[] = [];
  for (const customer of env.customers) {
    try {
      const one = { ...env, customers: [customer], customer };
      imported.push(...((await importInLayers()(one)) as unknown[]));
    } catch {
      break;
    }
  }
  return { imported: imported.length };
};

const stopsAtThousand: Client = importByInvocations({
  save: (_before, after) => (after.records >= 1000 ? { ...after, phase: 'done' } : after),
});

const stopsWhenPageIsRefused: Client = importByInvocations({
  isFinal: () => false,
  save: (before, after, error) => {
    const isRefusedPage = error instanceof parts.Refused && before.phase === 'list';
    return isRefusedPage && error.type !== 'no answer' ? { ...after, phase: 'done' } : after;
  },
});

const takesEmptySuccessForNoRecords: Client = importInLayers({
  transport: (env) => async (call) => {
    const signal = AbortSignal.any([env.signal, AbortSignal.timeout(30_000)]);
    try {
      const response = await fetch(call.url, { ...call, signal });
      const text = await response.text();
      const answer = { status: response.status, text };
      const isPage = call.kind === 'list' && response.ok;
      return isPage ? { ...answer, text: JSON.stringify({ records: [], ...parts.readBody(text) }) } : answer;
    } catch {
      env.signal.throwIfAborted();
      return read.silence;
    }
  },
});

export const silentLoss = {
  takesCancelForNone: {
    client: importByFleet(TakesCancelForNone),
    why: 'Counts a CANCELED query as one without records, though its result is incomplete (DataQueryStatus): consent is withdrawn while the data is collected, and it reports success.',
    level: 'must',
  },
  endsAtPageItCannotHave: {
    client: importByFleet(EndsAtPageItCannotHave),
    why: 'Takes a page that it could not have for the last one, though only the lack of a nextPageToken says so (listDataQueryRecords): the second page answers 500 for an hour, and it reports the first.',
    level: 'must',
  },
  forgetsSecondMissedHour: {
    client: importByFleet(ForgetsSecondMissedHour),
    why: 'After ACCESS_TIME_ELAPSED for the second time it reports no records, where a new query must be created (States): both notifications come more than an hour late.',
    level: 'must',
  },
  readsFivePages: {
    client: importByFleet(ReadsFivePages),
    why: 'Stops after five pages of fifty with a token in its hands (listDataQueryRecords, nextPageToken): a customer with 251 records loses the last.',
    level: 'must',
  },
  stopsAtThousand: {
    client: stopsAtThousand,
    why: 'Stops once it has a thousand records, whatever token the page came with (listDataQueryRecords, nextPageToken): a customer with 1,100 records.',
    level: 'must',
  },
  stopsWhenPageIsRefused: {
    client: stopsWhenPageIsRefused,
    why: 'Marks the job as done when a page is refused for good, and reports what it has (Errors, interface C): consent is withdrawn between two pages.',
    level: 'must',
  },
  knowsOneScopeOfEach: {
    client: importByFleet(KnowsOneScopeOfEach),
    why: 'Keeps its orders by customer id, though a query is for one customer and one scope (Resources, id): of two scopes of a customer the first is never asked for.',
    level: 'must',
  },
  knowsFirstCustomer: {
    client: knowsFirstCustomer,
    why: 'Imports the first customer alone, of all that authorized it (What the service does, interface C): a second customer is never asked for.',
    level: 'must',
  },
  skipsFailedDownloads: {
    client: importByFleet(SkipsFailedDownloads),
    why: 'Leaves out a file whose download failed, and counts its record (What the service does, interface C 4): one data file answers 500 for good.',
    level: 'must',
  },
  countsPagesForFull: {
    client: importByFleet(CountsPagesForFull),
    why: 'Reports pages times page size, though the last page may hold fewer records (ListDataQueryRecordsOutput): 60 records are told as 100.',
    level: 'must',
  },
  goesOnWhereItWas: {
    client: importByFleet(GoesOnWhereItWas),
    why: "Goes on at the page of the new query at which the old one's hour ended, and so mixes the listings of two queries, each of which holds all records of its own (States, ACCESS_TIME_ELAPSED): the hour passes between two pages.",
    level: 'must',
  },
  takesAnyRefusalForTheEnd: {
    client: importByFleet(TakesAnyRefusalForTheEnd),
    why: 'Never looks at the status of a listing: an ErrorResponse has no records and no token, and so is the end (Errors: success is 200 or 201): a listing answers 403 after consent was withdrawn.',
    level: 'must',
  },
  takesEmptySuccessForNoRecords: {
    client: takesEmptySuccessForNoRecords,
    why: 'Takes a page without `records`, which is required (ListDataQueryRecordsOutput), for an empty last page: an answer with status 200 is cut or no JSON.',
    level: 'must',
  },
  leavesOutScopesThatAreOff: {
    client: importByFleet(LeavesOutScopesThatAreOff),
    why: 'Takes SCOPE_NOT_ENABLED for a customer without data (Errors, interface C): the scope is switched off before the create, and it reports success.',
    level: 'must',
  },
  takesUnknownQueryForNoData: {
    client: importByFleet(TakesUnknownQueryForNoData),
    why: 'Takes any 404 of a listing for "no data", though it says that the query, scope or profile is unknown (Errors, interface C): the profile is deleted before the second page.',
    level: 'must',
  },
  swallowsAll: {
    client: swallowsAll,
    why: 'Catches every error and returns nothing, as if there had been none (Retry rules: log and follow up manually): any refusal that is final.',
    level: 'must',
  },
  tellsHalf: {
    client: tellsHalf,
    why: 'Stops at the first customer that fails and tells how many it has imported so far, as success (Retry rules 3): the second of three customers has revoked its consent.',
    level: 'must',
  },
} as const satisfies WrongClients;
