import { AsyncResource } from 'node:async_hooks';
import { Misuse } from '../misuse.ts';

/** What the process is at, for the case that it ends in the middle of it: only then does anybody ask. */
let whereabouts: (() => string) | undefined;

/** What is said where the process ends at a place. */
type SayLeft = (place: string) => Misuse;

const leftByClient: SayLeft = (place) =>
  new Misuse(
    'CLIENT_INVALID',
    place,
    'the process ended in the middle of it; does the client call process.exit?',
    'let it return or throw instead',
  );

let sayLeft = leftByClient;

/** Says what is going on, and what it means that the process ends; gives back how to say that it is over. */
export const nowRunning = (where: () => string, left = leftByClient): (() => void) => {
  whereabouts = where;
  sayLeft = left;
  return () => {
    whereabouts = undefined;
    sayLeft = leftByClient;
  };
};

/** For a process that ends before its work is done. */
export const describeLeft = (): Misuse => sayLeft(readNowRunning());

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
