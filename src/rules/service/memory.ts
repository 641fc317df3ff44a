import { ms } from '../../spec/time.ts';
import type { Answered, Story } from '../history.ts';
import { readOnce } from '../history/read-once.ts';
import { ageOf, depthOf, isCreate, tokenOf } from './portability.ts';

/** Whose requests share a remembered answer, and which requests are the same. (Endpoints, interface C) */
export interface Names {
  /** By caller and parameters. */
  readonly byCaller: string;
  /** By the very header that came, where refusals ahead of the operation are kept, too. */
  readonly byHeader: string;
}

const join = (...parts: readonly string[]): string => parts.join('\u0000');

export const nameCalls = readOnce((story): ReadonlyMap<Answered, Names> => {
  const names = new Map<Answered, Names>();
  const keepsRefusals = story.ground.assumptions['cache.errors'] === 'everything';
  for (const exchange of story.answered) {
    if (exchange.host !== 'portability' || exchange.operation === 'unknown') continue;
    const parameters = nameParameters(story, exchange);
    const byCaller = join(nameCaller(story, exchange), parameters);
    names.set(exchange, { byCaller, byHeader: keepsRefusals ? nameHeader(exchange, parameters) : byCaller });
  }
  return names;
});

const nameHeader = ({ call: { authorization } }: Answered, parameters: string): string =>
  join(authorization === undefined ? 'absent' : `given ${authorization}`, parameters);

const nameParameters = ({ ground: { assumptions, limits } }: Story, exchange: Answered): string => {
  const { scope = '', queryId = '', query } = exchange.call;
  const others = assumptions['cache.unknownParameter'] === 'different' ? nameStrangers(exchange) : [];
  if (isCreate(exchange)) return join('create', scope, ...others);
  const usual = assumptions['cache.defaults'] === 'same' ? String(limits.pageSize.usual) : '';
  const size = query.get('maxResults');
  const isRefused = size === '' && assumptions['list.emptyMaxResults'] === 'refused';
  const id = assumptions['query.idCase'] === 'any-case' ? queryId.toLowerCase() : queryId;
  return join('list', scope, id, isRefused ? 'empty' : size || usual, query.get('nextPageToken') ?? '', ...others);
};

/** Parameters that the operation does not have. */
const nameStrangers = (exchange: Answered): readonly string[] => {
  const known = isCreate(exchange) ? [] : ['maxResults', 'nextPageToken'];
  return [...exchange.call.query]
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => join(name, value))
    .sort();
};

export const nameCaller = (story: Story, exchange: Answered): string => {
  const token = tokenOf(story, exchange);
  const isShared = story.ground.assumptions['cache.identity'] === 'application-and-customer';
  if (isShared && token?.application !== undefined && token.customer !== undefined) {
    return join('caller', token.application, token.customer);
  }
  return join('token', exchange.call.bearer ?? '');
};

/** Whether an answer must be, and whether it may be, remembered still. (Limits, interface C; the instant: `cache.boundary`) */
export const isRemembered = (
  story: Story,
  first: Answered,
  later: Answered,
): { readonly certainly: boolean; readonly possibly: boolean } => {
  const length = ms(story.ground.limits.answerMemory.value);
  const atEnd = story.ground.assumptions['cache.boundary'] === 'old-answer';
  const { least, most } = ageOf(story, first, later);
  const lasts = (age: number): boolean => age < length || (atEnd && age === length);
  return { certainly: lasts(most), possibly: lasts(least) };
};

/** Byte for byte. What a real service adds to its headers, as request numbers, is none of the answer, and no date is. */
export const isSameAnswer = ({ world }: Story, one: Answered, other: Answered): boolean => {
  const [first, second] = [one.answer.wire, other.answer.wire];
  if (first.status !== second.status || first.body !== second.body) return false;
  return world === undefined || sameHeaders(first.headers, second.headers);
};

const sameHeaders = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  one === other || JSON.stringify({ ...one, date: '' }) === JSON.stringify({ ...other, date: '' });

/** Which answers are kept by caller, as far as their rows tell. (assumption `cache.errors`) */
export const isKept = ({ ground }: Story, exchange: Answered): boolean => {
  const { isOk, status } = exchange.answer;
  if (!isFirstGiven(exchange)) return false;
  if (isOk) return true;
  if (depthOf(exchange) !== 'operation') return false;
  const kept = ground.assumptions['cache.errors'];
  return kept === 'everything' || (kept === 'operation-refusals' && status < 500);
};

/** Refusals ahead of the operation are kept by header, and only where all are kept. */
export const isKeptByHeader = ({ ground }: Story, exchange: Answered): boolean => {
  if (ground.assumptions['cache.errors'] !== 'everything' || exchange.answer.isOk) return false;
  if (!isFirstGiven(exchange)) return false;
  return !['operation', 'unclear'].includes(depthOf(exchange));
};

/** The five minutes count from here. Of a request that arrived twice only the second answer is known. */
const isFirstGiven = ({ fault, answer: { isOk, rememberedSince, decidedAt } }: Answered): boolean => {
  const wasDoubled = fault?.name === 'doubledRequest';
  if (rememberedSince !== undefined) return wasDoubled && rememberedSince === decidedAt;
  return !wasDoubled || isOk;
};
