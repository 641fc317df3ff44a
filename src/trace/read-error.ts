import { isNativeError } from 'node:util/types';
import { isPlain } from '../spec/plain.ts';

export const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice('[object '.length, -1);

/** Before Node 24 a `DOMException` is no native error. */
export const isError = (value: unknown): value is Error => isNativeError(value) || tagOf(value) === 'DOMException';

/** Of an error what says why: libraries hang requests and whole connections on theirs. */
export const readError = (error: Error): object => {
  const { name, message, cause } = error;
  const others = Object.entries(error).filter(([field, value]) => !libraryFields.has(field) && isTold(value));
  return {
    ...(name !== 'Error' && { name }),
    // What engines say of a mistake differs from one to the next.
    ...(!isOfLanguage(error) && { message }),
    ...(Object.fromEntries(others) as object),
    ...readNested(error),
    ...(cause !== undefined && { cause }),
  };
};

/** Where libraries keep how they asked, and not why it failed. */
const libraryFields: ReadonlySet<string> = new Set(['stack', 'config', 'request', 'options', 'timings', 'headers']);

const isTold = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || isPlain(value) || isError(value) || gathering.has(tagOf(value));

/** What an application gathers its failures in. What is of another class belongs to a library: a socket, a request. */
const gathering: ReadonlySet<string> = new Set(['Array', 'Map', 'Set']);

const ofLanguage: readonly string[] = ['SyntaxError', 'ReferenceError', 'RangeError', 'TypeError', 'EvalError'];

const isOfLanguage = ({ name }: Error): boolean => ofLanguage.includes(name);

/** Errors that the language keeps out of sight, and what the service answered, wherever libraries keep it. */
const readNested = (error: object): object => {
  const { errors, error: inner, response } = error as Readonly<Record<string, unknown>>;
  const { status, statusCode, data, body } = Object(response) as Readonly<Record<string, unknown>>;
  const answer = [status ?? statusCode, data ?? body].filter((one) => typeof one === 'number' || isReadable(one));
  return {
    ...(Array.isArray(errors) && { errors: errors as unknown[] }),
    ...(isError(inner) && { error: inner }),
    ...(answer.length > 0 && { response: answer }),
  };
};

const isReadable = (value: unknown): boolean =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && isPlain(value));
