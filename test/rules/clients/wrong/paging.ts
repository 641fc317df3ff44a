import type { Client } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import { Fleet, importByFleet, type Order } from './fleet.ts';
import { soundLayers } from './layers.ts';
import { importInLayers } from './pipeline.ts';
import type * as read from './readings.ts';
import type { WrongClients } from './wrong-client.ts';

/** They go astray between the pages of a listing. */

class PastesPageToken extends Fleet {
  protected override query(token: string): string {
    return `maxResults=${this.pageSize}${token === '' ? '' : `&nextPageToken=${token}`}`;
  }
}

/** Its library encodes what it is given, and it has encoded that before. */
class EncodesTwice extends Fleet {
  protected override query(token: string): string {
    return super.query(encodeURIComponent(token));
  }
}

class TakesEmptyTokenForMore extends Fleet {
  private turns = 0;

  protected override next({ nextPageToken }: parts.Page): string | undefined {
    this.turns += 1;
    if (this.turns > 200) throw new Error('list: more than 200 pages');
    return nextPageToken === undefined ? undefined : (nextPageToken ?? '');
  }
}

class StopsAtShortPage extends Fleet {
  protected override readonly pageSize = 100;

  protected override query(token: string): string {
    // Somebody has made the pages smaller, and knew of one of two places.
    return super.query(token).replace(`maxResults=${this.pageSize}`, 'maxResults=40');
  }

  protected override next(page: parts.Page, records: number): string | undefined {
    return page.records.length < this.pageSize ? undefined : super.next(page, records);
  }
}

class FailsAtEmptyPage extends Fleet {
  protected override async list(order: Order, id: string, token: string): Promise<parts.Page> {
    const page = await super.list(order, id, token);
    if (page.records.length === 0) throw new TypeError("Cannot read properties of undefined (reading 'file')");
    return page;
  }
}

class ShrinksPages extends Fleet {
  private size = 50;

  protected override query(token: string): string {
    return super.query(token).replace(`maxResults=${this.pageSize}`, `maxResults=${this.size}`);
  }

  protected override retries(kind: read.Kind, answer: read.Answer): number {
    if (kind === 'list' && answer.status >= 500) this.size = Math.max(10, Math.floor(this.size / 2));
    return super.retries(kind, answer);
  }
}

class ForgetsLastPage extends Fleet {
  protected override async page(order: Order, id: string, token: string): Promise<parts.Page> {
    const list = (): Promise<parts.Page> => this.list(order, id, token);
    const page = await list();
    // Only where there was one before is it missed.
    if (token !== '' && parts.nextOf(page) === undefined) return { records: [] };
    return parts.downloadPage(page, list, (url) => this.download(url), this.env.signal);
  }
}

class CollectsLinksFirst extends Fleet {
  protected override async pages(order: Order, id: string): Promise<number> {
    const links: parts.Link[] = [];
    for (let token: string | undefined = ''; token !== undefined; ) {
      const page = await this.list(order, id, token);
      links.push(...page.records);
      token = this.next(page, links.length);
    }
    for (const link of links) {
      for (const url of [link.file, link.schema]) {
        const status = await this.download(url);
        if (status !== 200) throw new Error(`download: ${status}`);
      }
    }
    return links.length;
  }
}

class ListsAgainFromTheStart extends Fleet {
  protected override async page(order: Order, id: string, token: string): Promise<parts.Page> {
    const list = (): Promise<parts.Page> => this.list(order, id, '');
    const page = await this.list(order, id, token);
    const last = await parts.downloadPage(page, list, (url) => this.download(url), this.env.signal);
    return last === page ? page : { ...last, nextPageToken: page.nextPageToken ?? null };
  }
}

class GoesOnWithOldCursor extends Fleet {
  protected override readonly pageSize = 2;
  private readonly cursors = new Map<Order, string>();

  protected override page(order: Order, id: string, token: string): Promise<parts.Page> {
    return super.page(order, id, token === '' ? (this.cursors.get(order) ?? '') : token).then((page) => {
      this.cursors.set(order, parts.nextOf(page) ?? '');
      return page;
    });
  }
}

/** It is patient: six times in a row a download has to fail. */
class LosesPages extends Fleet {
  protected override page(order: Order, id: string, token: string): Promise<parts.Page> {
    const list = (): Promise<parts.Page> => this.list(order, id, token);
    return list().then((page) =>
      parts
        .downloadPage(page, list, (url) => this.download(url), this.env.signal)
        .catch((): parts.Page => {
          this.env.signal.throwIfAborted();
          return { ...page, records: [] };
        }),
    );
  }

  protected override retries(kind: read.Kind, answer: read.Answer): number {
    const most = super.retries(kind, answer);
    return kind === 'file' && most > 0 ? parts.waits.length : most;
  }
}

class LooksForMoreElsewhere extends Fleet {
  protected override next(page: parts.Page): string | undefined {
    return (page as { readonly nextToken?: string }).nextToken;
  }
}

const dropsTokenOnRetry: Client = importInLayers({
  retry: (send, env) => {
    let repeats = false;
    const once = soundLayers.retry(async (call) => {
      const url = repeats && call.kind === 'list' ? (call.url.split('&nextPageToken')[0] ?? '') : call.url;
      const answer = await send({ ...call, url });
      repeats = call.kind === 'list' && answer.status >= 500;
      return answer;
    }, env);
    return once;
  },
});

export const paging = {
  pastesPageToken: {
    client: importByFleet(PastesPageToken),
    why: 'Puts the page token into the URL as it came, where a plus, an equals sign or a slash means something else (listDataQueryRecords, nextPageToken in query): tokens with such characters are refused with INVALID_NEXT_PAGE.',
    level: 'must',
  },
  encodesTwice: {
    client: importByFleet(EncodesTwice),
    why: 'Encodes the page token twice (listDataQueryRecords, nextPageToken in query): tokens with characters that must be encoded are refused with INVALID_NEXT_PAGE.',
    level: 'must',
  },
  takesEmptyTokenForMore: {
    client: importByFleet(TakesEmptyTokenForMore),
    why: 'Takes an empty token for a token and lists the first page again, 200 times (listDataQueryRecords: default empty): the last page comes with an empty token.',
    level: 'must',
  },
  stopsAtShortPage: {
    client: importByFleet(StopsAtShortPage),
    why: 'Asks for 40 records, and takes a page with fewer than 100 for the last, whatever token it holds (listDataQueryRecords, nextPageToken): 41 records.',
    level: 'must',
  },
  failsAtEmptyPage: {
    client: importByFleet(FailsAtEmptyPage),
    why: 'Breaks with a TypeError at a page without records, which is a page like any other (ListDataQueryRecordsOutput): a customer without records.',
    level: 'must',
  },
  shrinksPages: {
    client: importByFleet(ShrinksPages),
    why: 'Asks for other sizes of pages in the middle of a listing, with the token of another size (listDataQueryRecords, nextPageToken): the first page of two answers 500 once.',
    level: 'must',
  },
  forgetsLastPage: {
    client: importByFleet(ForgetsLastPage),
    why: 'Leaves its loop when a page has no token, before it has read that page (listDataQueryRecords, nextPageToken): a listing of two pages.',
    level: 'must',
  },
  collectsLinksFirst: {
    client: importByFleet(CollectsLinksFirst),
    why: 'Lists all pages before it downloads anything, and never lists again for links that died (Limits, download link validity: five minutes): the second page comes after six minutes of retries and waits.',
    level: 'must',
  },
  listsAgainFromTheStart: {
    client: importByFleet(ListsAgainFromTheStart),
    why: 'Lists the first page again for links that died on a later one, and downloads the wrong records (listDataQueryRecords, nextPageToken): links of the second page die.',
    level: 'must',
  },
  goesOnWithOldCursor: {
    client: importByFleet(GoesOnWithOldCursor),
    why: 'Keeps the page token of a listing whose hour is over, and lists the new query with it (400 INVALID_NEXT_PAGE): the hour passes between two pages.',
    level: 'must',
  },
  losesPages: {
    client: importByFleet(LosesPages),
    why: 'Drops a page of which it cannot have a file, and goes on with the next one (What the service does, interface C 4): one data file answers 500 for a minute.',
    level: 'must',
  },
  looksForMoreElsewhere: {
    client: importByFleet(LooksForMoreElsewhere),
    why: 'Looks for `nextToken`, as another service has it, and never finds a second page (listDataQueryRecords, nextPageToken): a listing of two pages.',
    level: 'must',
  },
  dropsTokenOnRetry: {
    client: dropsTokenOnRetry,
    why: 'Repeats a listing that was answered with 500 without its page token, and so reads the first page again (listDataQueryRecords, nextPageToken): the second page answers 500 once.',
    level: 'must',
  },
} as const satisfies WrongClients;
