/**
 * In place of `outvariant`, which formats what the interceptor asserts of itself: its messages have one `%s` at most. Taken by `bundle.ts`,
 * as `emitter.ts` is.
 */
export const invariant = (predicate: unknown, message: string, state?: unknown): void => {
  if (!predicate) throw new Error(message.replace('%s', String(state)));
};
