import { ms } from '../../spec/time.ts';
import type { Answered, History } from '../history.ts';
import { textIn } from '../history/read-text.ts';
import { join, readOnce } from '../history/selectors.ts';
import { ageOf, arrivedTwice, depthOf, isCreate, isFresh, isOwn, tokenOf } from './portability.ts';

/** Whose requests share a remembered answer, and which requests are the same. (Endpoints, interface C) */
export interface NamedCall {
  readonly exchange: Answered;
  /** By caller and parameters. */
  readonly byCaller: string;
  /** By the very header that came, where refusals ahead of the operation are kept, too. */
  readonly byHeader: string;
}

/** All calls of interface C, in the order in which they were decided. */
export const nameCalls = readOnce((history): readonly NamedCall[] => {
  const named: NamedCall[] = [];
  const keepsRefusals = history.context.assumptions['cache.errors'] === 'everything';
  const { answered } = history;
  for (let turn = 0; turn < answered.length; turn++) {
    const exchange = answered[turn] as Answered;
    if (exchange.subject === undefined) continue;
    const parameters = nameParameters(history, exchange);
    const byCaller = join(nameCaller(history, exchange), parameters);
    named.push({ exchange, byCaller, byHeader: keepsRefusals ? nameHeader(exchange, parameters) : byCaller });
  }
  return named;
});

const nameHeader = ({ parsed: { authorization } }: Answered, parameters: string): string =>
  join(authorization === undefined ? 'absent' : `given ${authorization}`, parameters);

const nameParameters = ({ context: { assumptions, limits } }: History, exchange: Answered): string => {
  const { scope = '', queryId = '', query } = exchange.parsed;
  const others = assumptions['cache.unknownParameter'] === 'different' ? nameStrangers(exchange) : '';
  if (isCreate(exchange)) return join('create', scope) + others;
  const usual = assumptions['cache.defaults'] === 'same' ? String(limits.pageSize.usual) : '';
  const size = query.get('maxResults');
  const isRefused = size === '' && assumptions['list.emptyMaxResults'] === 'refused';
  const id = assumptions['query.idCase'] === 'any-case' ? queryId.toLowerCase() : queryId;
  return join('list', scope, id, isRefused ? 'empty' : size || usual, query.get('nextPageToken') ?? '') + others;
};

/** Parameters that the operation does not have. */
const nameStrangers = (exchange: Answered): string => {
  const known = isCreate(exchange) ? [] : ['maxResults', 'nextPageToken'];
  const others = [...exchange.parsed.query].filter(([name]) => !known.includes(name));
  return others
    .map(([name, value]) => `\u0000${join(name, value)}`)
    .sort()
    .join('');
};

export const nameCaller = (history: History, exchange: Answered): string => {
  const token = tokenOf(history, exchange);
  const isShared = history.context.assumptions['cache.identity'] === 'application-and-customer';
  if (isShared && token?.application !== undefined && token.customer !== undefined) {
    return join('caller', token.application, token.customer);
  }
  return join('token', exchange.parsed.bearer ?? '');
};

/** Whether an answer must be, and whether it may be, remembered still. (Limits, interface C; the instant: `cache.boundary`) */
export const isRemembered = (
  history: History,
  first: Answered,
  later: Answered,
): { readonly certainly: boolean; readonly possibly: boolean } => {
  const length = ms(history.context.limits.answerMemory.value);
  const atEnd = history.context.assumptions['cache.boundary'] === 'old-answer';
  const { least, most } = ageOf(history, first, later);
  const lasts = (age: number): boolean => age < length || (atEnd && age === length);
  return { certainly: lasts(most), possibly: lasts(least) };
};

/** Byte for byte. What a real service adds to its headers, as request numbers, is none of the answer, and no date is. */
export const isSameAnswer = ({ world }: History, one: Answered, other: Answered): boolean => {
  const [first, second] = [one.answer.wire, other.answer.wire];
  if (first.status !== second.status || first.body !== second.body) return false;
  return world === undefined || sameHeaders(first.headers, second.headers);
};

const sameHeaders = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  JSON.stringify({ ...one, date: '' }) === JSON.stringify({ ...other, date: '' });

/** Which answers are kept by caller, as far as their rows tell. (assumption `cache.errors`) */
export const isKept = ({ context }: History, exchange: Answered): boolean => {
  const { isOk, status } = exchange.answer;
  if (!isFirstGiven(exchange)) return false;
  if (isOk) return true;
  if (depthOf(exchange) !== 'operation') return false;
  const kept = context.assumptions['cache.errors'];
  return kept === 'everything' || (kept === 'operation-refusals' && status < 500);
};

/** Refusals ahead of the operation are kept by header, and only where all are kept. */
export const isKeptByHeader = ({ context }: History, exchange: Answered): boolean => {
  if (context.assumptions['cache.errors'] !== 'everything') return false;
  if (!isFirstGiven(exchange)) return false;
  return !isDeep(exchange);
};

/** The five minutes count from here. Of a request that arrived twice only the second answer is known. */
const isFirstGiven = (exchange: Answered): boolean => {
  const { isOk, rememberedSince, decidedAt } = exchange.answer;
  return rememberedSince === undefined ? !arrivedTwice(exchange) || isOk : rememberedSince === decidedAt;
};

/**
 * Whether what was remembered has ceased to be so, in a way that by the assumptions ends the memory of it. That the new answer
 * fits the state of things is the affair of other rules.
 */
export const isOutdated = ({ context, queries, world }: History, first: Answered, { answer }: Answered): boolean => {
  const { assumptions } = context;
  if (!isFresh({ answer })) return false;
  if (isCreate(first)) {
    if (first.answer.row === 'requestConflict') return assumptions['cache.afterConflict'] === 'new-query';
    if (!first.answer.isOk || assumptions['cache.afterEnd'] === 'remembered-201') return false;
    const ended = queries.get(textIn(first.answer.json, 'id') ?? '')?.ended;
    return world === undefined || (ended !== undefined && ended.turn < answer.turn);
  }
  if (first.answer.row === 'queryNotCompleted') return assumptions['cache.afterCompletion'] === 'records';
  return answer.row === 'accessTimeElapsed' && assumptions['cache.pastListingHour'] === 'elapsed';
};

/**
 * Where only authorizations are remembered, an answer vouches for its token and parameters for five minutes.
 * (assumption `cache.meaning`)
 */
export const isVouchedFor = (history: History, exchange: Answered): boolean => readVouched(history).has(exchange);

const readVouched = readOnce((history): ReadonlySet<Answered> => {
  const vouched = new Set<Answered>();
  if (history.context.assumptions['cache.meaning'] !== 'authorization-only') return vouched;
  const vouchers = new Map<string, Answered>();
  for (const { exchange, byCaller } of nameCalls(history)) {
    if (!isOwn(exchange)) continue;
    const name = `${exchange.parsed.bearer ?? ''} ${byCaller.slice(byCaller.indexOf('\u0000'))}`;
    const first = vouchers.get(name);
    if (first !== undefined && isRemembered(history, first, exchange).possibly) vouched.add(exchange);
    else if (isDeep(exchange)) vouchers.set(name, exchange);
  }
  return vouched;
});

/** Whoever got as far as the operation was let in. */
const isDeep = (exchange: Answered): boolean => {
  const depth = depthOf(exchange);
  return depth === 'operation' || depth === 'unclear';
};
