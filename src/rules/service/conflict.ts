import type { Answered, History } from '../history.ts';
import { serviceRule } from '../rule.ts';
import { short } from '../../trace/short.ts';
import { fine } from '../verdicts.ts';
import { arrivedTwice, isCreate, isFresh, ownCalls, tokenOf } from './portability.ts';
import { findUnderWay, type Life, nameSlot, statesUnknown } from './under-way.ts';

export const conflict = serviceRule({
  id: 'S3',
  name: 'conflict',
  claim: 'A query is refused with 409 when another is under way for its customer and scope, and only then.',
  why: 'A caller could not tell whether waiting helps.',
  section: 'States and transitions',
  good: [
    ['0s', 'client', 'createDataQuery → 201, query 4f1c'],
    ['6m', 'client', 'createDataQuery → 409 REQUEST_CONFLICT'],
  ],
  bad: [
    ['10m', 'service', 'query 4f1c: inProgress → completed'],
    ['20m', 'client', 'createDataQuery → 409 REQUEST_CONFLICT'],
  ],
  judge: (history, findings) => {
    if (history.world === undefined) return findings.decide(statesUnknown);
    for (const exchange of ownCalls(history)) {
      if (!isCreate(exchange) || !isFresh(exchange)) continue;
      const { isOk, row } = exchange.answer;
      if (!isOk && row !== 'requestConflict') continue;
      const other = findOther(history, exchange);
      if (other === 'unknown') continue;
      findings.check(exchange, isOk === (other === undefined) ? fine : sayWrong(other));
    }
    return findings.decide('no query was asked for');
  },
});

const sayWrong = (other: Life | undefined): string =>
  other === undefined
    ? 'was refused with 409 although no query was under way'
    : `began a query although query ${short(other.query.id)} was under way`;

/** The query that stands in the way of a create. */
const findOther = (history: History, exchange: Answered): Life | 'unknown' | undefined => {
  const token = tokenOf(history, exchange);
  const { scope } = exchange.parsed;
  if (token?.customer === undefined || scope === undefined) return 'unknown';
  const { customer, application } = token;
  // Of a request that arrived twice, the second may meet the query of the first.
  const own = arrivedTwice(exchange) && !exchange.answer.isOk ? undefined : exchange.number;
  return findUnderWay(history, nameSlot(history, { customer, scope, application }), exchange.answer.turn, own);
};
