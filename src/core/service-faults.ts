import type { ErrorName } from '../spec/errors.ts';
import type { Region } from '../spec/regions.ts';
import { type TroubleName, troubles } from '../spec/faults/service.ts';
import { stillLasts } from './boundaries.ts';
import type { Turn } from './turn.ts';
import type { Outage } from './world.ts';

/** What is wrong inside the service just now, or with one of its regions. */

export const isTroubled = ({ world, now }: Turn, trouble: TroubleName): boolean =>
  world.troubles.has(trouble) && stillLasts(world.troubles.get(trouble), now);

export const findOutage = ({ world, now }: Turn, region: Region): Outage | undefined => {
  const outage = world.outages.get(region);
  return outage !== undefined && stillLasts(outage.until, now) ? outage : undefined;
};

/** What stands between the gates and the operation itself, in the order in which it is met. */
const behind: readonly TroubleName[] = ['backendSilent', 'backendFails', 'serviceThrows'];

/** The row that refuses an operation because something behind the service is wrong. */
export const failBehind = (turn: Turn): ErrorName | undefined => {
  const trouble = behind.find((name) => isTroubled(turn, name));
  return trouble && troubles[trouble].refuses;
};
