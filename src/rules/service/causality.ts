import { showDuration } from '../../spec/time.ts';
import type { Entry } from '../../trace/entry.ts';
import { serviceRule } from '../rule.ts';
import { short } from '../verdicts.ts';

export const causality = serviceRule({
  id: 'S15',
  name: 'causality',
  claim: 'Answers follow requests, notifications follow ends, and time never runs back.',
  why: 'A trace that shows an effect before its cause can be trusted in nothing.',
  section: 'What the service does, interface C',
  good: [
    ['10m', 'service', 'query 4f1c: inProgress → completed'],
    ['10m', 'service', 'notification: 4f1c is COMPLETED'],
  ],
  bad: [
    ['9m', 'service', 'notification: 4f1c is COMPLETED'],
    ['10m', 'service', 'query 4f1c: inProgress → completed'],
  ],
  judge: ({ entries, world, continues, queries }, findings) => {
    const known: Known = { asked: new Set(), answered: new Set(), ended: new Set(), sent: new Set() };
    if (continues) for (const { id, initially } of queries.values()) if (initially) known.ended.add(id);
    let last = 0;
    for (const entry of entries) {
      const { at } = entry;
      if (at < last) {
        findings.add({ at, text: `${entry.kind} at ${showDuration(at)} comes after ${showDuration(last)}` });
      }
      last = Math.max(last, at);
      for (const [holds, text] of claimsOf(entry, known, world !== undefined)) {
        findings.test();
        if (!holds) findings.add({ at, ...('exchange' in entry && { exchange: entry.exchange }), text });
      }
    }
    return findings.decide('nothing was answered or sent');
  },
});

interface Known {
  readonly asked: Set<number>;
  readonly answered: Set<number>;
  readonly ended: Set<string>;
  readonly sent: Set<number>;
}

/** Whether something had happened that an entry follows from, and what is wrong if it had not. */
type Claim = readonly [holds: boolean, otherwise: string];

const claimsOf = (entry: Entry, known: Known, tellsStates: boolean): readonly Claim[] => {
  if ('exchange' in entry) return claimsOfExchange(entry, known);
  if ('notification' in entry) return claimsOfNotification(entry, known, tellsStates);
  if (entry.kind === 'transition' && entry.to !== 'inProgress') known.ended.add(entry.query);
  return [];
};

const claimsOfExchange = (
  { kind, exchange }: Extract<Entry, { readonly exchange: number }>,
  { asked, answered }: Known,
): readonly Claim[] => {
  const [wasAsked, wasAnswered] = [asked.has(exchange), answered.has(exchange)];
  switch (kind) {
    case 'request':
      asked.add(exchange);
      return wasAsked ? [[false, `#${exchange} was asked twice`]] : [];
    case 'answer':
      answered.add(exchange);
      return [
        [wasAsked, `#${exchange} was answered before it was asked`],
        [!wasAnswered, `#${exchange} was answered twice`],
      ];
    case 'arrived':
      return [[wasAnswered, `the answer to #${exchange} arrived before it was sent`]];
    case 'hungUp':
    case 'fault':
      return [[wasAsked, `#${exchange} had an end before it was asked`]];
    default:
      return kind satisfies never;
  }
};

const claimsOfNotification = (
  entry: Extract<Entry, { readonly notification: number }>,
  { ended, sent }: Known,
  tellsStates: boolean,
): readonly Claim[] => {
  const { notification: number } = entry;
  if (entry.kind !== 'notification') return [[sent.has(number), `notification ${number} came before it was sent`]];
  sent.add(number);
  if (!tellsStates) return [];
  return [[ended.has(entry.query), `notification ${number} was sent before query ${short(entry.query)} had ended`]];
};
