import { type History, rightAfter } from './reference/history.ts';
import { attemptsOf } from './reference/notifications.ts';
import { endingOf, queriesOf } from './reference/queries.ts';
import { rows, tokenRows } from './reference/rows.ts';
import type { Outcome } from './run-history.ts';

/** What a search went through: how often each row, limit and transition decided something. */

export type Coverage = Map<string, number>;

const limits = ['createRate', 'createBurst', 'createOverall', 'listRate', 'listBurst', 'listDaily'];

/** Everything that has to be met; some of it is met rarely. */
export const emptyCoverage = (): Coverage =>
  new Map(
    [
      ...Object.keys(rows).map((row) => `row ${row}`),
      ...Object.keys(tokenRows).map((row) => `token row ${row}`),
      ...limits.map((limit) => `limit ${limit}`),
      ...['address', 'outage', 'injected', 'gate', 'limit', 'memory', 'backend', 'operation'].map((by) => `by ${by}`),
      ...['query', 'page', 'token', 'store', 'download', 'deadLink', 'mail', 'badMail'].map((kind) => `got ${kind}`),
      ...['COMPLETED', 'CANCELED'].map((status) => `ended ${status}`),
      ...[1, 2, 3].map((number) => `attempt ${number}`),
    ].map((name) => [name, 0]),
  );

const count = (coverage: Coverage, name: string): void => {
  coverage.set(name, (coverage.get(name) ?? 0) + 1);
};

const countEndings = (coverage: Coverage, history: History): void => {
  if (history.events.length === 0) return;
  const view = rightAfter(history, history.events.length - 1);
  for (const query of queriesOf(history, view)) {
    const ending = endingOf(history, query, view);
    if (ending !== undefined) count(coverage, `ended ${ending.status}`);
    for (const { number } of attemptsOf(history, query, view)) count(coverage, `attempt ${Math.min(3, number)}`);
  }
};

/** Notes one history. */
export const note = (coverage: Coverage, { history }: Outcome): void => {
  for (const { decider, by, content, status } of history.answers) {
    if (status === 0) continue;
    count(coverage, `by ${decider}`);
    if (decider === 'limit') count(coverage, `limit ${by}`);
    if (decider === 'outage' || decider === 'injected') continue;
    if (content.kind === 'refusal') count(coverage, `row ${content.row}`);
    else if (content.kind === 'tokenRefusal') count(coverage, `token row ${content.row}`);
    else count(coverage, `got ${content.kind}`);
  }
  countEndings(coverage, history);
};
