import { operations } from '../spec/routes.ts';
import { beginCollection, findUnderWay, slotOf } from './collection.ts';
import { uuid } from './ids.ts';
import { json, refuse } from './respond.ts';
import type { Route } from './routes.ts';
import type { Reply } from './reply.ts';
import type { Turn } from './turn.ts';
import { count, type CustomerToken } from './world.ts';

/** createDataQuery: a query starts to collect, unless one is under way for that customer and scope. (Endpoints, interface C) */
export const createDataQuery = (
  turn: Turn,
  token: CustomerToken,
  route: Extract<Route, { operation: 'createDataQuery' }>,
): Reply => {
  const { clientId, customerId } = token;
  const { scopeId: scope, region } = route;
  const busy = findUnderWay(turn.world, slotOf(turn, { clientId, customerId, scope }));
  if (busy !== undefined) {
    if (busy.clientId !== clientId) turn.assume('query.acrossApplications');
    return refuse('requestConflict');
  }
  const number = count(turn.world, 'query', clientId, customerId, scope);
  const id = uuid(turn.world.settings.seed, 'query', clientId, customerId, scope, number);
  beginCollection(turn, { id, clientId, customerId, scope, region });
  return json(operations.createDataQuery.success, { id }, operations.createDataQuery.section);
};
