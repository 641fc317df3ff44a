import type { Region } from '../../spec/regions.ts';
import type { Answered, History } from '../history.ts';
import { serviceRule } from '../rule.ts';
import { short } from '../../trace/short.ts';
import { atAnswer, type Findings } from '../verdicts.ts';
import { findLost } from './lost-queries.ts';
import { isKept, isOutdated, isRemembered, isSameAnswer, nameCalls } from './memory.ts';
import { depthOf, isCreate, isOwn } from './portability.ts';

export const regionsAgree = serviceRule({
  id: 'S14',
  name: 'regions-agree',
  claim: 'What one region answered holds in the others: queries, page tokens and remembered answers are known in all.',
  why: 'A caller that switches regions would lose what it had.',
  section: 'What the service does, interface C',
  good: [
    ['0s', 'client', 'createDataQuery at eu-west-1 → 201, query 4f1c'],
    ['11m', 'client', 'listDataQueryRecords at us-west-2 → 200'],
  ],
  bad: [
    ['0s', 'client', 'createDataQuery at eu-west-1 → 201, query 4f1c'],
    ['11m', 'client', 'listDataQueryRecords at us-west-2 → 404 QUERY_ID_NOT_FOUND'],
  ],
  judge: (history, findings) => {
    if (!wereSeveral(history)) return findings.decide('only one region was asked');
    findings.test();
    for (const { exchange, query, elsewhere } of findLost(history)) {
      if (!elsewhere) continue;
      const what = exchange.answer.row === 'queryIdNotFound' ? 'does not know' : 'does not take a page token of';
      const text = `${exchange.region} ${what} query ${short(query.id)}, which another region gave`;
      findings.add(atAnswer(exchange, text));
    }
    compareMemories(history, findings);
    return findings.decide('only one region was asked');
  },
});

const wereSeveral = ({ answered }: History): boolean => {
  let first: Region | undefined;
  for (let turn = 0; turn < answered.length; turn++) {
    const region = answered[turn]?.region;
    first ??= region;
    if (region !== undefined && region !== first) return true;
  }
  return false;
};

/** The same question, asked within five minutes in two regions. */
const compareMemories = (history: History, findings: Findings): void => {
  const { 'cache.meaning': meaning, 'cache.beforeConflict': before } = history.context.assumptions;
  if (meaning === 'authorization-only') return;
  const kept = new Map<string, Answered>();
  for (const { exchange, byCaller } of nameCalls(history)) {
    if (!isOwn(exchange)) continue;
    const first = kept.get(byCaller);
    if (
      first === undefined ||
      !isRemembered(history, first, exchange).certainly ||
      isOutdated(history, first, exchange)
    ) {
      if (isKept(history, exchange)) kept.set(byCaller, exchange);
      continue;
    }
    const isConflict = isCreate(exchange) && before === 'conflict' && exchange.answer.row === 'requestConflict';
    if (depthOf(exchange) !== 'operation' || isConflict || first.region === exchange.region) continue;
    if (isSameAnswer(history, first, exchange)) continue;
    const others = `otherwise than ${first.region} answered #${first.number}`;
    findings.add(atAnswer(exchange, `${exchange.region} answered #${exchange.number} ${others}`));
  }
};
