import type { ErrorName } from '../spec/errors.ts';
import type { Region } from '../spec/regions.ts';
import { type ServiceFaultName, serviceFaults } from '../spec/faults.ts';
import { stillLasts } from './boundaries.ts';
import type { Turn } from './turn.ts';
import type { Outage } from './world.ts';

/** What is wrong inside the service just now, or with one of its regions. */

export const hasServiceFault = ({ world, now }: Turn, fault: ServiceFaultName): boolean =>
  world.serviceFaults.has(fault) && stillLasts(world.serviceFaults.get(fault), now);

export const findOutage = ({ world, now }: Turn, region: Region): Outage | undefined => {
  const outage = world.outages.get(region);
  return outage !== undefined && stillLasts(outage.until, now) ? outage : undefined;
};

/** What stands between the gates and the operation itself, in the order in which it is met. */
const behind: readonly ServiceFaultName[] = ['backendSilent', 'backendFails', 'serviceThrows'];

/** The row that refuses an operation because something behind the service is wrong. */
export const failBehind = (turn: Turn): ErrorName | undefined => {
  const fault = behind.find((name) => hasServiceFault(turn, name));
  return fault && serviceFaults[fault].refuses;
};
