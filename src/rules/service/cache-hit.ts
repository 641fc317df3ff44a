import type { Rule } from '../rule.ts';
import type { Answered, Story } from '../history.ts';
import { type Findings, gather } from './findings.ts';
import { isKept, isKeptByHeader, isRemembered, isSameAnswer, nameCalls } from './memory.ts';
import { isOutdated } from './outdated.ts';
import { depthOf, isCreate, isOwn } from './portability.ts';

export const cacheHit: Rule = {
  id: 'S6',
  name: 'cache-hit',
  judges: 'service',
  level: 'must',
  claim: 'For five minutes, identical parameters of one caller get the same answer, byte for byte, in every region.',
  why: 'A caller that asks again would act on two answers that contradict each other.',
  section: 'Endpoints, interface C',
  judge: (story) => {
    const findings = gather();
    const { 'cache.meaning': meaning } = story.ground.assumptions;
    if (meaning === 'authorization-only') return findings.decide('only authorizations are remembered here');
    const kept = new Map<string, Answered>();
    for (const [exchange, { byCaller, byHeader }] of nameCalls(story)) {
      if (!isOwn(exchange)) continue;
      const name = `header ${byHeader}`;
      const first = [kept.get(name), mayIntervene(story, exchange) ? undefined : kept.get(byCaller)].find(
        (one) => one !== undefined && isRemembered(story, one, exchange).certainly,
      );
      const outdated = first !== undefined && isOutdated(story, first, exchange);
      if (first !== undefined && !outdated) compare(story, findings, first, exchange);
      else if (isKeptByHeader(story, exchange)) kept.set(name, exchange);
      else if (isReliable(story, exchange, outdated ? undefined : kept.get(byCaller))) kept.set(byCaller, exchange);
    }
    return findings.decide('nothing was asked twice within five minutes');
  },
};

/** Ahead of the memory stand the gates and the limits; and a query that collects, where the ledger says so. */
const mayIntervene = ({ ground }: Story, exchange: Answered): boolean => {
  if (depthOf(exchange) !== 'operation') return true;
  const comesFirst = ground.assumptions['cache.beforeConflict'] === 'conflict';
  return comesFirst && isCreate(exchange) && exchange.answer.row === 'requestConflict';
};

/** Whether an answer is what will be remembered by caller: a conflict ahead of the memory leaves what is in it. */
const isReliable = (story: Story, exchange: Answered, before: Answered | undefined): boolean =>
  isKept(story, exchange) && (before === undefined || !isRemembered(story, before, exchange).possibly);

const compare = (story: Story, findings: Findings, first: Answered, exchange: Answered): void => {
  findings.test();
  if (isSameAnswer(story, first, exchange)) return;
  const { number, answer } = exchange;
  const text = `#${number} was answered ${answer.status} otherwise than #${first.number}, which had asked the same`;
  findings.add({ at: answer.at, exchange: number, text });
};
