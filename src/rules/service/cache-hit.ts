import type { Answered, History } from '../history.ts';
import { serviceRule } from '../rule.ts';
import { fine, type Findings } from '../verdicts.ts';
import { isKept, isKeptByHeader, isOutdated, isRemembered, isSameAnswer, nameCalls } from './memory.ts';
import { depthOf, isCreate, isOwn } from './portability.ts';

export const cacheHit = serviceRule({
  id: 'S6',
  name: 'cache-hit',
  claim: 'For five minutes, identical parameters of one caller get the same answer, byte for byte, in every region.',
  why: 'A caller that asks again would act on two answers that contradict each other.',
  section: 'Endpoints, interface C',
  good: [
    ['0s', 'client', 'createDataQuery at eu-west-1 → 201, query 4f1c'],
    ['4m59s', 'client', 'createDataQuery at us-east-1 → 201, query 4f1c'],
  ],
  bad: [
    ['10m', 'client', 'listDataQueryRecords → 403 QUERY_NOT_COMPLETED'],
    ['11m', 'client', 'listDataQueryRecords → 200'],
  ],
  judge: (history, findings) => {
    const { 'cache.meaning': meaning } = history.context.assumptions;
    if (meaning === 'authorization-only') return findings.decide('only authorizations are remembered here');
    const keptByHeader = new Map<string, Answered>();
    const kept = new Map<string, Answered>();
    for (const { exchange, byCaller, byHeader } of nameCalls(history)) {
      if (!isOwn(exchange)) continue;
      const before = kept.get(byCaller);
      const first =
        ifRemembered(history, keptByHeader.get(byHeader), exchange) ??
        (mayIntervene(history, exchange) ? undefined : ifRemembered(history, before, exchange));
      const outdated = first !== undefined && isOutdated(history, first, exchange);
      if (first !== undefined && !outdated) compare(history, findings, first, exchange);
      else if (isKeptByHeader(history, exchange)) keptByHeader.set(byHeader, exchange);
      else if (isReliable(history, exchange, outdated ? undefined : before)) kept.set(byCaller, exchange);
    }
    return findings.decide('nothing was asked twice within five minutes');
  },
});

const ifRemembered = (history: History, first: Answered | undefined, later: Answered): Answered | undefined =>
  first !== undefined && isRemembered(history, first, later).certainly ? first : undefined;

/** Ahead of the memory stand the gates and the limits; and a query that collects, where the assumptions say so. */
const mayIntervene = ({ context }: History, exchange: Answered): boolean => {
  if (depthOf(exchange) !== 'operation') return true;
  const comesFirst = context.assumptions['cache.beforeConflict'] === 'conflict';
  return comesFirst && isCreate(exchange) && exchange.answer.row === 'requestConflict';
};

/** Whether an answer is what will be remembered by caller: a conflict ahead of the memory leaves what is in it. */
const isReliable = (history: History, exchange: Answered, before: Answered | undefined): boolean =>
  isKept(history, exchange) && (before === undefined || !isRemembered(history, before, exchange).possibly);

const compare = (history: History, findings: Findings, first: Answered, exchange: Answered): void => {
  const { status } = exchange.answer;
  const isSame = isSameAnswer(history, first, exchange);
  findings.check(
    exchange,
    isSame ? fine : `was answered ${status} otherwise than #${first.number}, which had asked the same`,
  );
};
