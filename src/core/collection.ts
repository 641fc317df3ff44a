import type { Instant } from '../spec/time.ts';
import { makePost } from './notify.ts';
import type { Turn } from './turn.ts';
import { key, type Loss, type Query, type World } from './world.ts';

/** The asynchronous task behind a query: how it ends. (States and transitions, interface C) */

type UnderWay = Extract<Query, { state: 'inProgress' }>;

/** What may have only one query under way: a customer and a scope, whichever application asks. */
export const slotOf = (turn: Turn, query: Pick<Query, 'customerId' | 'scope' | 'clientId'>): string =>
  turn.world.settings.assumptions['query.acrossApplications'] === 'per-application'
    ? key(query.customerId, query.scope, query.clientId)
    : key(query.customerId, query.scope);

export const findUnderWay = (world: World, slot: string): UnderWay | undefined => {
  const query = world.queries.get(world.underWay.get(slot) ?? '');
  return query?.state === 'inProgress' ? query : undefined;
};

/** Puts a new query under way; its end is due when the collection is, or at once if it can never finish. */
export const beginCollection = (turn: Turn, query: Omit<UnderWay, 'state' | 'endsAt' | 'lost'>): void => {
  const { world, now } = turn;
  const holding = world.holdings.get(key(query.customerId, query.scope));
  const held = world.accountsOnHold.has(query.customerId);
  const atOnce = held && turn.assume('query.cancelMoment') === 'at-once';
  const endsAt: Instant = atOnce ? now : now + (holding?.collects ?? 0);
  world.queries.set(query.id, { ...query, state: 'inProgress', endsAt, lost: held ? 'held' : undefined });
  world.underWay.set(slotOf(turn, query), query.id);
  turn.dues.push({ at: endsAt, due: { kind: 'collectionEnds', query: query.id } });
  const { customerId: customer, scope } = query;
  turn.transitions.push({ query: query.id, customer, scope, from: 'none', to: 'inProgress' });
  turn.happenings.push({ event: 'created', customer, scope, query: query.id });
};

/** A requirement of a query under way is lost: consent, or an account in good standing. */
export const loseRequirement = (
  turn: Turn,
  customerId: string,
  scope: string,
  because: Loss,
  clientId: string | undefined,
): void => {
  for (const id of turn.world.underWay.values()) {
    const query = turn.world.queries.get(id);
    if (query?.state !== 'inProgress' || query.customerId !== customerId || query.scope !== scope) continue;
    if (clientId !== undefined && query.clientId !== clientId) continue;
    if (turn.assume('query.cancelMoment') === 'at-once') finish(turn, query, because);
    else turn.world.queries.set(id, { ...query, lost: because });
  }
};

/** The collection is over: complete, unless a requirement is missing. Says nothing when the query is final already. */
export const endCollection = (turn: Turn, id: string): void => {
  const query = turn.world.queries.get(id);
  if (query?.state !== 'inProgress' || turn.now < query.endsAt) return;
  finish(turn, query, missingNow(turn, query));
};

const missingNow = (turn: Turn, query: UnderWay): Loss | undefined => {
  const { world } = turn;
  const consent = world.consents.get(key(query.clientId, query.customerId, query.scope));
  if (consent === 'revoked' || consent === 'expired') return consent;
  if (world.accountsOnHold.has(query.customerId)) return 'held';
  if (query.lost === undefined) return undefined;
  if (turn.assume('query.cancelMoment') === 'at-once') return query.lost;
  return turn.assume('query.holdReleasedBeforeEnd') === 'canceled' ? query.lost : undefined;
};

const finish = (turn: Turn, query: UnderWay, because: Loss | undefined): void => {
  const { world, now } = turn;
  const { id, clientId, customerId, scope, region } = query;
  const base = { id, clientId, customerId, scope, region, notifiedAt: now };
  const done: Query = because === undefined ? { ...base, state: 'completed' } : { ...base, state: 'canceled', because };
  world.queries.set(id, done);
  world.underWay.delete(slotOf(turn, query));
  turn.transitions.push({
    query: id,
    customer: customerId,
    scope,
    from: 'inProgress',
    to: done.state,
    ...(because && { because }),
  });
  turn.happenings.push({ event: done.state, customer: customerId, scope, query: id });
  turn.posts.push(makePost(turn, done));
  turn.happenings.push({ event: 'notified', customer: customerId, scope, query: id });
};
