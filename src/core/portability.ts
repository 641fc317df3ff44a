import { createDataQuery, repeatCreate } from './create.ts';
import { type CallFacts, type Caller, gatherFacts, identifyCaller } from './facts.ts';
import { authorizationGroups, type Gate, gates, openingGroups } from './gates.ts';
import { limitSection, throttle, type Usage } from './limits.ts';
import { renewLinks } from './links.ts';
import { nameParameters, readStrangers } from './parameters.ts';
import { listRecords } from './listing.ts';
import { byCaller, byHeader, byToken, isKept, isKnown, knownReply, recall, remember } from './memory.ts';
import { type Footing, footingOf } from './outdated.ts';
import { refuse, throttled } from './respond.ts';
import type { PortabilityOperation, RouteTo } from './routes.ts';
import { failBehind } from './service-faults.ts';
import type { Reply } from './reply.ts';
import { sawConflict, sawLimit, sawServiceFault } from './saw/operation.ts';
import type { Turn } from './turn.ts';
import { key } from './key.ts';
import type { CustomerToken } from './world.ts';
import type { WireRequest } from './wire.ts';

export type PortabilityRoute = RouteTo<PortabilityOperation>;

/** A call of interface C while it is dealt with. */
interface Call {
  readonly turn: Turn;
  readonly request: WireRequest;
  readonly route: PortabilityRoute;
  readonly exchange: number | undefined;
  readonly caller: Caller;
  readonly parameters: string;
  readonly facts: CallFacts;
  /** Whether an earlier answer vouches for its authorization. */
  readonly vouched: boolean;
}

/** A call of interface C: gates and limits, then the memory of answers, then the operation. */
export const answerPortability = (
  turn: Turn,
  request: WireRequest,
  route: PortabilityRoute,
  exchange: number | undefined,
): Reply => {
  const caller = identifyCaller(turn, request);
  const strangers = readStrangers(turn, route);
  const parameters = nameParameters(turn, route, strangers);
  const { 'cache.errors': kept, 'cache.meaning': meaning } = turn.world.settings.assumptions;
  const vouches = meaning === 'authorization-only';
  const keepsRefusals = kept === 'everything' && !vouches;

  // Nothing is kept under the name of a refusal or of a voucher unless the assumptions say so.
  const refusal = keepsRefusals ? byHeader(request, parameters) : undefined;
  const early = refusal === undefined ? undefined : recall(turn, refusal);
  if (early !== undefined) return early;

  const voucher = vouches ? key('vouched', byToken(caller, parameters)) : undefined;
  const vouched = voucher !== undefined && recall(turn, voucher) !== undefined;
  const queryId = 'queryId' in route ? route.queryId : undefined;
  const facts = gatherFacts(turn, request, caller, { scopeId: route.scopeId, queryId, hasStrangers: strangers !== '' });
  const call: Call = { turn, request, route, exchange, caller, parameters, facts, vouched };
  const admission = admit(call);
  if ('refused' in admission) {
    turn.assume('cache.errors');
    if (refusal !== undefined) remember(turn, refusal, admission.refused);
    return admission.refused;
  }

  const reply = vouches ? operate(call) : operateOnce(call);
  if (voucher !== undefined && !vouched) remember(turn, voucher, reply);
  return { ...reply, reason: Object.assign({}, reply.reason, { usage: admission.usage }) };
};

type Admission = { readonly refused: Reply } | { readonly usage: Usage };

/** Gates, then limits; or the limits ahead of the gates that look at the caller. */
const admit = (call: Call): Admission => {
  const gate = firstGate(call);
  const limitsFirst = call.turn.world.settings.assumptions['auth.order'] === 'limits-first';
  const opening = gate !== undefined && openingGroups.includes(gate.group);
  if (gate !== undefined && (opening || !limitsFirst)) return { refused: refuseAt(gate, call) };
  const admission = limit(call, gate === undefined);
  if ('refused' in admission || gate === undefined) return admission;
  call.turn.assume('auth.order');
  return { refused: refuseAt(gate, call) };
};

const firstGate = (call: Call): Gate | undefined => {
  const { turn, facts, vouched } = call;
  const refusing = gates.filter(({ when }) => when(facts));
  const gate = refusing.find(({ group }) => !(vouched && authorizationGroups.includes(group)));
  const wouldBeVouched = gate !== undefined && authorizationGroups.includes(gate.group) && hasAnswered(call);
  if (gate !== refusing[0] || wouldBeVouched) turn.assume('cache.meaning');
  return gate;
};

/** Whether the memory holds an answer to this caller and these parameters. */
const hasAnswered = ({ turn, caller, parameters }: Call): boolean => isKnown(turn, byCaller(turn, caller, parameters));

const refuseAt = ({ refuses, section, saw }: Gate, call: Call): Reply => {
  const reply = refuse(refuses, saw(call));
  return { ...reply, reason: { ...reply.reason, section } };
};

/** `passes` tells whether all gates let the call through, so that a remembered answer may stand for it. */
const limit = (call: Call, passes: boolean): Admission => {
  const { turn, route, caller, exchange } = call;
  const spares = turn.world.settings.assumptions['limits.cachedCounts'] === 'not-counted';
  if (passes && spares && isRemembered(call)) {
    turn.assume('limits.cachedCounts');
    return { usage: {} };
  }
  const clientId = caller.token?.clientId ?? '';
  const verdict = throttle(turn, { operation: route.operation, scopeId: route.scopeId, clientId, exchange });
  if (verdict.admitted) return verdict;
  turn.assume('auth.order');
  if (passes && isRemembered(call)) turn.assume('limits.cachedCounts');
  const reply = throttled(turn, verdict.refuses, verdict.wait, sawLimit(turn, verdict));
  return { refused: { ...reply, reason: { ...reply.reason, section: limitSection, usage: verdict.usage } } };
};

/** Whether the memory has the answer to a call, and gives it. */
const isRemembered = (call: Call): boolean => {
  const { turn, caller, parameters } = call;
  const known = knownReply(turn, byCaller(turn, caller, parameters));
  return known !== undefined && footing(call, known) === 'stands';
};

/** The gates let nobody through without a customer's token. */
const footing = ({ turn, caller, route }: Call, known: Reply): Footing =>
  footingOf(turn, caller.token as CustomerToken, route, known);

/** The operation's remembered answer, or else the operation. */
const operateOnce = (call: Call): Reply => {
  const { turn, caller, parameters } = call;
  const name = byCaller(turn, caller, parameters);
  const known = recall(turn, name);
  const how = known === undefined ? 'outdated' : footing(call, known);
  if (known !== undefined && how === 'stands') return resend(call, known);
  if (how === 'conflict')
    return refuse('requestConflict', sawConflict(turn, caller.token as CustomerToken, call.route.scopeId));
  const reply = operate(call);
  if (isKept(turn, reply.answer.status)) remember(turn, name, reply);
  return reply;
};

const operate = ({ turn, route, caller: { token } }: Call): Reply => {
  const behind = failBehind(turn);
  if (behind !== undefined) return refuse(behind.refuses, sawServiceFault(behind.fault));
  // The gates let nobody through without a customer's token.
  const mine = token as CustomerToken;
  switch (route.operation) {
    case 'createDataQuery':
      return createDataQuery(turn, mine, route);
    case 'listDataQueryRecords':
      return listRecords(turn, mine, route);
  }
};

/** An answer sent again: where links live anew from every sending, they do from now on. */
const resend = ({ turn, route }: Call, known: Reply): Reply => {
  turn.assume('cache.meaning');
  turn.assume('cache.identity');
  switch (route.operation) {
    case 'createDataQuery':
      return repeatCreate(turn, known, route.region);
    case 'listDataQueryRecords':
      turn.assume('cache.defaults');
      if (known.answer.status === 200 && turn.assume('links.lifetimeUnderCache') === 'every-sending')
        renewLinks(turn, known.answer);
      return known;
  }
};
