import type { Instant } from '../spec/time.ts';
import { between } from './ids.ts';
import { identityOf } from './seals.ts';
import { announceEnd } from './notices.ts';
import { hasConsent } from './has-consent.ts';
import { unreachable } from './unreachable.ts';
import type { Turn } from './turn.ts';
import { key } from './key.ts';
import { consentKey, type Consenting, type EndedQuery, type LostRequirement, type Query, type World } from './world.ts';

/* The asynchronous task behind a query: how it ends. (States and transitions, interface C) */

type UnderWay = Extract<Query, { state: 'inProgress' }>;

/** What may have only one query under way: a customer and a scope, whichever application asks. */
export const slotOf = (turn: Turn, query: Consenting): string =>
  turn.world.settings.assumptions['query.acrossApplications'] === 'per-application'
    ? key(query.customerId, query.scope, query.clientId)
    : key(query.customerId, query.scope);

/** A query that is under way is in progress: what ends it takes it off that list. */
export const findUnderWay = (world: World, slot: string): UnderWay | undefined =>
  world.queries.get(world.underWay.get(slot) ?? '') as UnderWay | undefined;

/** Puts a new query under way; its end is due when the collection is, or at once if it can never finish. */
export const beginCollection = (turn: Turn, query: Omit<UnderWay, 'state' | 'endsAt' | 'lost'>): void => {
  const { world, now } = turn;
  const lost = lostNow(turn, query);
  const atOnce = lost !== undefined && turn.assume('query.cancelMoment') === 'at-once';
  const endsAt = atOnce ? now : endOfCollection(turn, query);
  const { id, clientId, customerId, scope, region } = query;
  world.queries.set(id, { state: 'inProgress', endsAt, lost, id, clientId, customerId, scope, region });
  world.underWay.set(slotOf(turn, query), id);
  if (endsAt !== undefined) turn.dues.push({ at: endsAt, due: { kind: 'collectionEnds', query: id } });
  turn.transitions.push({ query: id, customer: customerId, scope, from: 'none', to: 'inProgress' });
  turn.events.push({ event: 'created', customer: customerId, scope, query: id });
};

/** Undefined while a scenario holds it. */
const endOfCollection = ({ world, now }: Turn, query: Pick<Query, 'id' | keyof Consenting>): Instant | undefined => {
  const collects = world.holdings.get(key(query.customerId, query.scope))?.collects;
  switch (collects?.kind) {
    case 'fixed':
      return now + collects.length;
    case 'drawn':
      return now + between(collects.least, collects.most, world.settings.seed, 'collection', identityOf(query.id));
    case 'held':
      return undefined;
    case undefined:
      return now;
    default:
      return unreachable(collects);
  }
};

/** A scenario ends what is being collected for a customer, now. */
export const finishCollections = (turn: Turn, customerId: string, scope: string | undefined): void => {
  for (const query of underWayOf(turn, customerId, scope)) finish(turn, query, missingNow(turn, query));
};

const underWayOf = ({ world }: Turn, customerId: string, scope: string | undefined): readonly UnderWay[] => {
  const all = [...world.underWay.values()].map((id) => world.queries.get(id) as UnderWay);
  return all.filter((query) => query.customerId === customerId && (scope === undefined || query.scope === scope));
};

/** A requirement of a query under way is lost: consent, or an account that is not on hold. */
export const loseRequirement = (
  turn: Turn,
  { customerId, scope, clientId }: Pick<Consenting, 'customerId'> & Partial<Consenting>,
  because: LostRequirement,
): void => {
  for (const query of underWayOf(turn, customerId, scope)) {
    if (clientId !== undefined && query.clientId !== clientId) continue;
    if (turn.assume('query.cancelMoment') === 'at-once') finish(turn, query, because);
    else turn.world.queries.set(query.id, { ...query, lost: because });
  }
};

/** The collection is over: complete, unless a requirement is missing. Says nothing when the query is final already. */
export const endCollection = (turn: Turn, id: string): void => {
  const query = turn.world.queries.get(id);
  if (query?.state !== 'inProgress' || query.endsAt === undefined || turn.now < query.endsAt) return;
  finish(turn, query, missingNow(turn, query));
};

/** A requirement that is missing at this instant. An answer that vouches for a caller may let one through without consent. */
const lostNow = (turn: Turn, query: Consenting): LostRequirement | undefined => {
  const { world } = turn;
  if (!hasConsent(turn, query)) {
    return world.consents.get(consentKey(query))?.state === 'revoked' ? 'revoked' : 'expired';
  }
  return world.accountsOnHold.has(query.customerId) ? 'held' : undefined;
};

const missingNow = (turn: Turn, query: UnderWay): LostRequirement | undefined => {
  const lost = lostNow(turn, query);
  if (lost !== undefined) return lost;
  if (query.lost === undefined) return undefined;
  if (turn.assume('query.cancelMoment') === 'at-once') return query.lost;
  return turn.assume('query.holdReleasedBeforeEnd') === 'canceled' ? query.lost : undefined;
};

const finish = (turn: Turn, query: UnderWay, because: LostRequirement | undefined): void => {
  const { world, now } = turn;
  const { id, clientId, customerId, scope, region } = query;
  const base = { id, clientId, customerId, scope, region, endedAt: now, notice: { state: 'due' } } as const;
  const ended: EndedQuery =
    because === undefined ? { state: 'completed', ...base } : { state: 'canceled', because, ...base };
  world.queries.set(id, ended);
  world.underWay.delete(slotOf(turn, query));
  const customer = customerId;
  turn.transitions.push({
    query: id,
    customer,
    scope,
    from: 'inProgress',
    to: ended.state,
    ...(because && { because }),
  });
  turn.events.push({ event: ended.state, query: id, customer, scope });
  announceEnd(turn, ended);
};
