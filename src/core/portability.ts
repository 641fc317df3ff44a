import { type Caller, gatherFacts, identifyCaller } from './facts.ts';
import { createDataQuery } from './create.ts';
import { authorizationGroups, gates } from './gates.ts';
import { listRecords, readListParameters } from './listing.ts';
import { byCaller, byToken, isKept, recall, remember } from './memory.ts';
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

  const underToken = byToken(caller, parameters);
  const early = kept === 'everything' ? recall(turn, key('refused', underToken)) : undefined;
  if (early !== undefined) return early;

  const vouched = meaning === 'authorization-only' && recall(turn, key('vouched', underToken)) !== undefined;
  if (vouched) turn.assume('cache.meaning');
  const refused = passGates(turn, request, route, caller, vouched);
  if (refused !== undefined) {
    if (kept === 'everything') remember(turn, key('refused', underToken), refused);
    return refused;
  }

  const name = byCaller(turn, caller, parameters);
  const known = meaning === 'whole-response' && !conflictFirst(turn, route) ? recall(turn, name) : undefined;
  if (known !== undefined) return resend(turn, route, known);

  const reply = operate(turn, route, caller.token);
  if (meaning === 'authorization-only') {
    if (!vouched) remember(turn, key('vouched', underToken), reply);
  } else if (isKept(turn, reply.answer.status)) remember(turn, name, reply);
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
  const gate = gates.find(({ group, when }) => !(vouched && authorizationGroups.includes(group)) && when(facts));
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

const conflictFirst = (turn: Turn, route: PortabilityRoute): boolean =>
  route.operation === 'createDataQuery' && turn.world.settings.assumptions['cache.beforeConflict'] === 'conflict';

/** Where links live anew from every sending, the page's latest one is noted. */
const resend = (turn: Turn, route: PortabilityRoute, known: Reply): Reply => {
  const { rememberedSince } = known.reason;
  if (route.operation !== 'listDataQueryRecords' || rememberedSince === undefined) return known;
  if (turn.assume('links.lifetimeUnderCache') === 'every-sending') {
    turn.world.sendings.set(key(route.queryId.toLowerCase(), String(rememberedSince)), turn.now);
  }
  return known;
};
