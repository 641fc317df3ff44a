import { type Caller, gatherFacts, identifyCaller } from './facts.ts';
import { findUnderWay, slotOf } from './collection.ts';
import { createDataQuery } from './create.ts';
import { authorizationGroups, gates } from './gates.ts';
import { renewLinks } from './links.ts';
import { listRecords, readListParameters } from './listing.ts';
import { byCaller, byHeader, byToken, isKept, recall, remember } from './memory.ts';
import { refuse } from './respond.ts';
import type { Route } from './routes.ts';
import type { Reply } from './reply.ts';
import type { Turn } from './turn.ts';
import { key, type Token } from './world.ts';
import type { WireRequest } from './wire.ts';

export type PortabilityRoute = Extract<Route, { operation: 'createDataQuery' | 'listDataQueryRecords' }>;

/** A call of interface C: gates, then the memory of answers, then the operation. */
export const answerPortability = (turn: Turn, request: WireRequest, route: PortabilityRoute): Reply => {
  const caller = identifyCaller(turn, request);
  const parameters = nameParameters(turn, route);
  const { 'cache.errors': kept, 'cache.meaning': meaning } = turn.world.settings.assumptions;
  const vouches = meaning === 'authorization-only';
  const keepsRefusals = kept === 'everything' && !vouches;

  const refusal = byHeader(request, parameters);
  const early = keepsRefusals ? recall(turn, refusal) : undefined;
  if (early !== undefined) return early;

  const voucher = key('vouched', byToken(caller, parameters));
  const vouched = vouches && recall(turn, voucher) !== undefined;
  const refused = passGates(turn, request, route, caller, vouched);
  if (refused !== undefined) {
    if (keepsRefusals && isKept(turn, refused.answer.status)) remember(turn, refusal, refused);
    return refused;
  }

  const reply = vouches ? operate(turn, route, caller.token) : operateOnce(turn, route, caller, parameters);
  if (vouches && !vouched) remember(turn, voucher, reply);
  return reply;
};

/** The operation's remembered answer, or else the operation. */
const operateOnce = (turn: Turn, route: PortabilityRoute, caller: Caller, parameters: string): Reply => {
  const name = byCaller(turn, caller, parameters);
  const known = recall(turn, name);
  if (known !== undefined) {
    if (isConflict(turn, route, caller.token)) return refuse('requestConflict');
    return resend(turn, route, known);
  }
  const reply = operate(turn, route, caller.token);
  if (isKept(turn, reply.answer.status)) remember(turn, name, reply);
  return reply;
};

const passGates = (
  turn: Turn,
  request: WireRequest,
  route: PortabilityRoute,
  caller: Caller,
  vouched: boolean,
): Reply | undefined => {
  const queryId = route.operation === 'listDataQueryRecords' ? route.queryId : undefined;
  const facts = gatherFacts(turn, request, caller, { scopeId: route.scopeId, queryId });
  const refusing = gates.filter(({ when }) => when(facts));
  const gate = refusing.find(({ group }) => !(vouched && authorizationGroups.includes(group)));
  if (gate !== refusing[0]) turn.assume('cache.meaning');
  if (gate === undefined) return undefined;
  const reply = refuse(gate.refuses);
  return { ...reply, reason: { ...reply.reason, section: gate.section } };
};

const operate = (turn: Turn, route: PortabilityRoute, token: Token | undefined): Reply => {
  // The gates let nobody through without a customer's token; this only tells the compiler so.
  if (token?.kind !== 'customer') throw new Error('a call without a customer came through the gates');
  return route.operation === 'createDataQuery' ? createDataQuery(turn, token, route) : listRecords(turn, token, route);
};

/** "Identical parameters": what of a request counts for the memory of answers. The region does not. */
const nameParameters = (turn: Turn, route: PortabilityRoute): string => {
  if (route.operation === 'createDataQuery') return key(route.operation, route.scopeId);
  const { maxResults, nextPageToken } = readListParameters(turn, route.query);
  return key(route.operation, route.scopeId, route.queryId, maxResults, nextPageToken);
};

/** Whether a query that still collects comes ahead of the memory. */
const isConflict = (turn: Turn, route: PortabilityRoute, token: Token | undefined): boolean => {
  if (route.operation !== 'createDataQuery' || token?.kind !== 'customer') return false;
  const { clientId, customerId } = token;
  const busy = findUnderWay(turn.world, slotOf(turn, { clientId, customerId, scope: route.scopeId }));
  return busy !== undefined && turn.assume('cache.beforeConflict') === 'conflict';
};

/** An answer sent again: where links live anew from every sending, they do from now on. */
const resend = (turn: Turn, route: PortabilityRoute, known: Reply): Reply => {
  turn.assume('cache.meaning');
  turn.assume('cache.identity');
  if (route.operation === 'listDataQueryRecords') turn.assume('cache.defaults');
  const isPage = route.operation === 'listDataQueryRecords' && known.answer.status === 200;
  if (isPage && turn.assume('links.lifetimeUnderCache') === 'every-sending') renewLinks(turn, known.answer);
  return known;
};
