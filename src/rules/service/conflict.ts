import type { Rule } from '../rule.ts';
import type { Answered, Story } from '../history.ts';
import { gather, short } from './findings.ts';
import { isCreate, isFresh, isOwn, tokenOf } from './portability.ts';
import { bySlot, findUnderWay, type Life, nameSlot, statesUnknown } from './under-way.ts';

export const conflict: Rule = {
  id: 'S3',
  name: 'conflict',
  judges: 'service',
  level: 'must',
  claim: 'A query is refused with 409 when another is under way for its customer and scope, and only then.',
  why: 'A caller could not tell whether waiting helps.',
  section: 'States and transitions',
  judge: (story) => {
    const findings = gather();
    if (story.world === undefined) return findings.decide(statesUnknown);
    for (const exchange of story.answered) {
      if (!isCreate(exchange) || !isOwn(exchange) || !isFresh(exchange)) continue;
      const { isOk, row } = exchange.answer;
      if (!isOk && row !== 'requestConflict') continue;
      const other = findOther(story, exchange);
      if (other === 'unknown') continue;
      findings.test();
      if (isOk === (other === undefined)) continue;
      const text =
        other === undefined
          ? `#${exchange.number} was refused with 409 although no query was under way`
          : `#${exchange.number} began a query although query ${short(other.query.id)} was under way`;
      findings.add({ at: exchange.answer.at, exchange: exchange.number, text });
    }
    return findings.decide('no query was asked for');
  },
};

/** The query that stands in the way of a create. */
const findOther = (story: Story, exchange: Answered): Life | 'unknown' | undefined => {
  const token = tokenOf(story, exchange);
  const { scope } = exchange.call;
  if (token?.customer === undefined || scope === undefined) return 'unknown';
  const { customer, application } = token;
  const lives = bySlot(story).get(nameSlot(story, { customer, scope, application }));
  // Of a request that arrived twice, the second may meet the query of the first.
  const own = exchange.fault?.name === 'doubledRequest' && !exchange.answer.isOk ? undefined : exchange.number;
  return findUnderWay(lives, exchange.answer.turn, own);
};
