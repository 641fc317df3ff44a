import { operations } from '../spec/routes.ts';
import { ms } from '../spec/time.ts';
import { linkUsable } from './boundaries.ts';
import { digest, mixer, type Part } from './ids.ts';
import { dataFile, schemaFile } from './records/files.ts';
import { partOf, sizeOf } from './ranges.ts';
import { json, named, xml } from './respond.ts';
import type { RouteTo } from './routes.ts';
import { sawCredentials, sawExpiredLink, sawRange, sawUnknownLink } from './saw/link.ts';
import type { Reply } from './reply.ts';
import type { Turn } from './turn.ts';
import type { Query } from './world.ts';
import type { WireAnswer, WireRequest } from './wire.ts';

/* Pre-signed download links: all that is needed to judge one stands in it. (Resources and their fields, interface C) */

type LinkRoute = RouteTo<'downloadFile' | 'downloadSchema'>;

const section = operations.downloadFile.section;

const pageDigest = (turn: Turn, queryId: string, issued: Part): string =>
  digest(turn.world.settings.seed, 'links', queryId, issued);

/** The pairs of links of one page, from one position up to (not including) another, as a JSON list. */
export const writeLinks = (turn: Turn, query: Query, from: number, to: number): string => {
  const page = pageDigest(turn, query.id, turn.now);
  const [schema, file] = [writer(turn, query, page, 'schemas'), writer(turn, query, page, 'files')];
  const written: string[] = [];
  for (let at = from; at < to; at++) written.push(`{"schema":${schema(at)},"file":${file(at)}}`);
  return `[${written.join(',')}]`;
};

/** A link as JSON: what is escaped in it, if anything, is what all links of a simulation begin with. */
const writer = (turn: Turn, query: Query, page: string, folder: Folder): ((position: number) => string) => {
  const base = turn.world.settings.addresses.links.replace(/\/+$/, '');
  const opening = JSON.stringify(`${base}/${folder}/${query.id}.`).slice(0, -1);
  const middle = `?issued=${turn.now}&signature=`;
  const sign = mixer(page, folder);
  return (position) => `${opening}${position}${middle}${sign(position)}"`;
};

type Folder = 'files' | 'schemas';

/** The links of a page work anew from now on; those of other pages sent at the same instant do not. */
export const renewLinks = (turn: Turn, page: WireAnswer): void => {
  const { records } = JSON.parse(page.body) as { readonly records: readonly Readonly<Record<string, string>>[] };
  for (const url of records.flatMap((pair) => Object.values(pair))) turn.world.sendings.set(signatureIn(url), turn.now);
};

const signatureIn = (url: string): string => url.slice(url.lastIndexOf('=') + 1);

export const answerLink = (turn: Turn, request: WireRequest, route: LinkRoute): Reply => {
  const isHead = request.method === 'HEAD';
  if (isHead && turn.assume('links.head') === 'refused-403') return badSignature(turn, request, route);
  if (request.headers['authorization'] !== undefined && turn.assume('links.extraAuthorization') === 'refused-400') {
    return named(
      'linkRefused',
      xml(400, errorXml('InvalidArgument', 'Only one auth mechanism allowed'), section),
      sawCredentials(request),
    );
  }
  const link = readLink(turn, route);
  if (link === undefined) return badSignature(turn, request, route);
  const { query, position, folder } = link;
  if (!usable(turn, link)) return expired(turn, sawExpiredLink(turn, sentAt(turn, link)));
  const { customerId: customer, scope } = query;
  if (!isHead) turn.events.push({ event: 'downloaded', customer, scope, query: query.id });
  const file = folder === 'files' ? dataFile(turn.world, query, position) : schemaFile(turn.world, query);
  const { contentType, ...content } = file;
  const whole: WireAnswer = { status: 200, headers: { 'content-type': contentType }, ...content };
  return givePart(turn, request, whole) ?? { answer: whole, reason: { section } };
};

interface Link {
  readonly query: Query;
  readonly position: number;
  readonly folder: Folder;
  readonly issued: number;
  readonly signature: string;
}

const place = /^([0-9a-f-]{36})\.(0|[1-9]\d{0,8})$/;

/** The instant is signed as the text that it is, so that no parameters but the very ones that were given are known. */
const signed = /^issued=([^&]*)&signature=(.*)/s;

/** In whatever order they stand. */
const inOrder = (query: string): string => query.split('&').sort().join('&');

/** A link that was given out, or undefined for what is none. */
const readLink = (turn: Turn, route: LinkRoute): Link | undefined => {
  const folder = route.operation === 'downloadFile' ? 'files' : 'schemas';
  const [, id = '', number] = place.exec(route.linkId) ?? [];
  const query = turn.world.queries.get(id);
  if (query === undefined) return undefined;
  const [, issued = '', signature] = signed.exec(inOrder(route.query)) ?? [];
  const position = Number(number);
  if (signature !== mixer(pageDigest(turn, id, issued), folder)(position)) return undefined;
  return { query, position, folder, issued: Number(issued), signature };
};

/** What a Range header asks for, where it is read. Without a validator in any answer, If-Range holds for none. */
const givePart = (turn: Turn, { method, headers }: WireRequest, whole: WireAnswer): Reply | undefined => {
  const { range } = headers;
  if (range === undefined || method !== 'GET' || turn.assume('links.range') === 'whole-file') return undefined;
  const part = headers['if-range'] === undefined ? partOf(whole, range) : undefined;
  if (part === undefined) return undefined;
  if (part !== 'unsatisfiable') return { answer: part, reason: { section } };
  const refusal = xml(416, errorXml('InvalidRange', 'The requested range is not satisfiable'), section);
  const contentRange = { 'content-range': `bytes */${sizeOf(whole)}` };
  const answer = { ...refusal.answer, headers: { ...refusal.answer.headers, ...contentRange } };
  return named('linkRange', { ...refusal, answer }, sawRange({ headers }, sizeOf(whole)));
};

/** A link that is given once more lives from then on. */
const sentAt = ({ world }: Turn, { issued, signature }: Link): number => world.sendings.get(signature) ?? issued;

const usable = (turn: Turn, link: Link): boolean => {
  const lifetime = ms(turn.world.settings.limits.linkLifetime.value);
  const sent = sentAt(turn, link);
  const atEnd = turn.now - sent === lifetime && turn.assume('links.boundary') === 'usable';
  return linkUsable(sent, turn.now, lifetime, atEnd);
};

const expired = (turn: Turn, saw: string): Reply => {
  const how = turn.assume('links.expiredAnswer');
  const empty = { answer: { status: 410, headers: {}, body: '' }, reason: { section } };
  if (how === 'gone-410') return named('linkExpired', empty, saw);
  if (how === 'json-403') return named('linkExpired', json(403, { message: 'Request has expired' }, section), saw);
  return named('linkExpired', xml(403, errorXml('AccessDenied', 'Request has expired'), section), saw);
};

const badSignature = (turn: Turn, request: WireRequest, route: LinkRoute): Reply => {
  const saw = sawUnknownLink(turn, request, route);
  switch (turn.assume('links.unknownAnswer')) {
    case 'json-403':
      return named('linkUnknown', json(403, { message: 'The signature does not match' }, section), saw);
    case 'not-found-404':
      return named('linkUnknown', xml(404, errorXml('NoSuchKey', 'There is nothing here'), section), saw);
    default:
      return named(
        'linkUnknown',
        xml(403, errorXml('SignatureDoesNotMatch', 'The signature does not match'), section),
        saw,
      );
  }
};

const errorXml = (code: string, message: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
