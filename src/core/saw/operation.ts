import type { ServiceFaultName } from '../../spec/faults.ts';
import type { LimitName } from '../../spec/limits.ts';
import { findUnderWay, slotOf } from '../collection.ts';
import type { Turn } from '../turn.ts';
import type { CustomerToken } from '../world.ts';
import { quote, span } from './quote.ts';

/* What was decisive once a call had passed the gates. */

/** Whatever is asked, something behind the service is wrong. */
export const sawServiceFault = (fault: ServiceFaultName): string =>
  `nothing in the request: the service has the fault ${fault}`;

export const sawLimit = (
  { world }: Turn,
  { limit, wait }: { readonly limit: LimitName; readonly wait: number },
): string => {
  const row = world.settings.limits[limit];
  const [most, room] =
    'within' in row ? [` in ${row.within}`, `; there is room again after ${span(wait)}`] : [` ${row.unit}`, ''];
  return `nothing in the request: it is one more than ${row.value}${most}, which is ${limit}${room}`;
};

export const sawConflict = (turn: Turn, { clientId, customerId }: CustomerToken, scope: string): string => {
  const busy = findUnderWay(turn.world, slotOf(turn, { clientId, customerId, scope }));
  return `scopeId: ${quote(scope)} in the path; query ${String(busy?.id)} of ${customerId} for it still collects`;
};
