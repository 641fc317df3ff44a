import { createSearch, isSecretByItsLook } from './secret-search.ts';

/** Names for secrets, and where they stand: one secret has one name, whatever form it is written in. */
export interface SecretNames {
  /** The name of a secret that stood where secrets of that kind do. */
  readonly nameOf: (kind: string, secret: string) => string;
  /** The same for one of a kind of which there are too many to be told apart: they share their name. */
  readonly note: (name: string, secret: string) => string;
  /** Somebody says that this is a secret. It gets its name when it first turns up. */
  readonly learn: (kind: string, secret: string) => void;
  /** The same for what is one only if it looks like one. */
  readonly suspect: (kind: string, secret: string) => void;
  /** How many are looked for. */
  readonly known: number;
  /** A text of a request or an answer without those secrets that are sure to be some. */
  readonly hide: (text: string) => string;
  /** A text for people without anything that stood where a secret does. */
  readonly hideAll: (text: string) => string;
  /** What turned up before the last call, and not since, is forgotten; what turns up keeps its name. */
  readonly age: () => void;
}

/** What tokens are made of, whatever stands around them. Without an end, a word of some megabytes would be more than V8 can match. */
const longWord = /[\w-]{24,999}/g;

/** `isToken` knows those that are not looked for in all their forms. */
export const createNames = (isToken?: (text: string) => boolean): SecretNames => {
  let names = new Map<string, string>();
  let kinds = new Map<string, string>();
  let older = { names, kinds };
  const counts = new Map<string, number>();
  const sure = createSearch();
  const doubtful = createSearch();
  const nameOf: SecretNames['nameOf'] = (kind, secret) => {
    // Nobody can do anything with it, and an empty page token says that there is no other page.
    if (secret === '') return secret;
    const given = names.get(secret) ?? keepName(secret);
    if (given !== undefined) return given;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return give(secret, `<${kind} ${count}>`);
  };
  const give = (secret: string, name: string): string => {
    names.set(secret, name);
    (isSecretByItsLook(secret) ? sure : doubtful).add(secret);
    return name;
  };
  const keepName = (secret: string): string | undefined => {
    const name = older.names.get(secret);
    return name === undefined ? undefined : give(secret, name);
  };
  const kindOf = (secret: string): string => kinds.get(secret) ?? older.kinds.get(secret) ?? 'secret';
  const nameFound = (secret: string): string => nameOf(kindOf(secret), secret);
  const learn: SecretNames['learn'] = (kind, secret) => {
    if (kinds.has(secret)) return;
    kinds.set(secret, older.kinds.get(secret) ?? kind);
    sure.add(secret);
    keepName(secret);
  };
  const nameToken = (word: string): string => (isToken?.(word) === true ? nameOf('token', word) : word);
  const hide = (text: string): string =>
    sure.replace(isToken === undefined ? text : text.replace(longWord, nameToken), nameFound);
  return {
    nameOf,
    note: (name, secret) => {
      if (!names.has(secret) && isSecretByItsLook(secret)) give(secret, older.names.get(secret) ?? name);
      return name;
    },
    learn,
    get known() {
      return sure.size + doubtful.size;
    },
    suspect: (kind, secret) => (isSecretByItsLook(secret) ? learn(kind, secret) : undefined),
    hide,
    hideAll: (text) => doubtful.replace(hide(text), nameFound),
    age: () => {
      older = { names, kinds };
      names = new Map();
      kinds = new Map();
      sure.age();
      doubtful.age();
    },
  };
};
