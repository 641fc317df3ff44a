import type { Region } from '../spec/regions.ts';
import { operations } from '../spec/routes.ts';
import { beginCollection, findUnderWay, slotOf } from './collection.ts';
import { sealedUuid } from './seals.ts';
import { json, refuse } from './respond.ts';
import type { RouteTo } from './routes.ts';
import { sawConflict } from './saw/operation.ts';
import type { Reply } from './reply.ts';
import type { Turn } from './turn.ts';
import { count, type CustomerToken, type Query, type World } from './world.ts';
import type { WireAnswer } from './wire.ts';

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

/** What was read of answers: a remembered one is given again and again, and reading it is a tenth of what that costs. */
const idsRead = new WeakMap<WireAnswer, string>();

/** Empty where the answer refuses. */
const idIn = (answer: WireAnswer): string => {
  const known = idsRead.get(answer);
  if (known !== undefined) return known;
  const { id = '' } = JSON.parse(answer.body) as { readonly id?: string };
  idsRead.set(answer, id);
  return id;
};

/** The query that an answer to a create names; undefined where it refuses. */
export const queryIn = ({ queries }: World, { answer }: Reply): Query | undefined => queries.get(idIn(answer));

/** A remembered answer gives the id of a query once more, maybe in another region than before. */
export const repeatCreate = (turn: Turn, known: Reply, region: Region): Reply => {
  const query = queryIn(turn.world, known);
  if (query === undefined || query.region === region) return known;
  const follows = turn.assume('region.notification') === 'region-of-last-create';
  if (follows) turn.world.queries.set(query.id, { ...query, region });
  return known;
};
