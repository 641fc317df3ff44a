import { claimOf, type Finding } from '../../play/findings.ts';
import { type Outcome, thrownIn } from '../../play/outcome.ts';
import { sayThrown } from '../../print/thrown.ts';
import type { Scenario } from '../../language/ast.ts';
import { printScenario } from '../../language/print-scenario.ts';
import type { PageBroken, PageFinding, PageRun } from '../../page/data.ts';
import type { Judgement } from '../../rules/rule.ts';
import type { AssumptionId } from '../../spec/assumptions.ts';
import type { SentFrom } from '../../simulation/sent-from.ts';
import type { Entry } from '../../trace/entry.ts';
import { settingsIn } from '../../trace/settings-in.ts';
import type { Trace } from '../../trace/trace.ts';

/** A run of a client through a scenario, however it came about. */
export interface Played {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly verdict: 'kept' | 'broken';
  readonly outcome: Outcome;
  readonly elapsed: number;
  /** Real milliseconds. */
  readonly real: number;
  readonly findings: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly judgements: readonly Judgement[];
  readonly trace: Pick<Trace, 'entries' | 'mask'>;
  readonly replay: string;
  /** Where in the client's code requests were sent, by exchange. */
  readonly sentFrom?: SentFrom;
}

/** A run as a page shows it: with every secret masked, also in what others said of it. */
export const toPageRun = (played: Played): PageRun => {
  const { scenario, seed, verdict, elapsed, real, judgements, trace, replay, sentFrom } = played;
  const hide = (text: string): string => trace.mask(text);
  const { entries } = trace;
  const ofRules = new Set(judgements.filter((one) => one.verdict === 'broken').map(({ rule }) => claimOf(rule)));
  // What only says that a rule was broken gives way to what the rule itself says.
  const told = (findings: readonly Finding[]): readonly PageFinding[] =>
    findings
      .filter(({ claim }) => !ofRules.has(claim))
      .map(({ claim, found, place }) => ({ claim: hide(claim), found: hide(found), place }));
  return {
    name: scenario.name,
    place: scenario.source,
    verdict,
    seed,
    elapsed,
    real: Math.round(real),
    client: clientOf(played),
    findings: told(played.findings),
    warnings: told(played.warnings),
    broken: judgements.flatMap((judgement) => brokenOf(judgement, hide)),
    replay,
    scenario: hide(printScenario(scenario, 'yaml')),
    assumptions: assumptionsOf(entries),
    ...(sentFrom !== undefined && { sentFrom }),
    entries,
  };
};

/** An error is told as one looks for its place in the code: with its type, its causes, and the lines that it came from. */
const clientOf = ({ outcome, trace }: Played): PageRun['client'] => {
  const told = trace.entries.findLast((entry) => entry.kind === 'ended')?.told;
  const error = outcome.ok ? '' : sayThrown(thrownIn({ outcome, trace })).join('\n') || trace.mask(outcome.error);
  const ended = outcome.ok ? { ok: true } : { ok: false, error };
  return { ...ended, ...(told !== undefined && { told }) };
};

export const brokenOf = (judgement: Judgement, hide: (text: string) => string): readonly PageBroken[] => {
  if (judgement.verdict !== 'broken') return [];
  const { rule, level, evidence, more } = judgement;
  const { id, name, claim, section, judges } = rule;
  const shown = evidence.map(({ at, exchange, text }) => ({
    at,
    ...(exchange !== undefined && { exchange }),
    what: hide(text),
  }));
  return [{ rule: id, name, claim, section, level, judges, evidence: shown, ...(more !== undefined && { more }) }];
};

/** The open points by which answers were decided, with the choice made in each. */
export const assumptionsOf = (entries: readonly Entry[]): PageRun['assumptions'] => {
  const { assumptions } = settingsIn(entries);
  const ids = new Set(
    entries.flatMap((entry): readonly AssumptionId[] => (entry.kind === 'answer' ? entry.leaned : [])),
  );
  return Object.fromEntries([...ids].sort().map((id) => [id, assumptions[id]]));
};
