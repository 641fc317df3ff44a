import { requireWord } from '../language/strangers.ts';

/**
 * What a client's promise says: its result tells what it brought in and what not (`result`, the default); or `nothing`, by
 * design, as of one that writes elsewhere. Then nobody asks whether it says what is missing.
 */
export type ClientReturns = (typeof clientReturns)[number];

export const clientReturns = ['result', 'nothing'] as const;

/** Throws Misuse BAD_OPTION. */
export const readReturns = (choice: string = 'result', place = 'simulate({ returns })'): ClientReturns =>
  requireWord(choice, clientReturns, place);

/** What the promise of a client gives that has not ended: nobody waits for it any longer. It is not judged by its end. */
export const goesOn = Symbol('goes on');
