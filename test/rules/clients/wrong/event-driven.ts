import type { Client, ClientEnv } from '../../../../src/index.ts';
import { Fleet, importByFleet, type Order } from './fleet.ts';
import { importByInvocations } from './invocations.ts';
import type { WrongClients } from './wrong-client.ts';

/** They work in the handler of notifications, or make wrong use of it. */

class ImportsOncePerNotification extends Fleet {
  private readonly owners = new Map<string, Order>();
  private readonly more: Promise<number>[] = [];

  protected override async create(order: Order): Promise<string> {
    const id = await super.create(order);
    this.owners.set(id, order);
    return id;
  }

  protected override ended(id: string, status: string): void {
    const order = this.owners.get(id);
    const isRepeated = this.outcomes.has(id);
    super.ended(id, status);
    if (!isRepeated || order === undefined || status !== 'COMPLETED') return;
    const again = this.pages(order, id);
    again.catch(() => undefined);
    this.more.push(again);
  }

  protected override async gather(imports: readonly Promise<number>[]): Promise<number> {
    const records = await super.gather(imports);
    return records + (await super.gather(this.more));
  }
}

class DropsWhatComesEarly extends Fleet {
  protected override ended(id: string, status: string): void {
    if (this.waiting.has(id)) super.ended(id, status);
  }
}

class TakesEveryEndForCompletion extends Fleet {
  protected override ended(id: string): void {
    super.ended(id, 'COMPLETED');
  }
}

class ListensTooLate extends Fleet {
  private listens = false;

  protected override listen(): void {
    this.listens = false;
  }

  protected override async outcome(id: string): Promise<string> {
    if (!this.listens) super.listen();
    this.listens = true;
    return super.outcome(id);
  }
}

class HearsTheFirstNewsOnly extends Fleet {
  private news = 0;

  protected override ended(id: string, status: string): void {
    this.news += 1;
    if (this.news <= this.env.customers.length) super.ended(id, status);
  }
}

/** As a consumer of a queue would, which an error tells to look at it later. */
const refusesRepeatedNews: Client = (env: ClientEnv) => {
  const known = new Set<string>();
  const listen: ClientEnv['onNotification'] = (endpoint, options) =>
    env.onNotification(async (request) => {
      const { id } = JSON.parse(((await request.clone().json()) as { Message: string }).Message) as { id: string };
      if (known.has(id)) throw new Error('already handled');
      known.add(id);
      return (endpoint as (request: Request) => Promise<Response>)(request);
    }, options);
  return importByInvocations()({ ...env, onNotification: listen });
};

export const eventDriven = {
  importsOncePerNotification: {
    client: importByFleet(ImportsOncePerNotification),
    why: 'Imports once for each notification, though nothing says that one comes once only (Events: retry not shown): a notification comes twice, and all records are downloaded and counted twice.',
    level: 'must',
  },
  dropsWhatComesEarly: {
    client: importByFleet(DropsWhatComesEarly),
    why: 'Drops a notification for a query whose id it does not know yet, though the create "immediately returns" in no order that is shown (Events, emitted when): the answer to the create is slower than the collection.',
    level: 'must',
  },
  takesEveryEndForCompletion: {
    client: importByFleet(TakesEveryEndForCompletion),
    why: 'Never reads the status of a notification and lists CANCELED queries, which gives an error (listDataQueryRecords: works only for COMPLETED): consent is withdrawn while the data is collected.',
    level: 'should',
  },
  listensTooLate: {
    client: importByFleet(ListensTooLate),
    why: 'Registers its endpoint when the create has been answered, so that what was sent before is lost (Events, delivery): a collection that takes no time.',
    level: 'must',
  },
  hearsTheFirstNewsOnly: {
    client: importByFleet(HearsTheFirstNewsOnly),
    why: 'Counts notifications and hears no more than one for each customer, though each query has its own (Events, emitted when): after a missed hour the notification of the second query is not heard.',
    level: 'must',
  },
  refusesRepeatedNews: {
    client: refusesRepeatedNews,
    why: 'Its handler throws for a notification that it had before, and so answers 500 (Events, delivery; retry not shown): a notification comes twice.',
    level: 'must',
  },
} as const satisfies WrongClients;
