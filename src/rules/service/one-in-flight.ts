import type { Rule } from '../rule.ts';
import { gather, short } from './findings.ts';
import { bySlot, type Life, statesUnknown } from './under-way.ts';

export const oneInFlight: Rule = {
  id: 'S2',
  name: 'one-in-flight',
  judges: 'service',
  level: 'must',
  claim: 'A customer and scope never have two queries under way at once.',
  why: 'Two collections of the same data would run against each other.',
  section: 'Limits, interface C',
  judge: (history) => {
    const findings = gather();
    for (const lives of bySlot(history).values()) {
      let last: Life | undefined;
      for (const life of lives) {
        findings.test();
        if (last !== undefined && (last.ended === undefined || last.ended.turn > life.begun.turn)) {
          findings.add({
            at: life.begun.at,
            ...(life.by !== undefined && { exchange: life.by }),
            text: `query ${short(life.query.id)} began while query ${short(last.query.id)} was under way for ${life.customer}/${life.scope}`,
          });
        }
        if (last?.ended === undefined || life.ended === undefined || life.ended.turn > last.ended.turn) last = life;
      }
    }
    return findings.decide(history.world === undefined ? statesUnknown : 'no query began');
  },
};
