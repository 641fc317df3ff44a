/** A call of `fetch`, with everything that a client gets to see of it. `at` is an origin that is simulated, `other` one more. */
export type Call = (fetch: typeof globalThis.fetch, at: string, other: string) => unknown;

export type Calls = Readonly<Record<string, Call>>;

/** What is to be seen of a response, its body included. */
export const show = async (response: Response): Promise<object> => {
  const { status, statusText, ok, url, redirected, type, bodyUsed, body, headers } = response;
  const isEmpty = body === null;
  return {
    head: { status, statusText, ok, url, redirected, type, bodyUsed },
    headers: [...headers],
    isEmpty,
    text: await response.text(),
    after: response.bodyUsed,
  };
};

export const sent =
  (path: string, init?: object): Call =>
  async (fetch, at) =>
    show(await fetch(`${at}${path}`, init));

/** The same by a `Request`. */
const asked =
  (path: string, init?: object): Call =>
  async (fetch, at) =>
    show(await fetch(new Request(`${at}${path}`, init)));

/** By both. */
export const both = (what: string, path: string, makeInit: () => object): Calls => ({
  [what]: (...args) => sent(path, makeInit())(...args),
  [`${what}, as a Request`]: (...args) => asked(path, makeInit())(...args),
});
