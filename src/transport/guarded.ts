import type { Transport } from './gateway.ts';
import { type Guarded, guardHosts, isGuarded } from './guard/guard.ts';

/** A transport whose hosts are kept from the network, unless it sees to that itself. */
export const guarded =
  (attach: Transport, seen: Pick<Guarded, 'way' | 'hasServers'>): Transport =>
  async (door) => {
    const undo = await attach(door);
    if (isGuarded(door)) return undo;
    const unguard = guardHosts({ ...seen, addresses: door.addresses, connections: 'refused' });
    return async () => {
      unguard();
      await undo();
    };
  };
