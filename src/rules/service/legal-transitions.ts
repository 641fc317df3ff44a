import { transitions } from '../../spec/transitions.ts';
import type { Query, History } from '../history.ts';
import { serviceRule } from '../rule.ts';
import { short } from '../../trace/short.ts';
import type { Findings } from '../verdicts.ts';
import { findLost } from './lost-queries.ts';
import { type Life, readLives } from './under-way.ts';

type State = 'none' | 'inProgress' | 'completed' | 'canceled';

export const legalTransitions = serviceRule({
  id: 'S1',
  name: 'legal-transitions',
  claim: 'A query begins, collects, and ends once: COMPLETED, or CANCELED for want of a requirement. Its end is final.',
  why: 'A caller could rely on no state that it was told of.',
  section: 'States and transitions',
  good: [
    ['0s', 'client', 'createDataQuery → 201, query 4f1c'],
    ['10m', 'service', 'query 4f1c: inProgress → completed'],
  ],
  bad: [
    ['10m', 'service', 'query 4f1c: inProgress → completed'],
    ['12m', 'service', 'query 4f1c: completed → canceled'],
  ],
  judge: (history, findings) => {
    for (const query of history.queries.values()) {
      follow(findings, query);
      compareNotifications(findings, query);
    }
    if (history.world !== undefined) for (const life of readLives(history)) checkCause(history, findings, life);
    for (const { exchange, query, elsewhere } of findLost(history)) {
      if (elsewhere || exchange.answer.row !== 'queryIdNotFound') continue;
      findings.against(exchange, `was told that query ${short(query.id)} does not exist, which had begun`);
    }
    return findings.decide('no query changed its state');
  },
});

const next = (state: Exclude<State, 'none'>): readonly State[] => [
  transitions[state].collected.next,
  transitions[state].requirementLost.next,
];

/** The states that a query can pass into by itself. */
const reachable: Readonly<Record<State, readonly State[]>> = {
  none: [transitions.none.create.next],
  inProgress: next('inProgress'),
  completed: next('completed'),
  canceled: next('canceled'),
};

const follow = (findings: Findings, { id, initially, changes }: Query): void => {
  let state: State = initially?.state ?? 'none';
  for (const { at, transition } of changes) {
    const { from, to } = transition;
    findings.test();
    if (from !== state || to === state || !reachable[state].includes(to)) {
      findings.add({ at, text: `query ${short(id)} went from ${from} to ${to} when it was ${state}` });
    }
    state = to;
  }
};

/** What a recording shows of it: both ends cannot be told of one query. */
const compareNotifications = (findings: Findings, { id, notifications }: Query): void => {
  const [first] = notifications;
  if (first === undefined) return;
  findings.test();
  for (const { at, status } of notifications) {
    if (status === first.status) continue;
    findings.add({ at, text: `query ${short(id)} was announced as ${status} after it had been ${first.status}` });
  }
};

/** Authorization that expired or was revoked, or an account on hold: nothing else cancels, and nothing completes despite it. */
const checkCause = (history: History, findings: Findings, life: Life): void => {
  const { query, customer, scope, application, begun, ended } = life;
  const reached = query.ended?.state;
  if (ended === undefined || reached === undefined || application === undefined || ended.at === begun.at) return;
  const { state, context } = history;
  const isMissing = !state.hasConsent({ application, customer, scope }, ended) || state.isOnHold(customer, ended);
  const { 'query.cancelMoment': moment, 'query.holdReleasedBeforeEnd': back } = context.assumptions;
  const mayLag = moment === 'at-collection-end' && back === 'canceled';
  if (reached === 'completed' && isMissing) {
    findings.add({ at: ended.at, text: `query ${short(query.id)} completed although a requirement was missing` });
  }
  if (reached === 'canceled' && !isMissing && !mayLag) {
    findings.add({ at: ended.at, text: `query ${short(query.id)} was canceled although no requirement was missing` });
  }
};
