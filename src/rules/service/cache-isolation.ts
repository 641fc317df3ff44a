import { showDuration } from '../../spec/time.ts';
import type { Answered, History } from '../history.ts';
import { append } from '../history/selectors.ts';
import { serviceRule } from '../rule.ts';
import type { Findings } from '../verdicts.ts';
import { isRemembered, isSameAnswer, nameCalls, type NamedCall } from './memory.ts';
import { ageOf, arrivedTwice, isCreate, isOwn } from './portability.ts';

export const cacheIsolation = serviceRule({
  id: 'S7',
  name: 'cache-isolation',
  claim:
    'A remembered answer goes to no other caller and to no other parameters, and is never older than five minutes.',
  why: 'One customer would get what belongs to another, or what is no longer true.',
  section: 'Endpoints, interface C',
  good: [
    ['10m', 'client', 'listDataQueryRecords → 200, links of 10m'],
    ['15m', 'client', 'listDataQueryRecords → 200, links of 15m'],
  ],
  bad: [
    ['10m', 'client', 'listDataQueryRecords for ann → 200'],
    ['10m', 'client', 'listDataQueryRecords for bob → 200, the same bytes'],
  ],
  judge: (history, findings) => {
    const seen = new Map<string, NamedCall>();
    const earlier = new Map<number, NamedCall[]>();
    for (const call of nameCalls(history)) {
      const { exchange } = call;
      const { rememberedSince, decidedAt } = exchange.answer;
      if (!isOwn(exchange)) {
        // Of a request that arrived twice, a scenario may have given the second answer alone.
        if (arrivedTwice(exchange)) append(earlier, decidedAt, call);
        continue;
      }
      if (rememberedSince === undefined) lookForDouble(history, findings, seen, call);
      else if (!history.continues || rememberedSince > 0) {
        findings.test();
        findSource(history, findings, call, earlier.get(rememberedSince) ?? []);
      }
      append(earlier, decidedAt, call);
    }
    return findings.decide('nothing was answered from memory');
  },
});

/** The service says since when it remembers: then and there this caller must have been answered so. */
const findSource = (
  history: History,
  findings: Findings,
  { exchange, byCaller, byHeader }: NamedCall,
  candidates: readonly NamedCall[],
): void => {
  const { answer } = exchange;
  const isSource = (one: NamedCall): boolean =>
    (one.byCaller === byCaller || one.byHeader === byHeader) && isSameAnswer(history, one.exchange, exchange);
  const wasDoubled = (one: NamedCall): boolean => arrivedTwice(one.exchange) && one.byCaller === byCaller;
  // Of a request that arrived twice, the first answer was given at the same instant and is not in the trace.
  const isOwnDouble = arrivedTwice(exchange) && answer.rememberedSince === answer.decidedAt;
  const source =
    candidates.find(isSource)?.exchange ?? (isOwnDouble ? exchange : candidates.find(wasDoubled)?.exchange);
  if (source === undefined) {
    findings.against(exchange, 'got an answer from memory that this caller was not given to these parameters');
  } else if (!isRemembered(history, source, exchange).possibly) {
    const text = `got the answer to #${source.number} again, ${age(history, source, exchange)} later`;
    findings.against(exchange, text);
  }
};

/** Ids and links are never the same twice: who gets them again gets an answer that was given before. */
const lookForDouble = (history: History, findings: Findings, seen: Map<string, NamedCall>, call: NamedCall): void => {
  const { exchange, byCaller } = call;
  const { answer } = exchange;
  if (!answer.isOk || !isTelling(exchange)) return;
  const before = seen.get(answer.wire.body);
  if (before === undefined) {
    seen.set(answer.wire.body, call);
    return;
  }
  const { exchange: first } = before;
  if (ageOf(history, first, exchange).least === 0) return;
  findings.test();
  const isSame = before.byCaller === byCaller;
  if (isSame && isRemembered(history, first, exchange).possibly) return;
  const how = isSame
    ? `${age(history, first, exchange)} later`
    : 'which was another caller or asked for something else';
  findings.against(exchange, `got the answer to #${first.number} again, ${how}`);
};

const isTelling = (exchange: Answered): boolean => {
  const { json } = exchange.answer;
  if (isCreate(exchange)) return typeof json?.['id'] === 'string';
  const records = json?.['records'];
  return Array.isArray(records) && records.length > 0;
};

const age = (history: History, first: Answered, later: Answered): string =>
  showDuration(Math.round(ageOf(history, first, later).least));
