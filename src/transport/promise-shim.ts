/**
 * Gives Node 20 the `Promise.withResolvers` that newer versions have, and leaves theirs alone. It stays once it is there:
 * connections that outlive a simulation may still call it.
 */
export const shimPromises = (): void => {
  if (typeof Reflect.get(Promise, 'withResolvers') === 'function') return;
  Object.defineProperty(Promise, 'withResolvers', { value: withResolvers, writable: true, configurable: true });
};

function withResolvers<T>(this: PromiseConstructor) {
  let resolve: ((value: T | PromiseLike<T>) => void) | undefined;
  let reject: ((reason?: unknown) => void) | undefined;
  const promise = new this<T>((settle, fail) => {
    resolve = settle;
    reject = fail;
  });
  return { promise, resolve, reject };
}
