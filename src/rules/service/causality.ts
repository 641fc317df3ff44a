import { showDuration } from '../../spec/time.ts';
import type { Entry } from '../../trace/entry.ts';
import type { Rule } from '../rule.ts';
import { type Findings, gather, short } from './findings.ts';

export const causality: Rule = {
  id: 'S15',
  name: 'causality',
  judges: 'service',
  level: 'must',
  claim: 'Answers follow requests, notifications follow ends, and time never runs back.',
  why: 'A trace that shows an effect before its cause can be trusted in nothing.',
  section: 'What the service does, interface C',
  judge: ({ entries, world, continues, queries }) => {
    const findings = gather();
    const known: Known = { asked: new Set(), answered: new Set(), ended: new Set(), sent: new Set() };
    if (continues) for (const { id, initially } of queries.values()) if (initially) known.ended.add(id);
    const tellsStates = world !== undefined;
    let last = 0;
    for (const entry of entries) {
      if (entry.at < last) {
        findings.add({
          at: entry.at,
          text: `${entry.kind} at ${showDuration(entry.at)} comes after ${showDuration(last)}`,
        });
      }
      last = Math.max(last, entry.at);
      check(findings, known, entry, tellsStates);
    }
    return findings.decide('nothing was answered or sent');
  },
};

interface Known {
  readonly asked: Set<number>;
  readonly answered: Set<number>;
  readonly ended: Set<string>;
  readonly sent: Set<number>;
}

const check = (findings: Findings, known: Known, entry: Entry, tellsStates: boolean): void => {
  const { at } = entry;
  const need = (holds: boolean, text: string, exchange?: number): void => {
    findings.test();
    if (!holds) findings.add({ at, ...(exchange !== undefined && { exchange }), text });
  };
  switch (entry.kind) {
    case 'request':
      if (known.asked.has(entry.exchange)) need(false, `#${entry.exchange} was asked twice`, entry.exchange);
      known.asked.add(entry.exchange);
      return;
    case 'answer':
      need(known.asked.has(entry.exchange), `#${entry.exchange} was answered before it was asked`, entry.exchange);
      need(!known.answered.has(entry.exchange), `#${entry.exchange} was answered twice`, entry.exchange);
      known.answered.add(entry.exchange);
      return;
    case 'arrived':
      need(
        known.answered.has(entry.exchange),
        `the answer to #${entry.exchange} arrived before it was sent`,
        entry.exchange,
      );
      return;
    case 'hungUp':
    case 'fault':
      need(known.asked.has(entry.exchange), `#${entry.exchange} had an end before it was asked`, entry.exchange);
      return;
    case 'transition':
      if (entry.to !== 'inProgress') known.ended.add(entry.query);
      return;
    case 'notification':
      if (tellsStates) {
        const text = `notification ${entry.notification} was sent before query ${short(entry.query)} had ended`;
        need(known.ended.has(entry.query), text);
      }
      known.sent.add(entry.notification);
      return;
    case 'notificationFault':
    case 'delivered':
    case 'undelivered':
      need(known.sent.has(entry.notification), `notification ${entry.notification} came before it was sent`);
      return;
    default:
  }
};
