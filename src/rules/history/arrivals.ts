import { givenTokens } from '../../trace/initial-world.ts';
import {
  type BegunQuery,
  begunQueries,
  cameInPieces,
  listsOf,
  type PortabilityCall,
  portabilityCalls,
  sayLast,
} from '../client/calls.ts';
import { type Page, pagesOf, readDownloads } from '../client/pages.ts';
import { refusedForGood } from '../client/refused.ts';
import { ms } from '../../spec/time.ts';
import type { Exchange, History } from '../history.ts';
import { targetOf } from './listing.ts';
import { wasTold } from './queries.ts';
import { isSuccess } from './response.ts';
import { collect, groupBy, join, readOnce } from './selectors.ts';

/** What arrived of one customer's scope: of one that the client was given, or that it created a query for. */
export interface Arrival {
  readonly customer: string;
  readonly scope: string;
  /** Whether it is among the customers and scopes of the client's environment. */
  readonly isGiven: boolean;
  /** How many records there are; undefined where the trace does not tell. */
  readonly records: number | undefined;
  /** Those that began for it in this trace, in their order. */
  readonly queries: readonly BegunQuery[];
  /** `unsure` where the trace does not tell whether all of it came whole. */
  readonly state: 'arrived' | 'unsure' | 'missing';
  /** Whether the client could have had what is missing: its last query was completed, told of and not refused for good. */
  readonly isInReach: boolean;
  /** What is missing, in words. */
  readonly gap: string;
}

/** What arrived of what there was, one after the other. A query that was read to its end, file by file, will do for each. */
export const readArrivals = readOnce((history): readonly Arrival[] => {
  const bySlot = groupBy([...begunQueries(history).values()], ({ begun: { customer, scope } }) =>
    join(customer, scope),
  );
  const given = givenSlots(history).filter((slot) => !isLeftAside(history, slot));
  const slots = new Map<string, Slot>(given.map((slot) => [join(slot.customer, slot.scope), slot]));
  for (const [key, [first]] of bySlot) {
    if (first !== undefined && !slots.has(key)) slots.set(key, { ...first.begun, isGiven: false });
  }
  const fetched = readFetched(history);
  return [...slots].map(([key, slot]) => readArrival(history, slot, bySlot.get(key) ?? [], fetched));
});

/** Of what the lines of a test asked for nothing: whether they meant it, nobody can tell. */
export const leftAside = (history: History): readonly Slot[] =>
  givenSlots(history).filter((slot) => isLeftAside(history, slot));

const isLeftAside = ({ context }: History, { isAsked }: GivenSlot): boolean => context.runBy === 'test' && !isAsked;

type Slot = Pick<Arrival, 'customer' | 'scope' | 'isGiven'>;

interface GivenSlot extends Slot {
  /** Whether any call was made for it. */
  readonly isAsked: boolean;
}

/**
 * Customers and scopes of the environment that the client runs in: of the first application that it called interface C as,
 * or asked for a customer's token. A client that did neither has other business.
 */
const givenSlots = readOnce(({ world, entries, exchanges, state, continues }): readonly GivenSlot[] => {
  // What is not asked for now may have arrived before.
  if (world === undefined || continues) return [];
  const used = new Set<string | undefined>();
  const asked = new Set<string>();
  for (let index = 0; index < exchanges.length; index++) {
    const call = exchanges[index] as Exchange;
    if (call.subject !== undefined) {
      const token = state.tokens.get(call.parsed.bearer ?? '');
      used.add(token?.application);
      asked.add(join(token?.customer ?? '', token?.scope ?? ''));
    } else if (call.operation === 'requestToken' && ['refresh_token', 'code'].some((field) => call.form.has(field))) {
      used.add(call.form.get('client_id'));
    }
  }
  const application = world.applications.find(({ id }) => used.has(id));
  const begins = entries.findIndex(({ kind }) => kind === 'request');
  const tokens = givenTokens(entries.slice(0, begins));
  return collect(tokens, ({ application: owner, customer, scope }) => {
    if (owner !== application?.id || customer === undefined || scope === undefined) return [];
    return [{ customer, scope, isGiven: true, isAsked: asked.has(join(customer, scope)) }];
  });
});

const readArrival = (
  history: History,
  { customer, scope, isGiven }: Slot,
  queries: readonly BegunQuery[],
  fetched: Fetched,
): Arrival => {
  const gaps = queries.map((query) => findGap(history, query, fetched));
  const whole = gaps.find(({ state }) => state === 'arrived');
  const last = queries.at(-1);
  const isInReach = last !== undefined && !wasOutOfReach(history, last);
  const maybe = gaps.find(({ state }) => state === 'unsure');
  const found = whole ?? maybe ?? (isInReach ? gaps.at(-1) : undefined);
  const holding = history.world?.holdings.find((one) => one.customer === customer && one.scope === scope);
  return {
    customer,
    scope,
    isGiven,
    records: holding?.records ?? whole?.records,
    queries,
    state: found?.state ?? 'missing',
    isInReach,
    gap: found?.text ?? sayOutOfReach(history, last, { customer, scope }),
  };
};

const sayOutOfReach = (
  history: History,
  query: BegunQuery | undefined,
  { customer, scope }: Pick<Slot, 'customer' | 'scope'>,
): string => {
  if (query === undefined) {
    const { tokens } = history.state;
    const isCreate = ({ subject, parsed: { bearer = '' } }: PortabilityCall): boolean =>
      subject.scope === scope && tokens.get(bearer)?.customer === customer;
    return `no query was created for it${sayLast(portabilityCalls(history).filter(isCreate))}`;
  }
  const { id, ended, notifications } = query;
  if (ended === undefined) return `query ${id} was not at its end`;
  if (ended.state === 'canceled') return `query ${id} was canceled`;
  const isHeard = notifications.some(wasTold) && !waitedInVain(history, query);
  return isHeard
    ? `query ${id} was refused for good${sayLast(listsOf(history, id))}`
    : `no notification of query ${id} came`;
};

/**
 * Where nothing was heard for so long, the notification may have been lost, and nobody has to wait on. How long a collection takes,
 * the document does not say; no term that it sets, be it of a token, of links or of a listing, is longer than an hour.
 */
export const overdue = ms('1h');

/** Whether the client had waited so long for a notification, and ended before it came. */
export const waitedInVain = ({ ended: end }: History, { begun, notifications }: BegunQuery): boolean => {
  if (end === undefined || end.at - begun.at < overdue) return false;
  const cameInTime = notifications.some(({ deliveries }) => deliveries.some(({ place }) => place < end.place));
  return !cameInTime;
};

/** Whether the data of a query was not to be had, whatever the client did. */
const wasOutOfReach = (history: History, query: BegunQuery): boolean => {
  const { id, begun, ended, notifications } = query;
  if (ended?.state !== 'completed' || !notifications.some(wasTold) || waitedInVain(history, query)) return true;
  // What was refused before it began, has been got over.
  const { lists, creates } = refusedForGood(history);
  return lists.has(id) || (creates.get(begun.scope) ?? begun.turn) > begun.turn;
};

/** What was downloaded, by what the links lead to: for certain, and as far as the trace can tell. */
interface Fetched {
  readonly whole: ReadonlySet<string>;
  readonly maybe: ReadonlySet<string>;
}

const readFetched = (history: History): Fetched => {
  const whole = new Set<string>();
  const maybe = new Set<string>();
  const downloads = readDownloads(history);
  for (let index = 0; index < downloads.length; index++) {
    const call = downloads[index] as Exchange;
    const { sure, request, answer } = call;
    const target = targetOf(request.url);
    const isPart = sure?.status === 206;
    if (sure !== undefined && isSuccess(sure.status)) (sure.isWhole && !isPart ? whole : maybe).add(target);
    else if (cameInPieces(call) && answer?.isOk === true) maybe.add(target);
  }
  return { whole, maybe };
};

/** What did not arrive, a sentence each. */
export const listMissing = (history: History): readonly string[] =>
  readArrivals(history)
    .filter(({ state }) => state === 'missing')
    .map(sayMissing);

export const sayMissing = ({ customer, scope, gap }: Arrival): string =>
  `${scope} of ${customer} did not arrive: ${gap}`;

interface Gap {
  readonly state: Arrival['state'];
  /** How many records a query has that arrived. */
  readonly records?: number;
  readonly text: string;
}

/** What is missing of a query. */
const findGap = (history: History, { id }: BegunQuery, { whole, maybe }: Fetched): Gap => {
  const unread = listsOf(history, id).some(cameInPieces);
  const path = followPages(pagesOf(history, id));
  if (path === undefined) {
    const text = `query ${id} was not listed to its last page${sayLast(listsOf(history, id))}`;
    return { state: unread ? 'unsure' : 'missing', text };
  }
  const targets = collect(path, ({ links }) => links.map(targetOf));
  const lacking = targets.filter((target) => !whole.has(target));
  if (lacking.length === 0) return { state: 'arrived', records: collect(path, ({ files }) => files).length, text: '' };
  const [first, ...others] = lacking.filter((target) => !maybe.has(target));
  if (first === undefined) return { state: 'unsure', text: 'some answers may not have been whole' };
  const were = others.length > 0 ? `and ${others.length} more were` : 'was';
  const last = sayLast(readDownloads(history).filter(({ request }) => targetOf(request.url) === first));
  return { state: 'missing', text: `${first.replace(/^.*?:\/\/[^/]*/, '')} ${were} never downloaded whole${last}` };
};

/** The pages from the first to the last. A page listed again may have led on by either of its tokens. */
const followPages = (pages: readonly Page[]): readonly Page[] | undefined => {
  const byToken = groupBy(pages, ({ call }) => call.subject.pageToken);
  const pagesBehind = (token: string): Iterator<Page> => (byToken.get(token) ?? []).values();
  // A listing may have tens of thousands of pages. What led nowhere once leads nowhere by another way.
  const tried = new Set<Page>();
  const path: Page[] = [];
  const open = [pagesBehind('')];
  for (let pagesHere = open.at(-1); pagesHere !== undefined; pagesHere = open.at(-1)) {
    const { value: page, done } = pagesHere.next();
    if (done === true) {
      open.pop();
      path.pop();
    } else if (!tried.has(page)) {
      tried.add(page);
      path.push(page);
      if (page.next === undefined) return path;
      open.push(pagesBehind(page.next));
    }
  }
  return undefined;
};
