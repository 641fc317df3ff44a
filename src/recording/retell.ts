import { compileAddresses, type Addresses } from '../core/address.ts';
import { findRoute, type Roads } from '../core/routes.ts';
import { type Assumptions } from '../spec/assumptions.ts';
import type { Region } from '../spec/regions.ts';
import { type OperationName, operations } from '../spec/routes.ts';
import type { Entry } from '../trace/entry.ts';
import { readObject } from './read-object.ts';
import type { Recorded } from './recorded.ts';

/** Where the service stood, and the application that it notified. */
export interface Stand {
  readonly addresses: Addresses;
  readonly endpoint: string;
  readonly assumptions: Assumptions;
}

/** A recording as a trace: what is no request to the service and no notification is left out. Times count from its first exchange. */
export const retell = (all: readonly Recorded[], { addresses, endpoint, assumptions }: Stand): readonly Entry[] => {
  const [first] = all;
  if (first === undefined) return [];
  const epoch = first.at;
  const roads: Roads = { bases: compileAddresses(addresses), settings: { assumptions } };
  const book: Book = { roads, links: new Map(), regions: new Map(), exchanges: 0, notifications: 0, merged: new Map() };
  const told = all.flatMap((one) => {
    const at = one.at - epoch;
    return isNotification(one, endpoint) ? tellNotification(book, one, at) : tellExchange(book, one, at);
  });
  const began: Entry = { at: 0, kind: 'began', epoch: new Date(epoch).toISOString(), seed: 0 };
  // The sort keeps the order of what happened at once: a request stays ahead of its answer.
  return told.length === 0 ? [] : [began, ...told.sort((one, other) => one.at - other.at)];
};

interface Book {
  readonly roads: Roads;
  /** Links that listings gave: they may lead to whatever host. */
  readonly links: Map<string, 'downloadFile' | 'downloadSchema'>;
  /** Where queries were asked for. */
  readonly regions: Map<string, Region>;
  exchanges: number;
  notifications: number;
  /** Notifications by the number that the recording gives them. */
  readonly merged: Map<number, number>;
}

interface Asked {
  readonly operation: OperationName | 'unknown';
  readonly region?: Region;
}

const tellExchange = (book: Book, { request, answer, duration, error, injected }: Recorded, at: number): Entry[] => {
  const asked = request.method === 'OPTIONS' ? undefined : findOperation(book, request);
  if (asked === undefined) return [];
  book.exchanges += 1;
  const exchange = book.exchanges;
  const told: Entry[] = [{ at, kind: 'request', exchange, ...asked, request }];
  const arrived = at + duration;
  const { operation, region } = asked;
  if (answer === undefined) {
    const gaveUp = /abort|hung ?up|time[d ]*out/i.test(error ?? '');
    if (gaveUp) told.push({ at: arrived, kind: 'hungUp', exchange });
    else told.push({ at: arrived, kind: 'fault', exchange, fault: { name: 'reset' } });
    return told;
  }
  const { status, headers, body } = answer;
  if (body === undefined && needsBody(operation, status)) {
    told.push({ at: arrived, kind: 'fault', exchange, fault: { name: 'reset' } });
    return told;
  }
  const section = operation === 'unknown' ? operations.createDataQuery.section : operations[operation].section;
  const wire = { status, headers, body: body ?? '' };
  const planted = injected === true ? { injected } : {};
  told.push({ at: arrived, kind: 'answer', exchange, answer: wire, section, leaned: [], ...planted });
  if (status >= 200 && status < 300) learn(book, operation, region, wire.body);
  return told;
};

/** An answer that was not kept tells nothing; of a download nobody needs the bytes. */
const needsBody = (operation: Asked['operation'], status: number): boolean =>
  status >= 400 || ['createDataQuery', 'listDataQueryRecords', 'requestToken'].includes(operation);

const findOperation = ({ roads, links }: Book, request: Recorded['request']): Asked | undefined => {
  const link = request.method === 'GET' ? links.get(request.url.replace(/#.*$/s, '')) : undefined;
  if (link !== undefined) return { operation: link };
  const route = findRoute(roads, request);
  if (route.operation !== undefined) {
    return { operation: route.operation, ...('region' in route && { region: route.region }) };
  }
  return route.place === undefined ? undefined : { operation: 'unknown' };
};

const learn = (book: Book, operation: Asked['operation'], region: Region | undefined, body: string): void => {
  if (operation !== 'createDataQuery' && operation !== 'listDataQueryRecords') return;
  const { id, records } = readObject(body) ?? {};
  if (typeof id === 'string' && region !== undefined && !book.regions.has(id)) book.regions.set(id, region);
  for (const record of Array.isArray(records) ? (records as readonly unknown[]) : []) {
    const { file, schema } = (record ?? {}) as { readonly file?: unknown; readonly schema?: unknown };
    if (typeof file === 'string') book.links.set(file, 'downloadFile');
    if (typeof schema === 'string') book.links.set(schema, 'downloadSchema');
  }
};

const isNotification = ({ request }: Recorded, endpoint: string): boolean =>
  request.method === 'POST' &&
  request.url.replace(/[?#].*$/s, '') === endpoint &&
  /"(Subject|Message)"/.test(request.body);

/** What it says is for the rules to judge; here it only has to be about some query. */
const tellNotification = (book: Book, { request, answer, region, ...one }: Recorded, at: number): Entry[] => {
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
