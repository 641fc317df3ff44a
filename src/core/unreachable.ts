/** The end of a switch over all there is: the compiler lets nothing get here, only a caller without types can. */
export const unreachable = (value: never): never => {
  throw new Error(`not foreseen: ${JSON.stringify(value)}`);
};
