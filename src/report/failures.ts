import type { Judgement } from '../rules/rule.ts';
import type { RuleId } from '../rules/catalogue.ts';
import { describeEvidence, sayMore } from '../rules/verdicts.ts';
import { claimOf, type Finding } from '../play/findings.ts';
import { whenRefused } from '../spec/other-refusals.ts';
import { showDuration } from '../spec/time.ts';
import type { Entry } from '../trace/entry.ts';
import { sayThrown } from '../print/thrown.ts';
import { thrownIn } from '../play/outcome.ts';
import { printable } from '../print/printable.ts';
import type { Result } from './result.ts';
import { ruleHint } from '../rules/rule-hint.ts';

/** Something that went wrong in a run, ready to be read. */
export interface Failure {
  readonly kind: 'expected' | 'broken';
  /** The rule that was not kept. */
  readonly rule?: RuleId;
  /** What should have been, in one sentence. */
  readonly claim: string;
  /** What was, a sentence each. */
  readonly found: readonly string[];
  /** `file:line:col` of what was expected, or the section of the interface document that a rule rests on. */
  readonly place: string;
}

/** What broke a run: expectations that were not met, then rules that were not kept. */
export const failuresOf = ({ report }: Result): readonly Failure[] =>
  tell(report.findings, brokenRules(report.judgements, 'must'));

/** What did not break it, but should be looked at. */
export const warningsOf = ({ report }: Result): readonly Failure[] =>
  tell(report.warnings, brokenRules(report.judgements, 'should'));

type Broken = Extract<Judgement, { readonly verdict: 'broken' }>;

const brokenRules = (judgements: readonly Judgement[], level: Judgement['level']): readonly Broken[] =>
  judgements.filter((judgement): judgement is Broken => judgement.verdict === 'broken' && judgement.level === level);

/** Findings that only say that a rule was broken give way to what the rule itself says. */
const tell = (findings: readonly Finding[], broken: readonly Broken[]): readonly Failure[] => {
  const claims = new Set(broken.map(({ rule }) => claimOf(rule)));
  return [
    ...findings
      .filter(({ claim }) => !claims.has(claim))
      .map(({ claim, found, place }) => ({ kind: 'expected' as const, claim, found: [found], place })),
    ...broken.map(ofRule),
  ];
};

/** More of the same shows no more. */
const mostEvidence = 3;

const ofRule = (broken: Broken): Failure => {
  const { evidence } = broken;
  const more = sayMore(broken, mostEvidence);
  const found = evidence.slice(0, mostEvidence).map(describeEvidence);
  return {
    kind: 'broken',
    rule: broken.rule.id,
    claim: claimOf(broken.rule),
    found: found.map((text, index) =>
      more !== undefined && index === mostEvidence - 1 ? `${text} (and ${more})` : text,
    ),
    place: broken.rule.section,
  };
};

/** The error that the client ended with, as one finds its place in the code; nothing of a client that succeeded or was stopped. */
export const clientErrorOf = ({ report }: Result): readonly string[] => sayThrown(thrownIn(report));

type Answer = Extract<Entry, { kind: 'answer' }>;

/** The last answer that refused something, with its reason: mostly the cause of an error that the client ended with. */
export const lastRefusal = ({ report }: Result): string | undefined => {
  if (report.outcome.ok) return undefined;
  const { entries } = report.trace;
  const answer = entries.findLast((entry): entry is Answer => entry.kind === 'answer' && entry.row !== undefined);
  if (answer?.row === undefined) return undefined;
  const request = entries.find((entry) => entry.kind === 'request' && entry.exchange === answer.exchange);
  const operation = request?.kind === 'request' ? ` ${request.operation}` : '';
  const when = whenRefused(answer.row);
  const why = answer.injected === true ? ', injected by the scenario' : when === undefined ? '' : `: ${when}`;
  const saw = answer.saw === undefined ? '' : `; ${answer.saw}`;
  return `at ${showDuration(answer.at)} #${answer.exchange}${operation} → ${answer.answer.status} ${answer.row}${why}${saw} (${answer.section})`;
};

/** The error that the client ended with, and what mostly brought it about, for reports without colours. */
export const clientEndOf = (result: Result): readonly string[] => {
  const refusal = lastRefusal(result);
  return [...clientErrorOf(result), ...(refusal === undefined ? [] : [`last refusal: ${printable(refusal)}`])];
};

/** A failure as lines of plain text, for reports without colours. */
export const describePlainly = ({ kind, rule, claim, found, place }: Failure): string => {
  const where = rule === undefined ? `at ${place}` : ruleHint(place, rule);
  return printable([`${kind}: ${claim}`, ...found.map((one) => `  found: ${one}`), `  ${where}`].join('\n'));
};
