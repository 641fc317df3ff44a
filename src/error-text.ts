import { isNativeError } from 'node:util/types';

/** One that a platform throws, as `fetch` does when its time is over. Of any realm: each library of a DOM has its own. */
export const isDomException = (value: unknown): value is DOMException =>
  typeof value === 'object' && value !== null && tagOf(value) === '[object DOMException]';

/** Also one of another realm; before Node 24 a `DOMException` is no native error. */
export const isError = (value: unknown): value is Error => isNativeError(value) || isDomException(value);

/** What an error says, also one of another realm, and whatever else somebody threw. */
export const errorText = (error: unknown): string => (isError(error) ? error.message : String(error));

/** An object may refuse to tell. */
const tagOf = (value: object): string | undefined => {
  try {
    return Object.prototype.toString.call(value);
  } catch {
    return undefined;
  }
};
