import { compileAddresses, findRoute, type Routing } from '../core/routes.ts';
import type { Addresses } from '../spec/hosts.ts';
import { type Assumptions } from '../spec/assumptions.ts';
import type { Region } from '../spec/regions.ts';
import { type OperationName, operations } from '../spec/routes.ts';
import type { Entry } from '../trace/entry.ts';
import { readObject } from './data.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

/** Where the service stood, and the application that it notified. */
export interface Site {
  readonly addresses: Addresses;
  readonly endpoint: string;
  readonly assumptions: Assumptions;
}

/** A recording as a trace: what is no request to the service and no notification is left out. Times count from its first exchange. */
export const importExchanges = (
  all: readonly RecordedExchange[],
  { addresses, endpoint, assumptions }: Site,
): readonly Entry[] => {
  const [first] = all;
  if (first === undefined) return [];
  const epoch = first.at;
  const routing: Routing = { bases: compileAddresses(addresses), settings: { assumptions } };
  const book: Book = {
    routing,
    links: new Map(),
    regions: new Map(),
    exchanges: 0,
    notifications: 0,
    merged: new Map(),
  };
  const entries = all.flatMap((one) => {
    const at = one.at - epoch;
    return isNotification(one, endpoint) ? importNotification(book, one, at) : importExchange(book, one, at);
  });
  const began: Entry = { at: 0, kind: 'began', epoch: new Date(epoch).toISOString(), seed: 0 };
  // The sort keeps the order of what happened at once: a request stays ahead of its answer.
  return entries.length === 0 ? [] : [began, ...entries.sort((one, other) => one.at - other.at)];
};

interface Book {
  readonly routing: Routing;
  /** Links that listings gave: they may lead to whatever host. */
  readonly links: Map<string, 'downloadFile' | 'downloadSchema'>;
  /** Where queries were asked for. */
  readonly regions: Map<string, Region>;
  exchanges: number;
  notifications: number;
  /** Notifications by the number that the recording gives them. */
  readonly merged: Map<number, number>;
}

interface Target {
  readonly operation: OperationName | 'unknown';
  readonly region?: Region;
}

const importExchange = (
  book: Book,
  { request, answer, duration, error, injected }: RecordedExchange,
  at: number,
): Entry[] => {
  const target = request.method === 'OPTIONS' ? undefined : findOperation(book, request);
  if (target === undefined) return [];
  book.exchanges += 1;
  const exchange = book.exchanges;
  const entries: Entry[] = [{ at, kind: 'request', exchange, ...target, request }];
  const arrived = at + duration;
  const { operation, region } = target;
  if (answer === undefined) {
    const gaveUp = /abort|hung ?up|time[d ]*out/i.test(error ?? '');
    if (gaveUp) entries.push({ at: arrived, kind: 'hungUp', exchange });
    else entries.push({ at: arrived, kind: 'fault', exchange, fault: { name: 'reset' } });
    return entries;
  }
  const { status, headers, body } = answer;
  if (body === undefined && needsBody(operation, status)) {
    entries.push({ at: arrived, kind: 'fault', exchange, fault: { name: 'reset' } });
    return entries;
  }
  const section = operation === 'unknown' ? operations.createDataQuery.section : operations[operation].section;
  const wire = { status, headers, body: body ?? '' };
  const planted = injected === true ? { injected } : {};
  entries.push({ at: arrived, kind: 'answer', exchange, answer: wire, section, leaned: [], ...planted });
  if (status >= 200 && status < 300) learn(book, operation, region, wire.body);
  return entries;
};

/** An answer that was not kept tells nothing; of a download nobody needs the bytes. */
const needsBody = (operation: Target['operation'], status: number): boolean =>
  status >= 400 || ['createDataQuery', 'listDataQueryRecords', 'requestToken'].includes(operation);

const findOperation = ({ routing, links }: Book, request: RecordedExchange['request']): Target | undefined => {
  const link = request.method === 'GET' ? links.get(request.url.replace(/#.*$/s, '')) : undefined;
  if (link !== undefined) return { operation: link };
  const route = findRoute(routing, request);
  if (route.operation !== undefined) {
    return { operation: route.operation, ...(route.region !== undefined && { region: route.region }) };
  }
  return route.host === undefined ? undefined : { operation: 'unknown' };
};

const learn = (book: Book, operation: Target['operation'], region: Region | undefined, body: string): void => {
  if (operation !== 'createDataQuery' && operation !== 'listDataQueryRecords') return;
  const { id, records } = readObject(body) ?? {};
  if (typeof id === 'string' && region !== undefined && !book.regions.has(id)) book.regions.set(id, region);
  for (const record of Array.isArray(records) ? (records as readonly unknown[]) : []) {
    const { file, schema } = (record ?? {}) as { readonly file?: unknown; readonly schema?: unknown };
    if (typeof file === 'string') book.links.set(file, 'downloadFile');
    if (typeof schema === 'string') book.links.set(schema, 'downloadSchema');
  }
};

const isNotification = ({ request }: RecordedExchange, endpoint: string): boolean =>
  request.method === 'POST' &&
  request.url.replace(/[?#].*$/s, '') === endpoint &&
  /"(Subject|Message)"/.test(request.body);

/** What it says is for the rules to judge; here it only has to be about some query. */
const importNotification = (book: Book, { request, answer, region, ...one }: RecordedExchange, at: number): Entry[] => {
  const { Message: text } = readObject(request.body) ?? {};
  const { id, status } = readObject(typeof text === 'string' ? text : '') ?? {};
  const query = typeof id === 'string' ? id : '';
  const known = one.notification === undefined ? undefined : book.merged.get(one.notification);
  const notification = known ?? ++book.notifications;
  if (one.notification !== undefined) book.merged.set(one.notification, notification);
  const sent: Entry = {
    at,
    kind: 'notification',
    notification,
    query,
    status: status === 'CANCELED' ? status : 'COMPLETED',
    region: region ?? book.regions.get(query) ?? 'eu-west-1',
    body: request.body,
  };
  const then = at + one.duration;
  const taken: Entry =
    answer === undefined
      ? { at: then, kind: 'undelivered', notification, why: 'the recording shows no answer' }
      : { at: then, kind: 'delivered', notification, status: answer.status };
  return known === undefined ? [sent, taken] : [taken];
};
