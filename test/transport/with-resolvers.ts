/** What nock 15 and msw 3 ask of Node 22, for Node 20, where they do not work without: to be imported before them. */
function withResolvers(this: PromiseConstructor): object {
  let resolve: unknown;
  let reject: unknown;
  const promise = new this((...ends) => ([resolve, reject] = ends));
  return { promise, resolve, reject };
}

if (!('withResolvers' in Promise)) {
  Object.defineProperty(Promise, 'withResolvers', { value: withResolvers, writable: true, configurable: true });
}
