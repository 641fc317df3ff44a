/** In place of `outvariant`. */
export const invariant = (predicate: unknown, message: string, state?: unknown): void => {
  if (!predicate) throw new Error(message.replace('%s', String(state)));
};
