import { showDuration } from '../../spec/time.ts';
import type { Answered, History } from '../history.ts';
import { append } from '../history/selectors.ts';
import { serviceRule } from '../rule.ts';
import type { Findings } from '../verdicts.ts';
import { isRemembered, isSameAnswer, nameCalls, type Names } from './memory.ts';
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
    const names = nameCalls(history);
    const seen = new Map<string, Answered>();
    const earlier = new Map<number, Answered[]>();
    for (const [exchange, name] of names) {
      const { rememberedSince } = exchange.answer;
      if (!isOwn(exchange)) {
        // Of a request that arrived twice, a scenario may have given the second answer alone.
        if (arrivedTwice(exchange)) append(earlier, exchange.answer.decidedAt, exchange);
        continue;
      }
      if (rememberedSince === undefined) lookForDouble({ history, findings, names, seen }, exchange, name);
      else if (!history.continues || rememberedSince > 0) {
        findings.test();
        findSource({ history, findings, names }, exchange, name, earlier.get(rememberedSince) ?? []);
      }
      append(earlier, exchange.answer.decidedAt, exchange);
    }
    return findings.decide('nothing was answered from memory');
  },
});

interface Search {
  readonly history: History;
  readonly findings: Findings;
  readonly names: ReadonlyMap<Answered, Names>;
}

/** The service says since when it remembers: then and there this caller must have been answered so. */
const findSource = (
  { history, findings, names }: Search,
  exchange: Answered,
  name: Names,
  candidates: readonly Answered[],
): void => {
  const { answer } = exchange;
  const isSource = (one: Answered): boolean => {
    const other = names.get(one);
    const isNamed = other?.byCaller === name.byCaller || other?.byHeader === name.byHeader;
    return isNamed && isSameAnswer(history, one, exchange);
  };
  // Of a request that arrived twice, the first answer was given at the same instant and is not in the trace.
  const isOwnDouble = arrivedTwice(exchange) && answer.rememberedSince === answer.decidedAt;
  const source = candidates.find(isSource) ?? (isOwnDouble ? exchange : candidates.find(wasDoubled(names, name)));
  if (source === undefined) {
    findings.against(exchange, 'got an answer from memory that this caller was not given to these parameters');
  } else if (!isRemembered(history, source, exchange).possibly) {
    const text = `got the answer to #${source.number} again, ${age(history, source, exchange)} later`;
    findings.against(exchange, text);
  }
};

const wasDoubled =
  (names: ReadonlyMap<Answered, Names>, name: Names) =>
  (one: Answered): boolean =>
    arrivedTwice(one) && names.get(one)?.byCaller === name.byCaller;

/** Ids and links are never the same twice: who gets them again gets an answer that was given before. */
const lookForDouble = (
  { history, findings, names, seen }: Search & { readonly seen: Map<string, Answered> },
  exchange: Answered,
  name: Names,
): void => {
  const { answer } = exchange;
  if (!answer.isOk || !isTelling(exchange)) return;
  const first = seen.get(answer.wire.body);
  if (first === undefined) {
    seen.set(answer.wire.body, exchange);
    return;
  }
  if (ageOf(history, first, exchange).least === 0) return;
  findings.test();
  const isSame = names.get(first)?.byCaller === name.byCaller;
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
