import { isNativeError } from 'node:util/types';

/** One that a platform throws, as `fetch` does when its time is over. Of any realm: each library of a DOM has its own. */
export const isDomException = (value: unknown): value is DOMException =>
  typeof value === 'object' && value !== null && tagOf(value) === '[object DOMException]';

/** Also one of another realm; before Node 24 a `DOMException` is no native error. */
export const isError = (value: unknown): value is Error => isNativeError(value) || isDomException(value);

/** What an error says, also one of another realm, and whatever else somebody threw. */
export const errorText = (error: unknown): string => stringOf(isError(error) ? fieldOf(error, 'message') : error);

/** Anything as a text. What has no prototype has none, and a `toString` or a trap of a client may fail. */
export const stringOf = (value: unknown): string => {
  try {
    return String(value);
  } catch {
    return 'something that cannot be told';
  }
};

/** A field of what somebody threw; undefined where it cannot be read. A client may have put anything there. */
export const fieldOf = (value: object, name: string): unknown => {
  try {
    return Reflect.get(value, name);
  } catch {
    return undefined;
  }
};

/** An object may refuse to tell. */
const tagOf = (value: object): string | undefined => {
  try {
    return Object.prototype.toString.call(value);
  } catch {
    return undefined;
  }
};
