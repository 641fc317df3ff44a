import type { Answered, History } from '../history.ts';
import { isRemembered, nameCalls } from './memory.ts';
import { depthOf, isOwn } from './portability.ts';
import { readOnce } from '../history/read-once.ts';

/**
 * Where only authorizations are remembered, an answer vouches for its token and parameters for five minutes.
 * (assumption `cache.meaning`)
 */
export const isVouchedFor = (history: History, exchange: Answered): boolean => readVouched(history).has(exchange);

const readVouched = readOnce((history): ReadonlySet<Answered> => {
  const vouched = new Set<Answered>();
  if (history.context.assumptions['cache.meaning'] !== 'authorization-only') return vouched;
  const vouchers = new Map<string, Answered>();
  for (const [exchange, { byCaller }] of nameCalls(history)) {
    if (!isOwn(exchange)) continue;
    const name = `${exchange.call.bearer ?? ''} ${byCaller.slice(byCaller.indexOf('\u0000'))}`;
    const first = vouchers.get(name);
    if (first !== undefined && isRemembered(history, first, exchange).possibly) vouched.add(exchange);
    else if (mayVouch(exchange)) vouchers.set(name, exchange);
  }
  return vouched;
});

/** Whoever got as far as the operation was let in. */
const mayVouch = (exchange: Answered): boolean => ['operation', 'unclear'].includes(depthOf(exchange));
