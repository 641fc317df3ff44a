import type { RequestFault, NotificationFaultAction } from './action.ts';
import type { Turn } from './turn.ts';

/** The oldest of the faults that wait for this exchange, or this notification, and are of a kind; it is used up by one. */
export const takeOldest = <Kind extends RequestFault | NotificationFaultAction>(
  { world: { faults } }: Turn,
  number: number | undefined,
  is: (action: RequestFault | NotificationFaultAction) => Kind | false,
): Kind | undefined => {
  for (const [index, { action, remaining }] of faults.entries()) {
    if (action.only !== undefined && action.only !== number) continue;
    const found = is(action);
    if (found === false) continue;
    if (remaining > 1) faults[index] = { action, remaining: remaining - 1 };
    else faults.splice(index, 1);
    return found;
  }
  return undefined;
};
