import type { SimulateOptions } from '../simulation/options.ts';
import { openWayIn } from '../simulation/open-transport.ts';

type TransportChoice = NonNullable<SimulateOptions['transport']>;

/** How a simulation is attached to what sends requests. */
export type Transport = Extract<TransportChoice, (...given: never[]) => unknown>;

/** Loads a transport, once for many runs. */
export const openTransport = async (choice: 'sockets' | 'fetch'): Promise<Transport> =>
  (await openWayIn(choice)).attach;

/** Stands in the way of requests without end. */
export interface Guard {
  readonly transport: Transport;
  /** Fulfils when there were too many requests. Those that come after are never answered. */
  readonly flooded: Promise<void>;
}

/** Counts what comes in by a transport, and answers no more when it is too much: no loop of requests gets past that. */
export const createGuard = (attach: Transport, most: number): Guard => {
  let flood = (): void => {};
  const flooded = new Promise<void>((resolve) => {
    flood = resolve;
  });
  let count = 0;
  const transport: Transport = (door) =>
    attach({
      ...door,
      receive: (...request) => {
        count += 1;
        if (count <= most) return door.receive(...request);
        flood();
        return new Promise(() => {});
      },
    });
  return { transport, flooded };
};
