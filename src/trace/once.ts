import type { WireAnswer } from '../core/wire.ts';
import type { Entry } from './entry.ts';

/** So many that differ are known at a time: who says the same again does it soon. */
const most = 500;

type Join = (known: Entry, entry: Entry) => Entry;

/** Keeps what comes again and again in memory once. */
class Once {
  readonly #known = new Map<string, Entry>();

  /** What is made of the first that had this key, as far as it is remembered, and this one: the first, where they are alike. */
  of(key: string, entry: Entry, join: Join): Entry {
    const known = this.#known.get(key);
    const next = known === undefined ? entry : join(known, entry);
    if (next === known) return next;
    if (known === undefined && this.#known.size >= most) this.#known.clear();
    this.#known.set(key, next);
    return next;
  }
}

/** Longer texts are not compared: a page that is given again is the same object already. */
const longest = 2000;

/** Entries that share what is the same in them: a poll that is repeated, a refusal, a page that is remembered. */
export const createSharing = (): ((entry: Entry) => Entry) => {
  const requests = new Once();
  const answers = new Once();
  const pages = new WeakMap<WireAnswer, Entry>();
  return (entry) => {
    if (entry.kind === 'request') {
      return entry.request.body.length > longest
        ? entry
        : requests.of(JSON.stringify(entry.request), entry, joinRequests);
    }
    if (entry.kind !== 'answer') return entry;
    const { answer } = entry;
    if (answer.body.length <= longest && answer.more === undefined) {
      return answers.of(JSON.stringify(answer), entry, joinAnswers);
    }
    const shared = joinAnswers(pages.get(answer) ?? entry, entry);
    pages.set(answer, shared);
    return shared;
  };
};

const joinRequests: Join = (known, entry) => {
  if (known.kind !== 'request' || entry.kind !== 'request') return entry;
  return isAlike(known, entry, known.request) ? known : { ...entry, request: known.request };
};

const joinAnswers: Join = (known, entry) => {
  if (known.kind !== 'answer' || entry.kind !== 'answer') return entry;
  return isAlike(known, entry, known.answer) ? known : { ...entry, answer: known.answer };
};

/** Whether two things say the same; `same` is a part of the one that is known to be alike in the other. */
export const isAlike = (one: object, other: object, same?: object): boolean => {
  const names = Object.keys(one);
  const otherNames = Object.keys(other);
  if (names.length !== otherNames.length) return false;
  for (const [at, name] of names.entries()) {
    if (name !== otherNames[at]) return false;
    const [value, otherValue] = [Reflect.get(one, name), Reflect.get(other, name)] as [unknown, unknown];
    if (value !== otherValue && value !== same && !isSaidAlike(value, otherValue)) return false;
  }
  return true;
};

const isSaidAlike = (one: unknown, other: unknown): boolean =>
  typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other);
