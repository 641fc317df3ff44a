import { errors } from '../../spec/errors.ts';
import { namesOf } from '../../spec/names-of.ts';
import { invalidGrant, tokenErrors } from '../../spec/token-errors.ts';
import type { Answered, History } from '../history.ts';
import { textIn } from '../history/read-text.ts';
import { serviceRule } from '../rule.ts';
import { fine } from '../verdicts.ts';
import { isOwn } from './portability.ts';

export const errorShape = serviceRule({
  id: 'S12',
  name: 'error-shape',
  claim: 'Every refusal is a row of the error tables: status, category, type and message belong together.',
  why: 'A client decides by these fields whether to retry, to refresh, or to give up.',
  section: 'Errors, interface C',
  good: [['0s', 'client', 'createDataQuery → 429 THROTTLED, TOO_MANY_REQUESTS']],
  bad: [['0s', 'client', 'createDataQuery → 503 THROTTLED, TOO_MANY_REQUESTS']],
  judge: (history, findings) => {
    const { answered } = history;
    for (let turn = 0; turn < answered.length; turn++) {
      const exchange = answered[turn] as Answered;
      if (!exchange.answer.isOk && isOwn(exchange)) findings.check(exchange, findProblem(history, exchange));
    }
    return findings.decide('nothing was refused');
  },
});

/** Undefined for the interfaces that show no table. */
const findProblem = (history: History, exchange: Answered): string | undefined => {
  if (exchange.host === 'portability') return atPortability(exchange);
  return exchange.operation === 'requestToken' ? atTokens(history, exchange) : undefined;
};

const atPortability = ({ answer }: Answered): string => {
  if (answer.row !== undefined) return fine;
  const { json, status } = answer;
  const type = textIn(json, 'type');
  if (textIn(json, 'category') === undefined || type === undefined || textIn(json, 'message') === undefined) {
    return `was refused with ${status} and without category, type and message`;
  }
  const isKnown = namesOf(errors).some((name) => errors[name].type === type);
  return isKnown
    ? `was refused with ${status} ${type}, of which status, category and message are another row's`
    : `was refused with ${status} and a type that is in no row`;
};

/** The statuses are open: assumption `token.errorStatus`. (Errors, interface B) */
const atTokens = ({ context }: History, { answer }: Answered): string => {
  const error = textIn(answer.json, 'error');
  const description = textIn(answer.json, 'error_description');
  const name = namesOf(tokenErrors).find((one) => tokenErrors[one].error === error);
  const row = error === invalidGrant.error ? invalidGrant : name && tokenErrors[name];
  if (row === undefined) return `was refused with ${answer.status} and an error that is in no row`;
  if (row.description !== description) return `was refused as ${row.error} with the words of another error`;
  const isUnauthorized = name === 'invalidClient' && context.assumptions['token.errorStatus'] === 'client-401';
  const expected = isUnauthorized ? 401 : 400;
  return answer.status === expected ? fine : `was refused as ${row.error} with ${answer.status}, not ${expected}`;
};
