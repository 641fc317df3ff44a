let steps = 0;

/** Says that a client has gone on: it has set a timer, or asked the service. To take a timer off again takes that back. */
export const noteHeadway = (by: 1 | -1): void => {
  steps += by;
};

/** Grows with what clients do of themselves; only its differences mean anything. */
export const headway = (): number => steps;
