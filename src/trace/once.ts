import type { WireAnswer, WireRequest } from '../core/wire.ts';
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
  const given = new Map<WireAnswer, Entry>();
  return (entry) => {
    if (entry.kind === 'request') {
      return entry.request.body.length > longest ? entry : requests.of(nameOf(entry.request), entry, joinRequests);
    }
    if (entry.kind !== 'answer') return entry;
    const { answer } = entry;
    const before = given.get(answer);
    const shared =
      before === undefined && answer.body.length <= longest && answer.more === undefined
        ? answers.of(JSON.stringify(answer), entry, joinAnswers)
        : joinAnswers(before ?? entry, entry);
    if (given.size >= most) given.clear();
    given.set(answer, shared);
    return shared;
  };
};

/** What two requests that are alike have in common; those that have it are compared. */
const nameOf = ({ method, url, headers, body }: WireRequest): string =>
  `${method} ${url}\n${headers['authorization'] ?? ''}\n${body}`;

const joinRequests: Join = (known, entry) => {
  if (known.kind !== 'request' || entry.kind !== 'request' || !isAlike(known.request, entry.request)) return entry;
  return isAlike(known, entry, known.request) ? known : { ...entry, request: known.request };
};

/** What both have is known to be alike. */
const joinAnswers: Join = (known, entry) => {
  if (known.kind !== 'answer' || entry.kind !== 'answer') return entry;
  return isAlike(known, entry, known.answer) ? known : { ...entry, answer: known.answer };
};

/** Whether two things say the same; `same` is a part of the one that is known to be alike in the other. */
export const isAlike = (one: object, other: object, same?: object): boolean => {
  const names = Object.keys(one);
  const otherNames = Object.keys(other);
  if (names.length !== otherNames.length) return false;
  for (let at = 0; at < names.length; at++) {
    const name = names[at] as string;
    if (name !== otherNames[at]) return false;
    const value: unknown = Reflect.get(one, name);
    const otherValue: unknown = Reflect.get(other, name);
    if (value === otherValue || (same !== undefined && value === same)) continue;
    if (!isSaidAlike(value, otherValue)) return false;
  }
  return true;
};

const isSaidAlike = (one: unknown, other: unknown): boolean =>
  typeof one === 'object' && typeof other === 'object' && one !== null && other !== null && isAlike(one, other);
