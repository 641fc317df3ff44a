import { keptByText } from '../spec/kept-by-text.ts';

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

const readText = keptByText((text) => read(new URL(text)));

/** Where the input of a `fetch` leads; undefined where it is no address. */
export const addressOf = (input: string | URL | Request): Address | undefined => {
  try {
    if (typeof input === 'string') return readText(input);
    return input instanceof URL ? read(input) : readText(input instanceof Request ? input.url : String(input));
  } catch {
    return undefined;
  }
};
