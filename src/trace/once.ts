import type { WireAnswer, WireRequest } from '../core/wire.ts';
import type { Entry } from './entry.ts';

/** So many that differ are known at a time: who says the same again does it soon. */
const most = 500;

/** Keeps what comes again and again in memory once. */
export class Once<Value extends object> {
  readonly #known = new Map<string, Value>();

  /** The first that had this key, as far as it is remembered. */
  of(key: string, value: Value): Value {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= most) this.#known.clear();
    this.#known.set(key, value);
    return value;
  }
}

/** Longer texts are not compared: a page that is given again is the same object already. */
const longest = 2000;

/** Entries whose requests and answers share what is the same in them: a poll that is repeated, a refusal. */
export const createSharing = (): ((entry: Entry) => Entry) => {
  const requests = new Once<WireRequest>();
  const answers = new Once<WireAnswer>();
  return (entry) => {
    if (entry.kind === 'request' && entry.request.body.length <= longest) {
      return { ...entry, request: requests.of(JSON.stringify(entry.request), entry.request) };
    }
    if (entry.kind === 'answer' && entry.answer.body.length <= longest && entry.answer.more === undefined) {
      return { ...entry, answer: answers.of(JSON.stringify(entry.answer), entry.answer) };
    }
    return entry;
  };
};
