import type { Region } from '../spec/regions.ts';
import { operations } from '../spec/routes.ts';
import { beginCollection, findUnderWay, slotOf } from './collection.ts';
import { sealedUuid } from './seals.ts';
import { json, refuse } from './respond.ts';
import type { RouteTo } from './routes.ts';
import { sawConflict } from './saw/operation.ts';
import type { Reply } from './reply.ts';
import type { Turn } from './turn.ts';
import { count, type CustomerToken } from './world.ts';

/** createDataQuery: a query starts to collect, unless one is under way for that customer and scope. (Endpoints, interface C) */
export const createDataQuery = (turn: Turn, token: CustomerToken, route: RouteTo<'createDataQuery'>): Reply => {
  const { clientId, customerId } = token;
  const { scopeId: scope, region } = route;
  const busy = findUnderWay(turn.world, slotOf(turn, { clientId, customerId, scope }));
  if (busy !== undefined) {
    if (busy.clientId !== clientId) turn.assume('query.acrossApplications');
    return refuse('requestConflict', sawConflict(turn, token, scope));
  }
  const number = count(turn.world, 'query', clientId, customerId, scope);
  const { seed, mark } = turn.world.settings;
  const id = sealedUuid(mark, seed, 'query', clientId, customerId, scope, number);
  beginCollection(turn, { id, clientId, customerId, scope, region });
  return json(operations.createDataQuery.success, { id }, operations.createDataQuery.section);
};

/** A remembered answer gives the id of a query once more, maybe in another region than before. */
export const repeatCreate = (turn: Turn, known: Reply, region: Region): Reply => {
  const { queries } = turn.world;
  const { id = '' } = JSON.parse(known.answer.body) as { readonly id?: string };
  const query = queries.get(id);
  if (query === undefined || query.region === region) return known;
  if (turn.assume('region.notification') === 'region-of-last-create') queries.set(id, { ...query, region });
  return known;
};
