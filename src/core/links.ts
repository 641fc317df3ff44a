import { operations } from '../spec/routes.ts';
import { ms } from '../spec/time.ts';
import { linkUsable } from './boundaries.ts';
import { digest, mix } from './ids.ts';
import { dataFile, schemaFile } from './records/files.ts';
import { partOf, sizeOf } from './ranges.ts';
import { json, named, xml } from './respond.ts';
import type { RouteTo } from './routes.ts';
import { pairs } from './text.ts';
import type { Reply } from './reply.ts';
import type { Turn } from './turn.ts';
import type { Query } from './world.ts';
import type { WireAnswer, WireRequest } from './wire.ts';

/** Pre-signed download links: all that is needed to judge one stands in it. (Resources and their fields, interface C) */

type LinkRoute = RouteTo<'downloadFile' | 'downloadSchema'>;

const section = operations.downloadFile.section;

const pageDigest = (turn: Turn, queryId: string, issued: number): string =>
  digest(turn.world.settings.seed, 'links', queryId, issued);

/** The pairs of links of one page, from one position up to (not including) another. */
export const makeLinks = (turn: Turn, query: Query, from: number, to: number): { schema: string; file: string }[] => {
  const base = turn.world.settings.addresses.links.replace(/\/+$/, '');
  const page = pageDigest(turn, query.id, turn.now);
  const link = (folder: string, position: number): string =>
    `${base}/${folder}/${query.id}.${position}?issued=${turn.now}&signature=${mix(page, position, folder)}`;
  return Array.from({ length: to - from }, (_, index) => ({
    schema: link('schemas', from + index),
    file: link('files', from + index),
  }));
};

/** The links of a page work anew from now on; those of other pages sent at the same instant do not. */
export const renewLinks = (turn: Turn, page: WireAnswer): void => {
  const { records } = JSON.parse(page.body) as { readonly records: readonly Readonly<Record<string, string>>[] };
  for (const url of records.flatMap((pair) => Object.values(pair))) turn.world.sendings.set(signatureIn(url), turn.now);
};

const signatureIn = (url: string): string => url.slice(url.lastIndexOf('=') + 1);

export const answerLink = (turn: Turn, request: WireRequest, route: LinkRoute): Reply => {
  const isHead = request.method === 'HEAD';
  if (isHead && turn.assume('links.head') === 'refused-403') return badSignature(turn);
  if (request.headers['authorization'] !== undefined && turn.assume('links.extraAuthorization') === 'refused-400') {
    return named('linkRefused', xml(400, errorXml('InvalidArgument', 'Only one auth mechanism allowed'), section));
  }
  const folder = route.operation === 'downloadFile' ? 'files' : 'schemas';
  const found = /^([0-9a-f-]{36})\.(\d{1,9})$/.exec(route.linkId);
  const query = turn.world.queries.get(found?.[1] ?? '');
  const position = Number(found?.[2] ?? Number.NaN);
  const parameters = pairs(route.query);
  const issued = Number(parameters.get('issued') ?? Number.NaN);
  if (query === undefined) return badSignature(turn);
  const signature = mix(pageDigest(turn, query.id, issued), position, folder);
  if (parameters.get('signature') !== signature) return badSignature(turn);
  if (!usable(turn, issued, signature)) return expired(turn);
  const { customerId: customer, scope } = query;
  if (!isHead) turn.happenings.push({ event: 'downloaded', customer, scope, query: query.id });
  const file = folder === 'files' ? dataFile(turn.world, query, position) : schemaFile(turn.world, query);
  const { contentType, ...content } = file;
  const whole: WireAnswer = { status: 200, headers: { 'content-type': contentType }, ...content };
  return givePart(turn, request, whole) ?? { answer: whole, reason: { section } };
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
  return named('linkRange', {
    ...refusal,
    answer: { ...refusal.answer, headers: { ...refusal.answer.headers, ...contentRange } },
  });
};

const usable = (turn: Turn, issued: number, signature: string): boolean => {
  const lifetime = ms(turn.world.settings.limits.linkLifetime.value);
  const sent = turn.world.sendings.get(signature) ?? issued;
  const atEnd = turn.now - sent === lifetime && turn.assume('links.boundary') === 'usable';
  return linkUsable(sent, turn.now, lifetime, atEnd);
};

const expired = (turn: Turn): Reply => {
  const how = turn.assume('links.expiredAnswer');
  const empty = { answer: { status: 410, headers: {}, body: '' }, reason: { section } };
  if (how === 'gone-410') return named('linkExpired', empty);
  if (how === 'json-403') return named('linkExpired', json(403, { message: 'Request has expired' }, section));
  return named('linkExpired', xml(403, errorXml('AccessDenied', 'Request has expired'), section));
};

const badSignature = (turn: Turn): Reply => {
  switch (turn.assume('links.unknownAnswer')) {
    case 'json-403':
      return named('linkUnknown', json(403, { message: 'The signature does not match' }, section));
    case 'not-found-404':
      return named('linkUnknown', xml(404, errorXml('NoSuchKey', 'There is nothing here'), section));
    default:
      return named('linkUnknown', xml(403, errorXml('SignatureDoesNotMatch', 'The signature does not match'), section));
  }
};

const errorXml = (code: string, message: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
