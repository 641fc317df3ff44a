import type { RequestFault, NotificationFaultAction } from '../core/action.ts';
import type { World } from '../core/world.ts';
import { type Deed, type Part, partsOf } from './plan.ts';

/** Keeps account of what was told and never came to pass. */
export interface Ledger {
  /** It is to happen. */
  expect(part: Part): void;
  /** It happens. */
  note(deed: Deed): void;
  /** It is a fault, which has happened once something is hit; `laid` is what waits in the world for that. */
  follow(deed: Deed, laid?: RequestFault | NotificationFaultAction): void;
  /** There was something to happen to, and the seed spared it. */
  spare(part: Part, deeds?: readonly Deed[]): void;
  readonly missing: readonly Deed[];
}

export const createLedger = ({ faults }: World): Ledger => {
  const missing = new Set<Deed>();
  const laid = new Map<Deed, (RequestFault | NotificationFaultAction)[]>();
  const spared = new Set<Deed>();

  /** A fault waits in the world for something to hit; one that has hit nothing is as good as never told. */
  const isUntouched = (fault: RequestFault | NotificationFaultAction): boolean =>
    faults.some(({ action, remaining }) => action === fault && remaining === fault.times);

  return {
    expect: (part) => {
      for (const { deeds } of partsOf(part)) for (const deed of deeds) missing.add(deed);
    },
    note: (deed) => missing.delete(deed),
    follow: (deed, fault) => {
      missing.delete(deed);
      laid.set(deed, [...(laid.get(deed) ?? []), ...(fault === undefined ? [] : [fault])]);
    },
    spare: (part, deeds = partsOf(part).flatMap((one) => one.deeds)) => {
      for (const deed of deeds) spared.add(deed);
    },
    get missing() {
      const unhit = [...laid].filter(([, all]) => all.every(isUntouched)).map(([deed]) => deed);
      return [...missing, ...unhit].filter((deed) => !spared.has(deed));
    },
  };
};
