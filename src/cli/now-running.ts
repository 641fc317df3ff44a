import { AsyncResource } from 'node:async_hooks';

/** What the process is at, for the case that it ends in the middle of it: only then does anybody ask. */
let whereabouts: (() => string) | undefined;

/** Says what is going on; gives back how to say that it is over. */
export const nowRunning = (where: () => string): (() => void) => {
  whereabouts = where;
  return () => {
    whereabouts = undefined;
  };
};

export const readNowRunning = (): string => whereabouts?.() ?? 'the command line';

let tellNow: (() => void) | undefined;

/**
 * Says how to tell, at once, what is known so far in that case; gives back how to say that all is told. It is told in real time,
 * also where a client ends the process from within its simulation.
 */
export const whenLeft = (tell: () => void): (() => void) => {
  tellNow = AsyncResource.bind(tell);
  return () => {
    tellNow = undefined;
  };
};

export const tellLeft = (): void => tellNow?.();
