import { showDuration } from '../../spec/time.ts';
import type { Entry } from '../../trace/entry.ts';
import { serviceRule } from '../rule.ts';
import { short } from '../../trace/short.ts';

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
    let occasions = 0;
    for (let place = 0; place < entries.length; place++) {
      const entry = entries[place] as Entry;
      const { at } = entry;
      if (at < last) {
        findings.add({ at, text: `${entry.kind} at ${showDuration(at)} comes after ${showDuration(last)}` });
      } else last = at;
      const problems = findProblems(entry, known, world !== undefined);
      if (problems !== undefined) occasions += 1;
      if (problems === undefined || problems === none) continue;
      for (const text of problems) findings.add({ at, ...('exchange' in entry && { exchange: entry.exchange }), text });
    }
    if (occasions > 0) findings.test();
    return findings.decide('nothing was answered or sent');
  },
});

interface Known {
  readonly asked: Set<number>;
  readonly answered: Set<number>;
  readonly ended: Set<string>;
  readonly sent: Set<number>;
}

const none: readonly string[] = [];

/** What had not happened that an entry follows from; undefined for one that follows from nothing. */
const findProblems = (entry: Entry, known: Known, tellsStates: boolean): readonly string[] | undefined => {
  const { asked, answered, ended, sent } = known;
  switch (entry.kind) {
    case 'request': {
      const wasAsked = asked.has(entry.exchange);
      asked.add(entry.exchange);
      return wasAsked ? [`#${entry.exchange} was asked twice`] : undefined;
    }
    case 'answer':
      return findProblemsOfAnswer(entry.exchange, known);
    case 'arrived':
      if (answered.has(entry.exchange)) return none;
      return [`the answer to #${entry.exchange} arrived before it was sent`];
    case 'hungUp':
    case 'fault':
      return asked.has(entry.exchange) ? none : [`#${entry.exchange} had an end before it was asked`];
    case 'transition':
      if (entry.to !== 'inProgress') ended.add(entry.query);
      return undefined;
    case 'notification':
      sent.add(entry.notification);
      if (!tellsStates) return undefined;
      if (ended.has(entry.query)) return none;
      return [`notification ${entry.notification} was sent before query ${short(entry.query)} had ended`];
    case 'notificationFault':
    case 'delivered':
    case 'undelivered':
      return sent.has(entry.notification) ? none : [`notification ${entry.notification} came before it was sent`];
    default:
      return undefined;
  }
};

const findProblemsOfAnswer = (exchange: number, { asked, answered }: Known): readonly string[] => {
  const wasAsked = asked.has(exchange);
  const wasAnswered = answered.has(exchange);
  answered.add(exchange);
  if (wasAsked && !wasAnswered) return none;
  return [
    ...(wasAsked ? [] : [`#${exchange} was answered before it was asked`]),
    ...(wasAnswered ? [`#${exchange} was answered twice`] : []),
  ];
};
