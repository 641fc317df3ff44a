import type { Addresses } from '../spec/hosts.ts';
import type { WireAnswer, WireRequest } from '../core/wire.ts';
import { errorText } from '../error-text.ts';
import { textOf } from '../language/data.ts';
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

export const readStoreRoutes = (rows: readonly StoreRow[]): readonly StoreRoute[] =>
  rows.map(({ family, method, path }, at) => {
    if (storeFamilies.includes(family)) return { family, method: method.toUpperCase(), path };
    const what = `${show(family)}, of the ${showOrdinal(at + 1)} route, is no family`;
    throw refuse('simulate({ store })', what, suggest(textOf(family), storeFamilies));
  });

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
  const place = `simulate({ store }), ${row.method} ${row.path}`;
  return writeAnswer(typeof row.answer === 'function' ? await ask(row.answer, call, place) : row.answer, place);
};

/** A route that throws is the test's own fault, not the service's. */
const ask = async (
  answer: Extract<StoreRow['answer'], Function>,
  call: StoreCall,
  place: string,
): Promise<StoreAnswer> => {
  try {
    return await answer(call);
  } catch (cause) {
    const text = errorText(cause);
    throw new Misuse('STORE_ROUTE_FAILED', place, `its answer failed: ${text}`, 'mend the function given as "answer"');
  }
};

const writeAnswer = ({ status = 200, headers = {}, body }: StoreAnswer, place: string): WireAnswer => {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new Misuse('BAD_OPTION', place, `${status} is no status of an answer`, 'give one from 200 to 599');
  }
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (body === undefined) return { status, headers: lower, body: '' };
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
  return { status, headers: { 'content-type': type, ...lower }, body: isText ? body : JSON.stringify(body) };
};
