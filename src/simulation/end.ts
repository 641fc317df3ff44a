import { setMaxListeners } from 'node:events';

/** The end of a simulation, which clients may wait for. */
export interface End {
  signal(): AbortSignal;
  reach(): void;
}

/** The signal is made when somebody asks for it, which few do: there is nothing dearer in a simulation that does nothing. */
export const createEnd = (): End => {
  let controller: AbortController | undefined;
  let isReached = false;
  const reach = (): void => {
    isReached = true;
    controller?.abort(new Error('the simulation is over'));
  };
  return {
    signal: () => {
      if (controller === undefined) {
        controller = new AbortController();
        // Whoever imports many customers at once has each of them listen, and that is no leak to be warned of.
        setMaxListeners(0, controller.signal);
        if (isReached) reach();
      }
      return controller.signal;
    },
    reach,
  };
};
