import type { Addresses } from '../spec/hosts.ts';
import type { WireAnswer, WireRequest } from '../core/wire.ts';
import { errorText } from '../error-text.ts';
import { isFields, textOf } from '../language/data.ts';
import { requireKnownFields } from '../language/strangers.ts';
import { show, showOrdinal } from '../language/show.ts';
import { Misuse, refuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import type { StoreRoute } from '../spec/assumptions.ts';
import { storeFamilies, type StoreFamily } from '../spec/scopes.ts';

/** A call of a store API as the user's own route sees it: the token has been checked already. */
export interface StoreCall {
  readonly method: string;
  /** Path and query below the base address of the family. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a route answers: by default status 200 and JSON. A `body` that is no text is sent as JSON. */
export interface StoreAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A route of the user's own behind the token check of a store API. (Authentication, interface B) */
export interface StoreRow {
  readonly family: StoreFamily;
  readonly method: string;
  /** Below the base address of the family; a closing `*` stands for everything below. */
  readonly path: string;
  /** An answer, or what makes one of a call. Without it, what the assumption `store.answer` says. */
  readonly answer?: StoreAnswer | ((call: StoreCall) => StoreAnswer | Promise<StoreAnswer>);
}

const place = 'simulate({ store })';

export const readStoreRoutes = (rows: readonly StoreRow[]): readonly StoreRoute[] => {
  if (Array.isArray(rows)) return rows.map((row, at) => readRoute(row, `the ${showOrdinal(at + 1)} route`));
  throw refuse(place, `${show(rows)} is no list of routes`, 'write [{ family, method, path, answer }]');
};

const readRoute = (row: StoreRow, which: string): StoreRoute => {
  if (!isFields(row)) throw refuse(place, `${which} is ${show(row)}`, 'write { family, method, path, answer }');
  const { family, method, path, answer = {} } = row;
  requireKnownFields(row, rowFields, place, `is no field of ${which}`);
  if (!storeFamilies.includes(family)) {
    throw refuse(place, `${show(family)}, of ${which}, is no family`, suggest(textOf(family), storeFamilies));
  }
  if (typeof method !== 'string') throw refuse(place, `${show(method)}, of ${which}, is no method`, 'write "GET"');
  if (typeof answer !== 'function') checkAnswer(answer, place, `the answer of ${which}`);
  return { family, method: method.toUpperCase(), path };
};

const rowFields = Object.keys({ family: true, method: true, path: true, answer: true } satisfies {
  readonly [Name in keyof StoreRow]-?: true;
});

const answerFields = Object.keys({ status: true, headers: true, body: true } satisfies {
  readonly [Name in keyof StoreAnswer]-?: true;
});

const checkAnswer: (answer: unknown, where: string, which: string) => asserts answer is StoreAnswer = (
  answer,
  where,
  which,
) => {
  if (!isFields(answer)) throw refuse(where, `${which} is ${show(answer)}`, 'give { status, headers, body }, or {}');
  requireKnownFields(answer, answerFields, where, `is no field of ${which}`);
};

export const answerStoreCall = async (
  row: StoreRow | undefined,
  addresses: Addresses,
  request: WireRequest,
  usual: WireAnswer,
): Promise<WireAnswer> => {
  if (row?.answer === undefined) return usual;
  const { method, headers, body } = request;
  const { pathname: base } = new URL(addresses[row.family]);
  const { pathname, search } = new URL(request.url);
  const below = base === '/' ? pathname : pathname.slice(base.length);
  const call: StoreCall = { method, url: `${below}${search}`, headers, body };
  const where = `${place}, ${row.method} ${row.path}`;
  return writeAnswer(typeof row.answer === 'function' ? await ask(row.answer, call, where) : row.answer, where);
};

/** A route that throws is the test's own fault, not the service's. */
const ask = async (
  answer: Extract<StoreRow['answer'], Function>,
  call: StoreCall,
  where: string,
): Promise<StoreAnswer> => {
  try {
    return await answer(call);
  } catch (cause) {
    const text = errorText(cause);
    throw new Misuse('STORE_ROUTE_FAILED', where, `its answer failed: ${text}`, 'mend the function given as "answer"');
  }
};

const writeAnswer = (answer: StoreAnswer, where: string): WireAnswer => {
  checkAnswer(answer, where, 'its answer');
  const { status = 200, body } = answer;
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw refuse(where, `${show(status)} is no status of an answer`, 'give one from 200 to 599');
  }
  const headers = readHeaders(answer.headers, where);
  if (body === undefined) return { status, headers, body: '' };
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
  return { status, headers: { 'content-type': type, ...headers }, body: isText ? body : writeJson(body, where) };
};

const readHeaders = (headers: StoreAnswer['headers'], where: string): WireAnswer['headers'] => {
  try {
    return Object.fromEntries(new Headers(headers));
  } catch (cause) {
    throw refuse(where, `its headers cannot be sent: ${errorText(cause)}`, 'give names of headers, each with its text');
  }
};

const writeJson = (body: unknown, where: string): string => {
  const why = (cause: string): Misuse =>
    refuse(where, `its body cannot be written as JSON: ${cause}`, 'give a text, or what JSON can hold');
  try {
    const text: string | undefined = JSON.stringify(body);
    if (text !== undefined) return text;
  } catch (cause) {
    throw why(errorText(cause));
  }
  throw why(`it is ${show(body)}`);
};
