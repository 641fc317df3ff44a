import type { ErrorName } from '../../spec/errors.ts';
import type { Answered, History } from '../history.ts';
import { join } from '../history/selectors.ts';
import { serviceRule } from '../rule.ts';
import type { Findings } from '../verdicts.ts';
import { type Counting, type Gauge, openGauges, type Sharing } from './gauges.ts';
import { arrivedTwice, depthOf, isCreate, isFresh, ownCalls, tokenOf } from './portability.ts';

export const limits = serviceRule({
  id: 'S10',
  name: 'limits',
  claim: 'No more requests are let in than the limits allow, and none is throttled below them.',
  why: 'A client that keeps to the published limits would be refused, or one that does not would overrun the service.',
  section: 'Limits, interface C',
  good: [
    ['0s', 'client', 'listDataQueryRecords → 200, the tenth of this second'],
    ['0s', 'client', 'listDataQueryRecords → 429, the eleventh'],
  ],
  bad: [
    ['0s', 'client', 'listDataQueryRecords → 200, the first of this second'],
    ['0s', 'client', 'listDataQueryRecords → 429, the second'],
  ],
  judge: (history, findings) => {
    const met = readMet(history);
    if (met.length > 0) findings.test();
    if (mayBreak(history, met)) checkAll(history, findings, met);
    return findings.decide('no request met the limits');
  },
});

/** A request that met the limits, and what they made of it. */
interface Met {
  readonly exchange: Answered;
  readonly counting: Counting | 'throttled';
}

const readMet = (history: History): readonly Met[] => {
  const met: Met[] = [];
  for (const exchange of ownCalls(history)) {
    const counting = howItCounts(history, exchange);
    if (counting !== 'no') met.push({ exchange, counting });
  }
  return met;
};

/** Where nothing was refused, and all together are no more than the least of the limits, nothing need be counted by time. */
const mayBreak = ({ context: { limits: most } }: History, met: readonly Met[]): boolean => {
  let [creates, lists] = [0, 0];
  for (const { exchange, counting } of met) {
    if (counting === 'throttled') return true;
    if (isCreate(exchange)) creates += 1;
    else lists += 1;
  }
  return (
    creates > Math.min(most.createRate.value, most.createBurst.value, most.createOverall.value) ||
    lists > Math.min(most.listRate.value, most.listBurst.value, most.listDaily.value)
  );
};

const checkAll = (history: History, findings: Findings, met: readonly Met[]): void => {
  const gaugesOf = openGauges(history);
  for (const { exchange, counting } of met) {
    const all = gaugesOf(exchange, shareOf(history, exchange));
    if (arrivedTwice(exchange)) for (const gauge of all) gauge.note(exchange, 'maybe', false);
    if (counting === 'throttled') checkRefusal(findings, exchange, all, history);
    else if (counting === 'yes') checkAdmission(findings, exchange, all);
    const isAdmitted = counting !== 'throttled';
    if (!isAdmitted && history.context.assumptions['limits.throttledCounts'] !== 'counted') continue;
    for (const gauge of all) gauge.note(exchange, counting === 'maybe' ? 'maybe' : 'yes', isAdmitted);
  }
};

/** Whether a request met the limits, and what they made of it. */
const howItCounts = ({ context }: History, exchange: Answered): Counting | 'no' | 'throttled' => {
  const depth = depthOf(exchange);
  const { 'limits.cachedCounts': cached, 'auth.order': order } = context.assumptions;
  if (!isFresh(exchange)) {
    const wasEarly = !exchange.answer.isOk && (depth === 'opening' || depth === 'authorization' || depth === 'limits');
    if (wasEarly || cached === 'not-counted') return 'no';
    return depth === 'unclear' ? 'maybe' : 'yes';
  }
  switch (depth) {
    case 'opening':
      return 'no';
    case 'authorization':
      return order === 'limits-first' ? 'yes' : 'no';
    case 'limits':
      return 'throttled';
    case 'unclear':
      return 'maybe';
    case 'operation':
      return 'yes';
    default:
      return depth satisfies never;
  }
};

/** Who shares a limit. (assumption `limits.who`) */
const shareOf = (history: History, exchange: Answered): Sharing => {
  const application = tokenOf(history, exchange)?.application ?? '';
  if (history.context.assumptions['limits.who'] === 'per-application')
    return { rate: application, others: application };
  const { scope = '' } = exchange.parsed;
  return { rate: scope, others: join(application, scope) };
};

const checkAdmission = (findings: Findings, exchange: Answered, gauges: readonly Gauge[]): void => {
  const full = gauges.find((gauge) => gauge.isFull(exchange, 'certainly'));
  if (full !== undefined) findings.against(exchange, `was let in although ${full.says}`);
};

const checkRefusal = (findings: Findings, exchange: Answered, gauges: readonly Gauge[], { context }: History): void => {
  const { row } = exchange.answer;
  const oneRow = context.assumptions['limits.errorRow'] === 'one-row';
  const asked = gauges.filter(({ kind }) => oneRow || row === rowOf[kind]);
  if (asked.some((gauge) => gauge.isFull(exchange, 'possibly'))) return;
  const what = isCreate(exchange) ? 'create' : 'list';
  findings.against(exchange, `was throttled (${row}), and no limit that a ${what} has was used up`);
};

const rowOf = {
  rate: 'scopeThrottled',
  burst: 'tooManyRequests',
  overall: 'tooManyRequests',
  daily: 'quotaExceeded',
} as const satisfies Record<Gauge['kind'], ErrorName>;
