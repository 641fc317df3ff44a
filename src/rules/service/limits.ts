import type { ErrorName } from '../../spec/errors.ts';
import type { Rule } from '../rule.ts';
import type { Answered, Story } from '../history.ts';
import { type Findings, gather } from './findings.ts';
import { type Counting, type Meter, metersOf } from './meters.ts';
import { depthOf, isCreate, isFresh, isOwn, isPortability, tokenOf } from './portability.ts';

export const limits: Rule = {
  id: 'S10',
  name: 'limits',
  judges: 'service',
  level: 'must',
  claim: 'No more requests are let in than the limits allow, and none is throttled below them.',
  why: 'A client that keeps to the published limits would be refused, or one that does not would overrun the service.',
  section: 'Limits, interface C',
  judge: (story) => {
    const findings = gather();
    const meters = metersOf(story);
    for (const exchange of story.answered) {
      if (!isPortability(exchange) || !isOwn(exchange)) continue;
      const counting = howItCounts(story, exchange);
      if (counting === 'no') continue;
      findings.test();
      const all = meters.for(exchange, shareOf(story, exchange));
      const wasDoubled = exchange.fault?.name === 'doubledRequest';
      if (wasDoubled) for (const meter of all) meter.note(exchange, 'maybe', false);
      if (counting === 'throttled') checkRefusal(findings, exchange, all, story);
      else if (counting === 'yes') checkAdmission(findings, exchange, all);
      const isAdmitted = counting !== 'throttled';
      if (!isAdmitted && story.ground.assumptions['limits.throttledCounts'] !== 'counted') continue;
      for (const meter of all) meter.note(exchange, counting === 'maybe' ? 'maybe' : 'yes', isAdmitted);
    }
    return findings.decide('no request met the limits');
  },
};

/** Whether a request met the limits, and what they made of it. */
const howItCounts = ({ ground }: Story, exchange: Answered): Counting | 'no' | 'throttled' => {
  const depth = depthOf(exchange);
  const { 'limits.cachedCounts': cached, 'auth.order': order } = ground.assumptions;
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
const shareOf = (story: Story, exchange: Answered): { readonly rate: string; readonly others: string } => {
  const application = tokenOf(story, exchange)?.application ?? '';
  if (story.ground.assumptions['limits.who'] === 'per-application') return { rate: application, others: application };
  const { scope = '' } = exchange.call;
  return { rate: scope, others: `${application}\u0000${scope}` };
};

const checkAdmission = (findings: Findings, exchange: Answered, meters: readonly Meter[]): void => {
  const full = meters.find((meter) => meter.isFull(exchange, 'certainly'));
  if (full === undefined) return;
  const text = `#${exchange.number} was let in although ${full.says}`;
  findings.add({ at: exchange.answer.at, exchange: exchange.number, text });
};

const checkRefusal = (findings: Findings, exchange: Answered, meters: readonly Meter[], { ground }: Story): void => {
  const { row } = exchange.answer;
  const oneRow = ground.assumptions['limits.errorRow'] === 'one-row';
  const asked = meters.filter(({ kind }) => oneRow || row === rowOf[kind]);
  if (asked.some((meter) => meter.isFull(exchange, 'possibly'))) return;
  const what = isCreate(exchange) ? 'create' : 'list';
  const text = `#${exchange.number} was throttled (${row}), and no limit that a ${what} has was used up`;
  findings.add({ at: exchange.answer.at, exchange: exchange.number, text });
};

const rowOf = {
  rate: 'scopeThrottled',
  burst: 'tooManyRequests',
  overall: 'tooManyRequests',
  daily: 'quotaExceeded',
} as const satisfies Record<Meter['kind'], ErrorName>;
