/** An address that a request is sent to, as it is read of a URL. */
export interface Address {
  /** Without a fragment, which stays with the client. */
  readonly href: string;
  readonly origin: string;
  readonly host: string;
  /** Whether it has a name or a password in it. */
  readonly hasCredentials: boolean;
}

const read = (url: URL): Address => {
  const { href, origin, host } = url;
  const hash = href.indexOf('#');
  const hasCredentials = url.username !== '' || url.password !== '';
  return { href: hash < 0 ? href : href.slice(0, hash), origin, host, hasCredentials };
};

/** So many are kept: a client asks the same again and again, and to read a URL takes a good part of what an answer takes. */
const most = 200;
const known = new Map<string, Address>();

const readText = (text: string): Address => {
  const before = known.get(text);
  if (before !== undefined) return before;
  const address = read(new URL(text));
  if (known.size >= most) known.clear();
  known.set(text, address);
  return address;
};

/** Where the input of a `fetch` leads; undefined where it is no address. */
export const addressOf = (input: string | URL | Request): Address | undefined => {
  try {
    if (typeof input === 'string') return readText(input);
    return input instanceof URL ? read(input) : readText(input instanceof Request ? input.url : String(input));
  } catch {
    return undefined;
  }
};
