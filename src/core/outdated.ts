import { findUnderWay, slotOf } from './collection.ts';
import { queryIn } from './create.ts';
import { findQuery } from './listing.ts';
import type { PortabilityRoute } from './portability.ts';
import type { Reply } from './reply.ts';
import type { RouteTo } from './routes.ts';
import type { Turn } from './turn.ts';
import type { CustomerToken } from './world.ts';

/**
 * Memory against the table of states: "the response for identical parameters is the same for five minutes", and meanwhile
 * what it says may have ceased to be so. Which of the two counts is open. (assumptions `cache.beforeConflict`,
 * `cache.afterEnd`, `cache.afterConflict`, `cache.afterCompletion`, `cache.pastListingHour`)
 */
export type Footing =
  /** The remembered answer is given. */
  | 'stands'
  /** A query that still collects comes ahead of it, and leaves it in memory. */
  | 'conflict'
  /** It is no longer so, and the operation answers anew. */
  | 'outdated';

export const footingOf = (turn: Turn, token: CustomerToken, route: PortabilityRoute, known: Reply): Footing => {
  switch (route.operation) {
    case 'createDataQuery':
      return footingOfCreate(turn, token, route.scopeId, known);
    case 'listDataQueryRecords':
      return footingOfList(turn, token, route, known);
  }
};

const footingOfCreate = (turn: Turn, token: CustomerToken, scope: string, known: Reply): Footing => {
  const { clientId, customerId } = token;
  const busy = findUnderWay(turn.world, slotOf(turn, { clientId, customerId, scope }));
  if (busy !== undefined && turn.assume('cache.beforeConflict') === 'conflict') return 'conflict';
  if (known.reason.row === 'requestConflict') {
    return busy === undefined && turn.assume('cache.afterConflict') === 'new-query' ? 'outdated' : 'stands';
  }
  const state = known.answer.status === 201 ? queryIn(turn.world, known)?.state : 'inProgress';
  if (state === 'inProgress') return 'stands';
  const choice = turn.assume('cache.afterEnd');
  const isNew = choice === 'new-after-end' || (choice === 'new-after-cancel' && state === 'canceled');
  return isNew ? 'outdated' : 'stands';
};

const footingOfList = (
  turn: Turn,
  token: CustomerToken,
  route: RouteTo<'listDataQueryRecords'>,
  known: Reply,
): Footing => {
  const wasEarly = known.reason.row === 'queryNotCompleted';
  if (!wasEarly && known.answer.status !== 200) return 'stands';
  const now = findQuery(turn, token, route);
  if (wasEarly) {
    return now !== 'queryNotCompleted' && turn.assume('cache.afterCompletion') === 'records' ? 'outdated' : 'stands';
  }
  return now === 'accessTimeElapsed' && turn.assume('cache.pastListingHour') === 'elapsed' ? 'outdated' : 'stands';
};
