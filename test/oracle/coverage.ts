import { append } from './reference/answers.ts';
import { begin, type History, rightAfter } from './reference/history.ts';
import { attemptsOf, notificationsUpTo } from './reference/notifications.ts';
import { outboxUpTo } from './reference/others.ts';
import { endingOf, queriesOf } from './reference/queries.ts';
import { rows, tokenRows } from './reference/rows.ts';
import { defaults, type Point, points, variants } from './reference/settings.ts';
import type { Outcome } from './run-history.ts';

/** What a search went through: how often each row, limit, variant and transition decided something. */

export type Coverage = Map<string, number>;

const limits = ['createRate', 'createBurst', 'createOverall', 'listRate', 'listBurst', 'listDaily'];

/** Points that the words of an answer show and no definition of the reference: for these the core's word is taken. */
const shownInWords: ReadonlySet<Point> = new Set([
  'errors.unknown',
  'email.badRequestBody',
  'list.tokenPosition',
  'list.tokenText',
  'list.lastPage',
  'links.expiredAnswer',
  'notification.order',
  'notification.extraFields',
  'notification.contentType',
  'notification.signature',
] as const satisfies readonly Point[]);

const choiceName = (point: Point, variant: string | number): string => `${point} = ${variant}`;

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
      ...points.flatMap((point) =>
        variants[point].slice(1).map((variant) => `told apart: ${choiceName(point, variant)}`),
      ),
    ].map((name) => [name, 0]),
  );

const count = (coverage: Coverage, name: string, more = 1): void => {
  coverage.set(name, (coverage.get(name) ?? 0) + more);
};

/** What left the service by the end of a history. */
const sentBy = (history: History): string => {
  const last = history.events.length - 1;
  return JSON.stringify([notificationsUpTo(history, rightAfter(history, last)), outboxUpTo(history, last + 1)]);
};

/** Whether the events would have been answered otherwise, or something else sent, under the default. */
const isToldApart = (history: History, point: Point): boolean => {
  const { settings, events, answers } = history;
  const plain = begin({ ...settings, choices: { ...settings.choices, [point]: defaults[point] } });
  try {
    const differs = events.some(
      (event, index) => JSON.stringify(append(plain, event)) !== JSON.stringify(answers[index]),
    );
    return differs || sentBy(plain) !== sentBy(history);
  } catch {
    // Something that an event refers to is not there under the default.
    return true;
  }
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

/** Notes one history; with a turn also whether one of its variants told it apart from the default, each in its turn. */
export const note = (coverage: Coverage, { history, service }: Outcome, turn?: number): void => {
  const { choices } = history.settings;
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
  for (const point of points) {
    const leaned = service.leaned.get(point);
    if (leaned !== undefined) count(coverage, `leaned on: ${choiceName(point, choices[point])}`, leaned);
  }
  if (turn === undefined) return;
  const changed = points.filter((point) => choices[point] !== defaults[point]);
  const point = changed[turn % Math.max(1, changed.length)];
  if (point === undefined) return;
  const name = `told apart: ${choiceName(point, choices[point])}`;
  if (shownInWords.has(point) ? service.leaned.has(point) : isToldApart(history, point)) count(coverage, name);
};

/** What was never met. */
export const gapsIn = (coverage: Coverage): readonly string[] =>
  [...coverage].flatMap(([name, times]) => (times === 0 ? [name] : []));
