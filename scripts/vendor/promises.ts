/** What the interceptor asks of Node 22, for Node 20: a part of the bundle, and nothing that a client could see. */
export const withResolvers = (): object => {
  let resolve: unknown;
  let reject: unknown;
  const promise = new Promise((...ends) => ([resolve, reject] = ends));
  return { promise, resolve, reject };
};
