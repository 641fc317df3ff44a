import { errorNames, errors, errorSection, type ErrorName, type ErrorRow } from '../spec/errors.ts';
import type { Turn } from './turn.ts';
import type { RefusedAs } from '../spec/other-refusals.ts';
import type { Section } from '../spec/sections.ts';
import { type TokenErrorName, tokenErrors, tokenErrorSection } from '../spec/token-errors.ts';
import { httpDate } from '../spec/time.ts';
import type { Reply } from './reply.ts';
import type { WireAnswer } from './wire.ts';

/* Builds answers: the only place that knows how they are put together. */

const jsonHeaders = { 'content-type': 'application/json' } as const;

export const json = (status: number, value: unknown, section: Section): Reply =>
  writtenJson(status, JSON.stringify(value), section);

/** The same with a body that is JSON already. */
export const writtenJson = (status: number, body: string, section: Section): Reply => ({
  answer: { status, headers: jsonHeaders, body },
  reason: { section },
});

export const xml = (status: number, body: string, section: Section): Reply => ({
  answer: { status, headers: { 'content-type': 'application/xml' }, body },
  reason: { section },
});

const answerOf = ({ status, category, type, message }: ErrorRow): WireAnswer => ({
  status,
  headers: jsonHeaders,
  body: JSON.stringify({ category, type, message }),
});

const answers: ReadonlyMap<ErrorName, WireAnswer> = new Map(errorNames.map((name) => [name, answerOf(errors[name])]));

/** A refusal of interface C: status and body are the row's. `saw` is absent where nobody looked, as in an injected one. */
export const refuse = (name: ErrorName, saw?: string): Reply => ({
  answer: answers.get(name) as WireAnswer,
  reason: { row: name, section: errorSection, ...(saw !== undefined && { saw }) },
});

/** A refusal with 429. `wait` is in milliseconds. */
export const throttled = (turn: Turn, name: ErrorName, wait: number, saw?: string): Reply =>
  tellWhen(turn, refuse(name, saw), wait);

/** Whether a 429 says when to come back is open. */
export const tellWhen = (turn: Turn, reply: Reply, wait: number): Reply => {
  const how = turn.assume('limits.retryAfter');
  if (how === 'none') return reply;
  const seconds = Math.ceil(wait / 1000);
  const after = how === 'seconds' ? String(seconds) : httpDate(Math.ceil((turn.now + wait) / 1000) * 1000);
  return { ...reply, answer: { ...reply.answer, headers: { ...reply.answer.headers, 'retry-after': after } } };
};

/** An answer that refuses under a name of its own (interfaces A and B, store areas). */
export const named = (row: RefusedAs, reply: Reply, saw?: string): Reply => ({
  ...reply,
  reason: { ...reply.reason, row, ...(saw !== undefined && { saw }) },
});

/** A refusal of the token address. `saw` is absent where nobody looked, as in an injected one. */
export const refuseToken = (turn: Turn, name: TokenErrorName, saw?: string): Reply => {
  const { error, description } = tokenErrors[name];
  const status = name === 'invalidClient' && turn.assume('token.errorStatus') === 'client-401' ? 401 : 400;
  turn.assume('token.errorStatus');
  return named(name, json(status, { error, error_description: description }, tokenErrorSection), saw);
};
