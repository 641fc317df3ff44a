import { formsOf } from './encodings.ts';

/**
 * Finds many secrets in many texts in one pass over each: the hash of the last few characters rolls along, and where it is that
 * of the end of a secret's form, the text is compared. So a text takes as long whether two secrets are known or a million.
 */
export interface SecretSearch {
  /** From now on it is found, in all its forms. What is too short or too long for one is not. */
  add(secret: string): void;
  /** The text with what `nameOf` says in the place of each secret; the same text where none is in it. */
  replace(text: string, nameOf: NameOf): string;
  /** What was added before the last call, and not since, is found no more. */
  age(): void;
  /** How many were added since then. */
  readonly size: number;
}

type NameOf = (secret: string) => string;

/** What is shorter may stand in any text by chance. */
export const shortestSecret = 8;
/** What is longer is no secret, but a body that somebody took for one. */
const longestSecret = 10_000;
/** What begins with so many of its characters is one that was cut: clients quote the beginning of an answer. */
const longStart = 24;

export const createSearch = (): SecretSearch => {
  let young = createPart();
  let old: Part | undefined;
  const replace: SecretSearch['replace'] = (text, nameOf) =>
    put(text, old === undefined ? young.find(text) : [...young.find(text), ...old.find(text)], nameOf);
  const unfold = (block: string, nameOf: NameOf): string => {
    const flat = block.replace(lineEnds, '');
    const replaced = replace(flat, nameOf);
    return replaced === flat ? block : replaced;
  };
  return {
    add: (secret) => {
      if (secret.length >= shortestSecret && secret.length <= longestSecret) young.add(secret);
    },
    age: () => {
      old = young;
      young = createPart();
    },
    get size() {
      return young.count();
    },
    replace: (text, nameOf) => {
      if ((young.count() === 0 && old === undefined) || text.length < shortestSecret) return text;
      return replace(mayBeFolded(text) ? text.replace(folded, (block) => unfold(block, nameOf)) : text, nameOf);
    },
  };
};

type Part = ReturnType<typeof createPart>;

/** Secrets that were added in the same time. */
const createPart = () => {
  const known = new Set<string>();
  const ends = createEnds();
  const starts = createStarts();
  return {
    count: (): number => known.size,
    add: (secret: string): void => {
      if (known.has(secret)) return;
      known.add(secret);
      for (const one of formsOf(secret).map((form) => ({ secret, form }))) {
        ends.add(one);
        starts.add(one);
      }
      const start = secret.slice(0, longStart);
      if (start !== secret && isSecretByItsLook(start)) ends.add({ secret, form: start });
    },
    find: (text: string): readonly Found[] =>
      text.includes(cut) ? [...ends.find(text), ...starts.find(text)] : ends.find(text),
  };
};

/** Base64 in mails is folded into lines; in JSON their ends are escaped. */
const shortestLine = 60;
const mayBeFolded = (text: string): boolean =>
  text.length > shortestLine && (text.includes('\n') || text.includes('\\n'));
const folded = /(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{60,77}(?:\r?\n|(?:\\r)?\\n))+[A-Za-z0-9+/]+={0,2}/g;
const lineEnds = /\r?\n|(?:\\r)?\\n/g;

interface Known {
  readonly secret: string;
  readonly form: string;
}

interface Found {
  readonly from: number;
  readonly to: number;
  readonly secret: string;
}

const factor = 0x01000193;
/** What the character that falls out of the window is worth in its hash. */
const oldest = Array.from({ length: shortestSecret }).reduce<number>((power) => Math.imul(power, factor), 1);

const hashOf = (text: string): number => {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, factor) + text.charCodeAt(at)) | 0;
  return hash;
};

/** The forms by the hash of their ends. Most hashes are those of none, which a bit for each of many tells at once. */
const createEnds = () => {
  const known = new Map<number, Known[]>();
  let digits = 16;
  let bits = new Uint8Array(2 ** digits / 8);
  const mark = (hash: number): void => {
    const bit = Math.imul(hash, spread) >>> (32 - digits);
    bits[bit >>> 3] = (bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
  };
  const grow = (): void => {
    digits += 2;
    bits = new Uint8Array(2 ** digits / 8);
    for (const hash of known.keys()) mark(hash);
  };
  return {
    add: (one: Known): void => {
      const hash = hashOf(one.form.slice(-shortestSecret));
      const others = known.get(hash);
      if (others !== undefined) return void others.push(one);
      known.set(hash, [one]);
      mark(hash);
      if (known.size * 16 > 2 ** digits && digits < 30) grow();
    },
    find: (text: string): readonly Found[] => {
      const found: Found[] = [];
      const shift = 32 - digits;
      const marks = bits;
      let hash = hashOf(text.slice(0, shortestSecret - 1));
      for (let at = shortestSecret - 1; at < text.length; at++) {
        hash = (Math.imul(hash, factor) + text.charCodeAt(at)) | 0;
        if (at >= shortestSecret) hash = (hash - Math.imul(text.charCodeAt(at - shortestSecret), oldest)) | 0;
        const bit = Math.imul(hash, spread) >>> shift;
        if ((((marks[bit >>> 3] ?? 0) >>> (bit & 7)) & 1) === 0) continue;
        for (const { secret, form } of known.get(hash) ?? []) {
          const from = at + 1 - form.length;
          if (from < 0 || !text.startsWith(form, from)) continue;
          let to = at + 1;
          while (to < text.length && text[to] === secret[to - from]) to++;
          found.push({ from, to, secret });
        }
      }
      return found;
    },
  };
};

/** What stands where a text was cut. */
const cut = '…';

/** What is left of a secret where a text was cut is one still. They are sorted out when there is such a text. */
const createStarts = () => {
  const waiting: Known[] = [];
  const known = new Map<string, Known[]>();
  const sortOut = (): void => {
    for (const one of waiting.splice(0)) {
      const start = one.form.slice(0, shortestSecret);
      const others = known.get(start);
      if (others === undefined) known.set(start, [one]);
      else others.push(one);
    }
  };
  const findBefore = (text: string, to: number): readonly Found[] => {
    for (let from = Math.max(0, to - longestRest); from <= to - shortestSecret; from++) {
      const rest = text.slice(from, to);
      const found = known.get(rest.slice(0, shortestSecret))?.find(({ form }) => form.startsWith(rest));
      if (found !== undefined) return [{ from, to, secret: found.secret }];
    }
    return [];
  };
  return {
    add: (one: Known): unknown => waiting.push(one),
    find: (text: string): readonly Found[] => {
      sortOut();
      return [...text.matchAll(/…/g)].flatMap(({ index }) => findBefore(text, index));
    },
  };
};

const longestRest = 400;

/** Brings the bits of a hash into its upper ones. */
const spread = 0x9e3779b1;

/** Where two overlap, the one that begins first stands for both, and of those the longest. */
const put = (text: string, found: readonly Found[], nameOf: NameOf): string => {
  if (found.length === 0) return text;
  const inOrder = [...found].sort((one, other) => one.from - other.from || other.to - one.to);
  let written = '';
  let end = 0;
  for (const { from, to, secret } of inOrder) {
    if (to <= end) continue;
    if (from >= end) written += text.slice(end, from) + nameOf(secret);
    end = to;
  }
  return written + text.slice(end);
};

/**
 * A client that is wrong may send its own id for a secret, a word, an address: whoever reads the trace would find that nowhere
 * any more.
 */
export const isSecretByItsLook = (text: string): boolean =>
  text.length >= 16 && /\d/.test(text) && !/[\s@<>]|:\/\//.test(text) && !uuid.test(text) && !plainName.test(text);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** `application-12`, `import_orders_v2`. */
const plainName = /^[a-z]+(?:[-_.][a-z]+)*[-_.]?v?\d{1,4}$/i;
