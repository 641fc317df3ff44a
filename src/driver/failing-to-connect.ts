import { stillLasts } from '../core/boundaries.ts';
import type { World } from '../core/world.ts';
import type { StepAction, Where } from '../language/ast.ts';
import { isSetupFault } from '../spec/faults.ts';
import type { Region } from '../spec/regions.ts';
import { type ExchangeName, operations } from '../spec/routes.ts';
import type { Instant } from '../spec/time.ts';
import { type InjectedFault, type LastingFaults, targetOf } from './lasting-faults.ts';
import { tasksOf } from './tasks.ts';
import type { WaitingTask } from './waiting.ts';

/** Where faults wait: in the world, with the driver, and in steps that have not fired. */
interface Places {
  readonly world: World;
  readonly lasting: LastingFaults;
  readonly waiting: readonly WaitingTask[];
}

/**
 * Whether a fault that waits may keep a client from connecting to a host, as far as can be told before its request is known: by the
 * interface, and the region. `authority` is the host's name and port.
 */
export const mayFailToConnect = ({ world, lasting, waiting }: Places, authority: string, now: Instant): boolean => {
  const bases = world.bases.filter((base) => base.authority === authority);
  const isAsked = (name: ExchangeName, { region }: Where = {}): boolean =>
    bases.some(
      (base) =>
        name !== 'notification' && operations[name].host === base.host && (region ?? base.region) === base.region,
    );
  return (
    bases.some(({ region }) => region !== undefined && isCutOff(world, region, now)) ||
    world.faults.some(({ action }) => isOfConnecting(action) && isAsked(targetOf(action))) ||
    lasting
      .all(now)
      .some(({ fault, condition }) => isOfConnecting(fault) && isAsked(targetOf(fault), condition.where)) ||
    waiting.some(
      ({ task, trigger }) =>
        trigger.kind === 'on' &&
        isAsked(trigger.exchange, trigger.where) &&
        tasksOf(task).some((one) => one.steps.some(({ action }) => bringsAbout(action))),
    )
  );
};

const isCutOff = ({ outages }: World, region: Region, now: Instant): boolean => {
  const outage = outages.get(region);
  return outage?.fault !== undefined && stillLasts(outage.until, now);
};

const isOfConnecting = (fault: InjectedFault): boolean => fault.do === 'fault' && isSetupFault(fault.fault.name);

const bringsAbout = (action: StepAction): boolean =>
  (action.do === 'fault' && isSetupFault(action.fault)) ||
  (action.do === 'regionDown' && action.fails.kind === 'connection');
