import { transitions } from '../../spec/transitions.ts';
import type { Rule } from '../rule.ts';
import type { Query, History } from '../history.ts';
import { type Findings, gather, short } from './findings.ts';
import { findLost } from './lost-queries.ts';
import { type Life, readLives } from './under-way.ts';

type State = 'none' | 'inProgress' | 'completed' | 'canceled';

export const legalTransitions: Rule = {
  id: 'S1',
  name: 'legal-transitions',
  judges: 'service',
  level: 'must',
  claim: 'A query begins, collects, and ends once: COMPLETED, or CANCELED for want of a requirement. Its end is final.',
  why: 'A caller could rely on no state that it was told of.',
  section: 'States and transitions',
  judge: (history) => {
    const findings = gather();
    for (const query of history.queries.values()) {
      follow(findings, query);
      compareNotices(findings, query);
    }
    if (history.world !== undefined) for (const life of readLives(history)) checkCause(history, findings, life);
    for (const { exchange, query, elsewhere } of findLost(history)) {
      if (elsewhere || exchange.answer.row !== 'queryIdNotFound') continue;
      findings.add({
        at: exchange.answer.at,
        exchange: exchange.number,
        text: `#${exchange.number} was told that query ${short(query.id)} does not exist, which had begun`,
      });
    }
    return findings.decide('no query changed its state');
  },
};

/** The states that a query can pass into by itself. */
const reachable = (state: State): readonly State[] =>
  state === 'none'
    ? [transitions.none.create.next]
    : [transitions[state].collected.next, transitions[state].requirementLost.next];

const follow = (findings: Findings, { id, initially, changes }: Query): void => {
  let state: State = initially?.state ?? 'none';
  for (const { at, transition } of changes) {
    const { from, to } = transition;
    findings.test();
    if (from !== state || to === state || !reachable(state).includes(to)) {
      findings.add({ at, text: `query ${short(id)} went from ${from} to ${to} when it was ${state}` });
    }
    state = to;
  }
};

/** What a recording shows of it: both ends cannot be told of one query. */
const compareNotices = (findings: Findings, { id, notices }: Query): void => {
  const [first, ...rest] = notices;
  if (first === undefined) return;
  findings.test();
  for (const { at, status } of rest) {
    if (status === first.status) continue;
    findings.add({ at, text: `query ${short(id)} was announced as ${status} after it had been ${first.status}` });
  }
};

/** Authorization that expired or was revoked, or an account on hold: nothing else cancels, and nothing completes despite it. */
const checkCause = ({ standing, context }: History, findings: Findings, life: Life): void => {
  const { query, customer, scope, application, begun, ended } = life;
  const state = query.ended?.state;
  if (ended === undefined || state === undefined || application === undefined || ended.at === begun.at) return;
  const isMissing = !standing.hasConsent({ application, customer, scope }, ended) || standing.isOnHold(customer, ended);
  const { 'query.cancelMoment': moment, 'query.holdReleasedBeforeEnd': back } = context.assumptions;
  const mayLag = moment === 'at-collection-end' && back === 'canceled';
  if (state === 'completed' && isMissing) {
    findings.add({ at: ended.at, text: `query ${short(query.id)} completed although a requirement was missing` });
  }
  if (state === 'canceled' && !isMissing && !mayLag) {
    findings.add({ at: ended.at, text: `query ${short(query.id)} was canceled although no requirement was missing` });
  }
};
