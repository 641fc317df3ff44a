import { readFileSync } from 'node:fs';
import type { WireAnswer } from '../../src/core/wire.ts';
import { type Env, type ExchangeName, type Requests, requestsOf } from './exchanges.ts';

/** What a simulation answers, for those who have no simulation behind them. */
export interface Canned {
  readonly requests: Requests;
  readonly addresses: readonly string[];
  readonly answer: (url: string, authorization: string | undefined) => WireAnswer;
}

/** The same as data. */
export interface TakenAnswers {
  readonly env: Env;
  readonly queryId: string;
  readonly addresses: readonly string[];
  readonly answers: Readonly<Record<ExchangeName, WireAnswer>>;
}

/** Where they lie, beside the program of the contenders. */
export const file = new URL('answers.json', import.meta.url);

/**
 * They come from another process (take-answers.ts). In one that has had a simulation, whatever that has left would be measured as
 * well: Node does not become what it was before. (docs/decisions/0031)
 */
export const can = (): Canned => {
  const { env, queryId, addresses, answers } = JSON.parse(readFileSync(file, 'utf8')) as TakenAnswers;
  return {
    requests: requestsOf(env, queryId),
    addresses,
    answer: (url, authorization) => {
      if (url === env.tokenUrl) return answers.token;
      if (authorization === 'Bearer nobody') return answers.refused;
      return url.includes('/records') ? answers.list : answers.create;
    },
  };
};
