import type { Client } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import { Fleet, importByFleet, type Order } from './fleet.ts';
import { importByInvocations } from './invocations.ts';
import { mostRetries, retryWith, soundLayers } from './layers.ts';
import { importInLayers } from './pipeline.ts';
import * as read from './readings.ts';
import type { WrongClients } from './wrong-client.ts';

/** Retries that come too early, too often, never or for nothing, conflicts, and errors that say too little. */

class TakesSecondsForMilliseconds extends Fleet {
  protected override wait(retries: number): number {
    return super.wait(retries) / 1000;
  }
}

class CreatesWithoutEnd extends Fleet {
  protected override async conflict(): Promise<void> {
    await read.pause(7 * read.minute, this.env);
  }
}

class WaitsForQueryItDoesNotKnow extends Fleet {
  protected override async conflict(): Promise<void> {
    // Whatever is under way will be told of.
    await new Promise((_resolve, reject) => {
      this.env.signal.addEventListener('abort', () => reject(this.env.signal.reason as Error));
    });
  }
}

class TakesAnothersNotification extends Fleet {
  protected override async create(order: Order): Promise<string> {
    const answer = await this.call(order, 'POST', '');
    const { id } = parts.readBody<{ id: string }>(answer.text);
    if (answer.status < 300 && id !== undefined) return id;
    if (answer.status !== 409) throw read.refused('create', answer);
    const before = this.outcomes.size;
    for (let looks = 0; looks < 480; looks++) {
      await read.pause(read.minute, this.env);
      const heard = [...this.outcomes.keys()][before];
      if (heard !== undefined) return heard;
    }
    throw read.refused('create', answer);
  }
}

class TriesConflictInEachRegion extends Fleet {
  protected override async conflict(order: Order, conflicts: number, answer: read.Answer): Promise<void> {
    order.region += 1;
    if (conflicts % 3 === 2) await super.conflict(order, Math.floor(conflicts / 3), answer);
  }
}

class TakesConflictForDone extends Fleet {
  protected override import(order: Order): Promise<number> {
    return super.import(order).catch((error: unknown) => {
      if (error instanceof parts.Refused && error.type === 'REQUEST_CONFLICT') return 0;
      throw error;
    });
  }

  protected override async conflict(_order: Order, _conflicts: number, answer: read.Answer): Promise<void> {
    throw read.refused('create', answer);
  }
}

class WaitsForQueryWithoutId extends Fleet {
  protected override async create(order: Order): Promise<string> {
    const { text } = await this.call(order, 'POST', '');
    return parts.readBody<{ id: string }>(text).id ?? 'undefined';
  }
}

class LeavesNoPace extends Fleet {
  protected override async call(order: Order, method: 'GET' | 'POST', path: string): Promise<read.Answer> {
    const kind = method === 'POST' ? 'create' : 'list';
    const url = `${this.bases()[0]}/${order.scope}/data-queries${path}`;
    const attempt = (): Promise<read.Answer> =>
      this.send(kind, url, { method, headers: { authorization: `Bearer ${order.accessToken}` } });
    const answer = await this.persist(kind, attempt);
    if (!parts.isExpired(answer)) return answer;
    await this.renewOnce(order);
    return this.persist(kind, attempt);
  }
}

const namesNoCause: Client = async (env) => {
  try {
    return await importByInvocations()(env);
  } catch {
    env.signal.throwIfAborted();
    throw new Error('import failed');
  }
};

const saysOnlyThatNoneCame: Client = async (env) => {
  try {
    return await importByFleet()(env);
  } catch {
    env.signal.throwIfAborted();
    throw new Error(`0 of ${env.customers.length} customers imported`);
  }
};

const doublesWithoutEnd = Array.from({ length: 40 }, (_, retries) => 1000 * 2 ** retries);

export const refusals = {
  waitsMillisecondsForSeconds: {
    client: importByFleet(TakesSecondsForMilliseconds),
    why: 'Waits 1, 2, 4, 10 and 30 milliseconds before its retries, which are meant as seconds (Retry rules 3): a listing answers 500 twice.',
    level: 'should',
  },
  retriesWithoutWait: {
    client: importInLayers({ retry: retryWith(mostRetries, [0]) }),
    why: 'Retries at once, five times (Retry rules 3): a create answers 500 twice.',
    level: 'should',
  },
  doublesWithoutEnd: {
    client: importInLayers({
      retry: retryWith(
        (call, answer) => (mostRetries(call, answer) === 5 ? 40 : mostRetries(call, answer)),
        doublesWithoutEnd,
      ),
    }),
    why: 'Doubles its wait forty times, to years, where retries go up to a chosen limit and then a person follows up (Retry rules 3): a listing answers 500 for good.',
    level: 'must',
  },
  takesAllForTransient: {
    client: importInLayers({
      retry: retryWith((call, answer) =>
        answer.status >= 400 && !parts.isExpired(answer) ? 5 : mostRetries(call, answer),
      ),
    }),
    why: 'Retries every error five times, 400, 404, 409 and 413 among them (Retry rules 2): a scope that does not exist.',
    level: 'must',
  },
  takesBlockedForFinal: {
    client: importInLayers({
      retry: retryWith((call, answer) => (read.typeOf(answer) === 'BLOCKED_REQUEST' ? 0 : mostRetries(call, answer))),
    }),
    why: 'Takes BLOCKED_REQUEST for a refusal like every other 403, though its row says "retry" (Errors, interface C): a create is blocked once.',
    level: 'must',
  },
  takesThrottlingForFinal: {
    client: importByFleet(
      class extends Fleet {
        protected override retries(kind: read.Kind, answer: read.Answer): number {
          return answer.status === 429 ? 0 : super.retries(kind, answer);
        }
      },
    ),
    why: 'Takes 429 for the fault of the caller, and final, like any 4xx (Retry rules 2): a listing is throttled once.',
    level: 'must',
  },
  takesQuotaForTheEnd: {
    client: importInLayers({
      retry: (send, env) => {
        const persistent = soundLayers.retry(send, env);
        return async (call) => {
          const answer = await persistent(call);
          if (read.typeOf(answer) !== 'QUOTA_EXCEEDED' || call.kind !== 'list') return answer;
          return { status: 200, text: '{"records":[]}' };
        };
      },
    }),
    why: 'Stops for today when the daily quota is used up, and reports what it has as all (Errors, interface C: QUOTA_EXCEEDED): the quota is exceeded at the second page.',
    level: 'must',
  },
  givesUpAfterOneSilence: {
    client: importInLayers({
      retry: retryWith((call, answer) => (answer.status === 0 ? 0 : mostRetries(call, answer))),
      regions: (send) => send,
    }),
    why: 'Takes one broken connection for final, in one region of three (Retry rules 4: retried first; What the service does, interface C 6): a listing is reset once.',
    level: 'must',
  },
  staysInOneRegion: {
    client: importByInvocations({ layers: { regions: (send) => send } }),
    why: 'Calls one region and never another, though all hold the same (What the service does, interface C 6): that region is unreachable for an hour.',
    level: 'should',
  },
  leavesNoPace: {
    client: importByFleet(LeavesNoPace),
    why: 'Sends as fast as it can, for all customers at once (Limits, createDataQuery and listDataQueryRecords): seven customers are created within one second.',
    level: 'should',
  },
  createsWithoutEnd: {
    client: importByFleet(CreatesWithoutEnd),
    why: 'Creates every seven minutes for as long as there is a conflict, where a limit is to be chosen (Retry rules 3): the answer to a create is lost, and the collection never ends.',
    level: 'must',
  },
  waitsForQueryItDoesNotKnow: {
    client: importByFleet(WaitsForQueryItDoesNotKnow),
    why: 'Waits for the end of the query that is in conflict, whose id it does not know, and so for ever (States; Retry rules 3): the answer to a create is lost.',
    level: 'must',
  },
  takesAnothersNotification: {
    client: importByFleet(TakesAnothersNotification),
    why: "Takes the next notification for the query that is in conflict, whosever it is, and lists the query of another customer (Events, id; CreateDataQueryOutput: specific to one customer and one scope), which is refused with 404 and loses nothing: the answer to one customer's create is lost while another's query is collected.",
    level: 'should',
  },
  triesConflictInEachRegion: {
    client: importByFleet(TriesConflictInEachRegion),
    why: 'Creates in another region at once after a conflict, though all regions share their queries (What the service does, interface C 6; States): the answer to a create is lost.',
    level: 'must',
  },
  takesConflictForDone: {
    client: importByFleet(TakesConflictForDone),
    why: 'Takes a conflict for an import that another does, and reports success (States; Errors, REQUEST_CONFLICT): the answer to a create is lost.',
    level: 'must',
  },
  waitsForQueryWithoutId: {
    client: importByFleet(WaitsForQueryWithoutId),
    why: 'Reads the id of a query without a look at the status, and waits for a notification to `undefined`; its error then blames a notification where there was no query (Errors: success is 200 or 201; Retry rules 3): a create is refused.',
    level: 'must',
  },
  namesNoCause: {
    client: namesNoCause,
    why: 'Throws "import failed" and nothing else, so that nobody can follow up (Retry rules 3: log and follow up manually): consent is missing.',
    level: 'must',
  },
  saysOnlyThatNoneCame: {
    client: saysOnlyThatNoneCame,
    why: 'Throws that none of so many customers were imported, though some were, without a word of who or why (Retry rules 3): one of two queries is canceled.',
    level: 'must',
  },
} as const satisfies WrongClients;
