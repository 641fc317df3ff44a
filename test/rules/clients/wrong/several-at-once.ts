import { Fleet, importByFleet, type Order } from './fleet.ts';
import type * as read from './readings.ts';
import type { WrongClients } from './wrong-client.ts';
import type * as parts from '../correct-parts.ts';

/** They import several customers at the same time, and share what each should have for itself. */

class HasOneTokenForAll extends Fleet {
  private all: readonly Order[] = [];

  protected override orders(): readonly Order[] {
    this.all = super.orders();
    return this.all;
  }

  protected override async renew(order: Order): Promise<void> {
    await super.renew(order);
    for (const other of this.all) other.accessToken = order.accessToken;
  }
}

class SharesOneRenewal extends Fleet {
  private shared: Promise<Order> | undefined;

  protected override async renewOnce(order: Order): Promise<void> {
    this.shared ??= this.renew(order)
      .then(() => order)
      .finally(() => (this.shared = undefined));
    const { accessToken, refreshToken } = await this.shared;
    Object.assign(order, { accessToken, refreshToken });
  }
}

class WakesWhoeverWaits extends Fleet {
  protected override ended(id: string, status: string): void {
    const [waits] = this.waiting.keys();
    super.ended(waits ?? id, status);
  }
}

class KnowsOneCurrentQuery extends Fleet {
  private current = '';

  protected override async create(order: Order): Promise<string> {
    this.current = await super.create(order);
    return this.current;
  }

  protected override list(order: Order, _id: string, token: string): Promise<parts.Page> {
    return super.list(order, this.current, token);
  }
}

class HasOneCursor extends Fleet {
  private cursor: string | undefined = '';

  protected override next(page: parts.Page, records: number): string | undefined {
    this.cursor = super.next(page, records);
    return this.cursor;
  }

  protected override query(token: string): string {
    return super.query(token === '' ? '' : (this.cursor ?? ''));
  }
}

class AbandonsTheOthers extends Fleet {
  protected override async gather(imports: readonly Promise<number>[]): Promise<number> {
    const counts = await Promise.all(imports);
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

class CountsThoseThatWorked extends Fleet {
  protected override async gather(imports: readonly Promise<number>[]): Promise<number> {
    const ends = await Promise.allSettled(imports);
    return ends.reduce((sum, end) => sum + (end.status === 'fulfilled' ? end.value : 0), 0);
  }
}

class TakesTheFastest extends Fleet {
  protected override gather(imports: readonly Promise<number>[]): Promise<number> {
    return Promise.any(imports).catch(() => super.gather(imports));
  }
}

class CountsOnlyTheLast extends Fleet {
  protected override async gather(imports: readonly Promise<number>[]): Promise<number> {
    let total = 0;
    const add = async (one: Promise<number>): Promise<void> => {
      // Read before the wait, as `total += await one` does.
      const before = total;
      total = before + (await one);
    };
    await Promise.all(imports.map(add));
    return total;
  }
}

class BreaksOneBreaksAll extends Fleet {
  private failures = 0;

  protected override async call(order: Order, method: 'GET' | 'POST', path: string): Promise<read.Answer> {
    if (this.failures >= 3) throw new Error('the circuit is open');
    const answer = await super.call(order, method, path);
    if (answer.status === 0 || answer.status >= 400) this.failures += 1;
    return answer;
  }
}

export const severalAtOnce = {
  hasOneTokenForAll: {
    client: importByFleet(HasOneTokenForAll),
    why: "Gives the token that was renewed last to all customers, though a token is one customer's (Authentication, interface C 2): two customers, and one token expires.",
    level: 'must',
  },
  sharesOneRenewal: {
    client: importByFleet(SharesOneRenewal),
    why: "While one customer's token is renewed, a second takes the result for its own (Authentication, interface C 2): two customers' tokens expire at the same time.",
    level: 'must',
  },
  wakesWhoeverWaits: {
    client: importByFleet(WakesWhoeverWaits),
    why: 'Takes any notification for the query that has waited longest, whatever its id says (Events, id): the second customer of two is done first.',
    level: 'must',
  },
  knowsOneCurrentQuery: {
    client: importByFleet(KnowsOneCurrentQuery),
    why: 'Holds the id of the query in one variable for all customers, though it is specific to one customer and scope (Resources, id): two customers.',
    level: 'must',
  },
  hasOneCursor: {
    client: importByFleet(HasOneCursor),
    why: 'Holds the page token in one variable for all listings, though it is from the previous response of its own (listDataQueryRecords): two customers with two pages each, and the links of a page die before they are used.',
    level: 'must',
  },
  abandonsTheOthers: {
    client: importByFleet(AbandonsTheOthers),
    why: 'Ends with the first customer that fails while the imports of the others go on unheard (What the service does, interface C 4): the first of two customers has revoked its consent, and requests are sent after the end.',
    level: 'must',
  },
  countsThoseThatWorked: {
    client: importByFleet(CountsThoseThatWorked),
    why: 'Sums up the customers that worked and is silent about those that did not (Retry rules 3): the query of one of two customers is canceled.',
    level: 'must',
  },
  takesTheFastest: {
    client: importByFleet(TakesTheFastest),
    why: 'Ends as soon as one customer is done and tells its records as all (What the service does, interface C 4): two customers, one of which collects longer.',
    level: 'must',
  },
  countsOnlyTheLast: {
    client: importByFleet(CountsOnlyTheLast),
    why: 'Reads the sum before it waits for a customer, so that each overwrites the others (ListDataQueryRecordsOutput): of two customers it tells the records of one.',
    level: 'must',
  },
  breaksOneBreaksAll: {
    client: importByFleet(BreaksOneBreaksAll),
    why: 'After three refusals anywhere it refuses all calls of all customers for good, and names no cause (Retry rules 3): conflicts of one customer end the import of the others.',
    level: 'must',
  },
} as const satisfies WrongClients;
