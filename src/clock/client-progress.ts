import process from 'node:process';

let steps = 0;

/** Says that a client has gone on: it has set a timer, or asked the service. To take a timer off again takes that back. */
export const noteClientProgress = (by: 1 | -1): void => {
  steps += by;
};

/**
 * Calls `then` if the client goes on at once, in this turn of the event loop: it has then got what it waited for, which nobody
 * else can know.
 */
export const whenClientGoesOn = (then: () => void): void => {
  const before = steps;
  atTheEndOfThisTurn(() => {
    if (steps > before) then();
  });
};

/** Promises in chains, and streams, take some rounds of microtasks and ticks to tell a client what has arrived. */
const atTheEndOfThisTurn = (work: () => void, rounds = 4): void => {
  process.nextTick(() => {
    if (rounds === 0) work();
    else queueMicrotask(() => atTheEndOfThisTurn(work, rounds - 1));
  });
};
