import type { Evidence } from '../../../src/rules/rule.ts';
import type { RuleId } from '../../../src/rules/catalogue.ts';
import { serviceRules } from '../../../src/rules/catalogue.ts';
import { readHistory } from '../../../src/rules/history.ts';
import { type ErrorName, errors } from '../../../src/spec/errors.ts';
import type { Entry } from '../../../src/trace/entry.ts';
import type { Page, Run } from './whole-run.ts';

export type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

/** What each rule about the service says of a run. */
export const judge = ({ entries, context }: Run): ReadonlyMap<RuleId, string> => {
  const history = readHistory(entries, context);
  return new Map(serviceRules.map((rule) => [rule.id, rule.judge(history).verdict]));
};

/** Which of these rules are broken: to ask for one is much quicker than to judge all. */
export const brokenOf = (ids: ReadonlySet<RuleId>, { entries, context }: Run): readonly RuleId[] => {
  const history = readHistory(entries, context);
  const asked = serviceRules.filter(({ id }) => ids.has(id));
  return asked.filter((rule) => rule.judge(history).verdict === 'broken').map(({ id }) => id);
};

export const brokenIn = (run: Run): readonly RuleId[] =>
  [...judge(run)].filter(([, verdict]) => verdict === 'broken').map(([id]) => id);

/** All evidence against the service in a run. */
export const evidenceIn = ({ entries, context }: Run): readonly Evidence[] => {
  const history = readHistory(entries, context);
  return serviceRules.flatMap((rule) => {
    const verdict = rule.judge(history);
    return verdict.verdict === 'broken' ? verdict.evidence : [];
  });
};

/** The run with one entry changed; the one that is meant must be there. */
export const change = <Kind extends Entry['kind']>(
  run: Run,
  kind: Kind,
  isMeant: (entry: EntryOf<Kind>) => boolean,
  into: (entry: EntryOf<Kind>, all: readonly Entry[]) => Entry,
): Run => {
  const at = run.entries.findIndex((entry) => entry.kind === kind && isMeant(entry as EntryOf<Kind>));
  const entry = run.entries[at];
  if (entry === undefined) throw new Error(`no such ${kind} in this run`);
  return { ...run, entries: run.entries.with(at, into(entry as EntryOf<Kind>, run.entries)) };
};

/** The id of a query that nobody began. */
export const newId = '0b3ff2a1-7d0e-4c59-9b0a-1f6f5c1d2e3a';

type Answer = EntryOf<'answer'>;

/** The run with the answer to an exchange changed. */
export const changeAnswer = (
  run: Run,
  exchange: number,
  into: (answer: Answer, all: readonly Entry[]) => Answer,
): Run => change(run, 'answer', (entry) => entry.exchange === exchange, into);

/** An answer with another status and body; what the service says of its reasons stays behind. */
export const instead = (entry: Answer, status: number, body: unknown): Answer => {
  const { rememberedSince: _, row: _row, ...rest } = entry;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { ...rest, answer: { ...entry.answer, status, body: text } };
};

export const refused = (entry: Answer, name: ErrorName): Answer => {
  const { status, category, type, message } = errors[name];
  return instead(entry, status, { category, type, message });
};

export const bodyOf = (all: readonly Entry[], exchange: number): string => {
  const entry = all.find((one) => one.kind === 'answer' && one.exchange === exchange);
  if (entry?.kind !== 'answer') throw new Error(`#${exchange} has no answer`);
  return entry.answer.body;
};

/** A page with something about it changed, and links of its own. */
export const withPage = (exchange: number, page: (given: Page) => unknown) => (run: Run) =>
  changeAnswer(run, exchange, (entry) => instead(entry, 200, page(JSON.parse(entry.answer.body) as Page)));

/** The same with links of another moment. */
export const reissued = (body: string): string => body.replaceAll(/issued=\d+/g, 'issued=1');
