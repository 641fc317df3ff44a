import { serviceRule } from '../rule.ts';
import { short } from '../../trace/short.ts';
import { bySlot, type Life, statesUnknown } from './under-way.ts';

export const oneInFlight = serviceRule({
  id: 'S2',
  name: 'one-in-flight',
  claim: 'A customer and scope never have two queries under way at once.',
  why: 'Two collections of the same data would run against each other.',
  section: 'Limits, interface C',
  good: [
    ['0s', 'service', 'query 4f1c of ann/orders: none → inProgress'],
    ['10m', 'service', 'query 4f1c: inProgress → completed'],
    ['11m', 'service', 'query 93d0 of ann/orders: none → inProgress'],
  ],
  bad: [
    ['0s', 'service', 'query 4f1c of ann/orders: none → inProgress'],
    ['6m', 'service', 'query 93d0 of ann/orders: none → inProgress'],
  ],
  judge: (history, findings) => {
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
        last = life;
      }
    }
    return findings.decide(history.world === undefined ? statesUnknown : 'no query began');
  },
});
