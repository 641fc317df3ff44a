import type { ErrorName } from '../spec/errors.ts';
import type { Region } from '../spec/regions.ts';
import {
  type ServiceFaultAt,
  type ServiceFaultName,
  serviceFaults,
  serviceFaultsAt,
  type ServicePart,
} from '../spec/faults.ts';
import { stillLasts } from './boundaries.ts';
import type { Turn } from './turn.ts';
import type { RegionOutage } from './world.ts';

/* What is wrong inside the service just now, or with one of its regions. */

const hasServiceFault = ({ world, now }: Turn, fault: ServiceFaultName): boolean =>
  world.serviceFaults.has(fault) && stillLasts(world.serviceFaults.get(fault), now);

export const findOutage = ({ world, now }: Turn, region: Region): RegionOutage | undefined => {
  const outage = world.outages.get(region);
  return outage !== undefined && stillLasts(outage.until, now) ? outage : undefined;
};

/** The first fault of a part of the service that goes on, in the order in which they are met. */
export const findServiceFault = <Part extends ServicePart>(turn: Turn, part: Part): ServiceFaultAt<Part> | undefined =>
  serviceFaultsAt[part].find((name) => hasServiceFault(turn, name));

/** What is wrong behind the service, and the row that refuses an operation because of it. */
export const failBehind = (
  turn: Turn,
): { readonly fault: ServiceFaultName; readonly refuses: ErrorName } | undefined => {
  const fault = findServiceFault(turn, 'behind');
  return fault && { fault, refuses: serviceFaults[fault].refuses };
};
