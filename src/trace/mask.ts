import type { Entry } from './entry.ts';
import type { InitialToken, InitialWorld } from './initial-world.ts';
import type { Plain, Told } from './told.ts';

/**
 * Secrets never leave a simulation in the clear. A token keeps a name of its own (`<token 2>`), so that a reader still
 * sees which one was used where.
 */
export interface Masker {
  mask(entry: Entry): Entry;
  /** A text from elsewhere, with a name in the place of every secret that has one. */
  readonly hide: (text: string) => string;
}

/** Gives secrets their names, where what they are is known, and finds those that have one wherever they stand. */
interface Names {
  readonly nameOf: NameOf;
  readonly hide: (text: string) => string;
}

/** The name that stands for a secret: the same for the same. */
type NameOf = (kind: string, secret: string) => string;

export const createMasker = (): Masker => {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameOf: NameOf = (kind, secret) => {
    const known = names.get(secret);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const name = `<${kind} ${count}>`;
    names.set(secret, name);
    return name;
  };
  const hide = (text: string): string => {
    let hidden = maskText(nameOf, text);
    for (const [secret, name] of names) if (isTelling(secret)) hidden = hidden.replaceAll(secret, name);
    return hidden;
  };
  return { mask: (entry) => maskEntry({ nameOf, hide }, entry), hide };
};

/** What is shorter may stand in any text by chance. */
const isTelling = (secret: string): boolean => secret.length >= 8;

const maskEntry = ({ nameOf, hide }: Names, entry: Entry): Entry => {
  switch (entry.kind) {
    case 'request': {
      const { request } = entry;
      const masked = { ...request, url: maskUrl(nameOf, request.url), headers: maskHeaders(nameOf, request.headers) };
      return { ...entry, request: { ...masked, body: maskText(nameOf, request.body) } };
    }
    case 'answer': {
      const { answer } = entry;
      const masked = { ...answer, headers: maskHeaders(nameOf, answer.headers), body: maskText(nameOf, answer.body) };
      return {
        ...entry,
        answer: answer.more?.kind === 'file' ? { ...masked, more: nameOnly(answer.more) } : masked,
        ...(entry.saw !== undefined && { saw: hide(entry.saw) }),
      };
    }
    case 'began':
      return entry.world === undefined ? entry : { ...entry, world: maskWorld(nameOf, entry.world) };
    case 'authorized': {
      const token = entry.token && { token: maskToken(nameOf, entry.token) };
      return { ...entry, code: nameOf('code', entry.code), ...token };
    }
    case 'ended':
      return {
        ...entry,
        ...(entry.error !== undefined && { error: hide(entry.error) }),
        ...(entry.told !== undefined && { told: maskTold(hide, entry.told) }),
      };
    case 'undelivered':
      return { ...entry, why: maskText(nameOf, entry.why) };
    default:
      return entry;
  }
};

/** A client is free to return what it was given, or to throw a library's error that holds the request. */
const maskTold = (hide: Names['hide'], told: Told): Told =>
  told.value === undefined ? told : { ...told, value: maskPlain(hide, told.value) };

const maskPlain = (hide: Names['hide'], value: Plain): Plain => {
  if (typeof value === 'string') return hide(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((item) => maskPlain(hide, item));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [hide(name), maskPlain(hide, one)]));
};

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);

const secretFields = ['access_token', 'refresh_token', 'client_secret', 'code', 'password', 'assertion'];
const form = new RegExp(`(^|&)(${secretFields.join('|')})=([^&]*)`, 'g');
const json = new RegExp(`"(${secretFields.join('|')})"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`, 'g');
const signature = /(signature=)[0-9a-f]+/g;
const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-api-key']);

const kindOf = (field: string): string => (field === 'access_token' ? 'token' : field.replaceAll('_', ' '));

const maskText = (nameOf: NameOf, text: string): string =>
  text
    .replace(form, (_, before: string, field: string, secret: string) => {
      return `${before}${field}=${nameOf(kindOf(field), decodeForm(secret))}`;
    })
    .replace(json, (_, field: string, secret: string) => `"${field}":"${nameOf(kindOf(field), secret)}"`)
    .replace(signature, '$1<signature>');

const decodeForm = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

const maskHeaders = (nameOf: NameOf, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const masked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    masked[name] = secretHeaders.has(name) ? maskCredentials(nameOf, value) : maskText(nameOf, value);
  }
  return masked;
};

const maskCredentials = (nameOf: NameOf, value: string): string => {
  const space = value.indexOf(' ');
  const scheme = space < 0 ? '' : `${value.slice(0, space)} `;
  const secret = value.slice(scheme.length);
  return secret === '' ? value : scheme + nameOf('token', secret);
};

const maskUrl = (nameOf: NameOf, url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? url : `${url.slice(0, mark)}?${maskText(nameOf, url.slice(mark + 1))}`;
};

const maskToken = (nameOf: NameOf, { token, refreshToken, ...one }: InitialToken): InitialToken => ({
  token: nameOf('token', token),
  ...(refreshToken !== undefined && { refreshToken: nameOf('refresh token', refreshToken) }),
  ...one,
});

const maskWorld = (nameOf: NameOf, world: InitialWorld): InitialWorld => ({
  ...world,
  applications: world.applications.map((one) => ({ ...one, secret: nameOf('client secret', one.secret) })),
  tokens: world.tokens.map((token) => maskToken(nameOf, token)),
});

/** Where the user's files lie is no affair of whoever reads the trace, and differs from machine to machine. */
const nameOnly = <File extends { readonly path: string }>(file: File): File => ({
  ...file,
  path: file.path.replace(/^.*[/\\]/s, ''),
});
