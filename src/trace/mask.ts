import type { Entry } from './entry.ts';
import type { WireAnswer, WireRequest } from '../core/wire.ts';
import type { Instant } from '../spec/time.ts';
import type { InitialToken, InitialWorld } from './initial-world.ts';
import { createParts, type Parts } from './masked-parts.ts';
import { secretFields, secretHeaders, signatureFields } from './secret-fields.ts';
import { createNames, type SecretNames } from './secret-names.ts';
import { withSecrets } from './told.ts';

/**
 * Secrets never leave a simulation in the clear. What a secret is, is told by where it stands: in a field, a header, a link
 * (`secret-fields.ts`), or by whoever gave it out. From then on its value is masked wherever it stands, in whatever form
 * (`secret-search.ts`, `encodings.ts`). It keeps a name of its own (`<token 2>`), so that a reader still sees which one was
 * used where.
 */
export interface Masker {
  /** Entries that follow those of the last call. A secret of any of them is masked in all. */
  readonly mask: (entries: readonly Entry[]) => readonly Entry[];
  /** A text from elsewhere, with a name in the place of every secret that has one. */
  readonly hide: (text: string) => string;
  /** What stood in no entry since the last call is forgotten, unless it is known to be a secret. */
  readonly age: () => void;
}

/** What is known to be a secret, whether or not it turns up. */
export interface KnownSecrets {
  /** Of which kind each is: all, or those that are so since it was asked last; but for tokens that were dead before an instant. */
  readonly list: (all: boolean, since: Instant) => Iterable<readonly [kind: string, secret: string]>;
  /** Whether it is a token, also one that is not listed. */
  readonly isToken?: ((text: string) => boolean) | undefined;
}

/** `since` is when what there is to mask began. */
export const createMasker = (
  { list, isToken }: KnownSecrets = { list: () => [] },
  since = (): Instant => 0,
): Masker => {
  const names = createNames(isToken);
  const beginParts = (): Parts =>
    createParts(
      (part) => hideIn(part, names.hide),
      () => names.known,
    );
  let parts = beginParts();
  let hasForgotten = true;
  const learn = (): void => {
    for (const [kind, secret] of list(hasForgotten, since())) names.learn(kind, secret);
    hasForgotten = false;
  };
  return {
    mask: (entries) => {
      learn();
      return entries.map((entry) => maskEntry(names, parts, entry)).map((entry) => hideRest(names, parts, entry));
    },
    hide: (text) => {
      learn();
      return names.hideAll(maskText(names, text));
    },
    age: () => {
      learn();
      names.age();
      // What is masked once more turns up once more.
      parts = beginParts();
      hasForgotten = true;
    },
  };
};

/** What is a secret by the place where it stands: the rest of the entry is looked through afterwards. */
const maskEntry = (names: SecretNames, parts: Parts, entry: Entry): Entry => {
  switch (entry.kind) {
    case 'request':
      return { ...entry, request: parts.once(entry.request, (request) => maskRequest(names, request)) };
    case 'answer':
      return { ...entry, answer: parts.once(entry.answer, (answer) => maskAnswer(names, answer)) };
    case 'began':
      return entry.world === undefined ? entry : { ...entry, world: maskWorld(names, entry.world) };
    case 'authorized': {
      const token = entry.token && { token: maskToken(names, entry.token) };
      return { ...entry, code: names.nameOf('code', entry.code), ...token };
    }
    default:
      return entry;
  }
};

const maskRequest = (names: SecretNames, request: WireRequest): WireRequest => {
  const masked = { ...request, url: maskUrl(names, request.url), headers: maskHeaders(names, request.headers) };
  return { ...masked, body: maskText(names, request.body) };
};

const maskAnswer = (names: SecretNames, answer: WireAnswer): WireAnswer => {
  const masked = { ...answer, headers: maskHeaders(names, answer.headers), body: maskText(names, answer.body) };
  return answer.more?.kind === 'file' ? { ...masked, more: nameOnly(answer.more) } : masked;
};

/** What a person said, or a client: there anything may stand that ever stood where a secret does. */
const hideRest = (names: SecretNames, parts: Parts, entry: Entry): Entry => {
  const hideText = (text: string): string => names.hideAll(maskText(names, text));
  switch (entry.kind) {
    case 'ended': {
      const { error, told } = entry;
      // A client is free to return what it was given, or to throw a library's error that holds the request.
      return {
        ...entry,
        ...(error !== undefined && { error: hideText(error) }),
        ...(told !== undefined && { told: hideIn(withSecrets(told), hideText) }),
      };
    }
    case 'delivered':
    case 'undelivered':
      return entry.why === undefined ? entry : { ...entry, why: hideText(entry.why) };
    case 'request': {
      const request = parts.hide(entry.request);
      return parts.share(request, { ...hideIn({ ...entry, request: nothing }, names.hide), request });
    }
    case 'answer': {
      const answer = parts.hide(entry.answer);
      const shown = { ...hideIn({ ...entry, answer: nothing }, names.hide), answer };
      return parts.share(answer, entry.saw === undefined ? shown : { ...shown, saw: hideText(entry.saw) });
    }
    default:
      return hideIn(entry, names.hide);
  }
};

/** In the place of what is looked through by itself. */
const nothing = {};

/** The same value with every text in it changed, names of fields too; itself where nothing changes. */
const hideIn = <Value>(value: Value, hide: (text: string) => string): Value => {
  if (typeof value === 'string') return hide(value) as Value;
  if (typeof value !== 'object' || value === null) return value;
  let isSame = true;
  const changed = Object.entries(value).map(([name, inner]: [string, unknown]) => {
    const [shownName, shown] = [hide(name), hideIn(inner, hide)];
    isSame &&= shownName === name && shown === inner;
    return [shownName, shown] as const;
  });
  if (isSame) return value;
  return (Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed)) as Value;
};

const fields = Object.keys(secretFields).join('|');
const form = new RegExp(`(^|&)(${fields})=([^&]*)`, 'g');
const json = new RegExp(`"(${fields})"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`, 'g');
const signature = new RegExp(`\\b(${signatureFields.join('|')})=([^&"'\\s\\\\<>()]+)`, 'g');

const kindOf = (field: string): string => secretFields[field] ?? 'secret';

const maskText = (names: SecretNames, text: string): string =>
  text
    .replace(form, (_, before: string, field: string, secret: string) => {
      return `${before}${field}=${names.nameOf(kindOf(field), decodeForm(secret))}`;
    })
    .replace(
      json,
      (_, field: string, secret: string) => `"${field}":"${names.nameOf(kindOf(field), readJson(secret))}"`,
    )
    .replace(signature, (_, field: string, secret: string) => `${field}=${names.note('<signature>', secret)}`);

const decodeForm = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

const readJson = (escaped: string): string => {
  if (!escaped.includes('\\')) return escaped;
  try {
    return JSON.parse(`"${escaped}"`) as string;
  } catch {
    return escaped;
  }
};

const maskHeaders = (
  names: SecretNames,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const masked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const kind = Object.hasOwn(secretHeaders, name) ? secretHeaders[name] : undefined;
    masked[name] = kind === undefined ? maskText(names, value) : maskCredentials(names, kind, value);
  }
  return masked;
};

const maskCredentials = (names: SecretNames, kind: string, value: string): string => {
  const space = value.indexOf(' ');
  const scheme = space < 0 ? '' : `${value.slice(0, space)} `;
  const secret = value.slice(scheme.length);
  if (secret === '') return value;
  if (/^basic $/i.test(scheme)) names.suspect('client secret', passwordIn(secret));
  return scheme + names.nameOf(kind, secret);
};

/** Of `Basic` credentials what stands behind the name. */
const passwordIn = (credentials: string): string => {
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
  return decodeForm(password);
};

const maskUrl = (names: SecretNames, url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? url : `${url.slice(0, mark)}?${maskText(names, url.slice(mark + 1))}`;
};

const maskToken = ({ nameOf }: SecretNames, { token, refreshToken, ...one }: InitialToken): InitialToken => ({
  token: nameOf('token', token),
  ...(refreshToken !== undefined && { refreshToken: nameOf('refresh token', refreshToken) }),
  ...one,
});

const maskWorld = (names: SecretNames, world: InitialWorld): InitialWorld => ({
  ...world,
  applications: world.applications.map((one) => ({ ...one, secret: names.nameOf('client secret', one.secret) })),
  tokens: world.tokens.map((token) => maskToken(names, token)),
});

/** Where the user's files lie is no affair of whoever reads the trace, and differs from machine to machine. */
const nameOnly = <File extends { readonly path: string }>(file: File): File => ({
  ...file,
  path: file.path.replace(/^.*[/\\]/s, ''),
});
