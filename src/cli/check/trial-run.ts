import type { Symptom, Trial } from '../../check/trial/trial.ts';
import type { Finding } from '../../play/findings.ts';
import type { PageRun } from '../../page/data.ts';
import { toPageRun } from '../../report/page/page-run.ts';
import { judgeTrace } from '../../rules/judge-trace.ts';
import type { RuleChoice } from '../../rules/rule-choice.ts';
import { settingsIn } from '../../trace/settings-in.ts';

/** How a trial is told, where it is told on a page. */
export interface TrialTelling {
  readonly rules: RuleChoice | undefined;
  readonly replay: string;
  readonly real?: number;
}

/** A run of a search as a page shows it. Its symptoms are few words; what the rules say in full is found out again. */
export const trialRun = (trial: Trial, { rules, replay, real = 0 }: TrialTelling): PageRun => {
  const { scenario, outcome, elapsed, trace, symptoms, warnings } = trial;
  return toPageRun({
    scenario,
    seed: scenario.seed ?? 0,
    verdict: symptoms.length === 0 ? 'kept' : 'broken',
    outcome,
    elapsed,
    real,
    findings: symptoms.map(asFinding),
    warnings: warnings.map(asFinding),
    judgements: judgeTrace(trace.entries, settingsIn(trace.entries), scenario.expect.rules ?? rules),
    trace,
    replay,
  });
};

const asFinding = ({ key, name, claim, evidence, section }: Symptom): Finding => ({
  claim: `${key} ${name}: ${claim}`,
  found: evidence.join('; '),
  place: section,
});
