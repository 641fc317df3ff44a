import { baseline } from '../../check/client-profile.ts';
import type { Client } from '../../simulation/client-env.ts';
import type { PageData, PageRun, PageTrend } from '../../page/data.ts';
import { showPath } from '../../print/show-path.ts';
import { coverageOf } from './coverage-page.ts';
import { countScenarios } from '../../check/recommendations/announce.ts';
import { type AgainOptions, playAgain } from './play-again.ts';
import type { CheckSummary, Failure } from './summary.ts';
import { trialRun } from './trial-run.ts';

/** Of what a check found so much is played once more; of the rest the page says what the report says. */
const mostPlayed = 20;

interface CheckPage {
  readonly summary: CheckSummary;
  readonly client: Client;
  readonly options: AgainOptions;
  readonly earlier: readonly PageTrend[];
  readonly replayOf: (token: string) => string;
}

/**
 * A check as a page: its counterexamples, or else the recommendations that were not followed and the run without a fault, each
 * played once more to be seen; and what its runs came across.
 */
export const checkPage = async (page: CheckPage): Promise<Omit<PageData, 'writtenBy'>> => {
  const { summary, earlier } = page;
  const { failures, coverage, stopped } = summary;
  const broken = failures.length + summary.unheard.length;
  return {
    command: 'check',
    title: broken === 0 ? `nothing broke the client in ${countScenarios(summary.runs)}` : 'the client is broken',
    runs: failures.length > 0 ? await counterexamples(page) : await others(page),
    ...(stopped !== undefined && { stopped }),
    ...(coverage !== undefined && { coverage: coverageOf(coverage) }),
    ...(earlier.length > 0 && { trend: earlier }),
  };
};

/** A client that kept the thread would keep it again: nothing is known of its run, and nothing is played. */
const isPlayable = ({ timeline }: Failure): boolean => timeline.length > 0;

const counterexamples = async (page: CheckPage): Promise<readonly PageRun[]> => {
  const { summary, client, options, replayOf } = page;
  const isOver = summary.stopped !== undefined;
  const shown = isOver ? [] : summary.failures.filter(isPlayable).slice(0, mostPlayed);
  const played = await playAgain(
    client,
    shown.map(({ token }) => token),
    options,
  );
  const runs = new Map(
    played.map(({ trial, real }, index) => {
      const failure = shown[index];
      const replay = replayOf(failure?.token ?? '');
      return [failure, { ...trialRun(trial, { rules: options.rules, replay, real }), ...told(failure) }] as const;
    }),
  );
  return summary.failures.map((failure) => runs.get(failure) ?? untold(failure, replayOf));
};

/** Where it was saved, or the how-manieth it was, tells more than that it was generated. */
const told = (failure: Failure | undefined): Partial<Pick<PageRun, 'name' | 'place' | 'scenario'>> => {
  if (failure === undefined) return {};
  const { rule, name, file, run, scenario } = failure;
  const place = file === undefined ? `scenario ${run ?? ''}`.trim() : showPath(file);
  return { name: `${rule} ${name}`, place, scenario };
};

const untold = (failure: Failure, replayOf: (token: string) => string): PageRun => {
  const { rule, name, claim, evidence, section, seed, token, threw, scenario } = failure;
  return {
    name: `${rule} ${name}`,
    place: '',
    scenario,
    ...told(failure),
    verdict: 'broken',
    seed,
    elapsed: 0,
    real: 0,
    client: { ok: false, error: threw.join('\n') },
    findings: [{ claim: `${rule} ${name}: ${claim}`, found: evidence.join('; '), place: section }],
    warnings: [],
    broken: [],
    replay: replayOf(token),
    assumptions: {},
    entries: [],
  };
};

const others = async ({ summary, client, options, replayOf }: CheckPage): Promise<readonly PageRun[]> => {
  if (summary.stopped !== undefined) return [];
  const recommendations = summary.recommendations.slice(0, mostPlayed);
  const seed = summary.order.seed;
  const [plain, ...played] = await playAgain(
    client,
    [{ ...baseline, seed }, ...recommendations.map(({ replay }) => replay)],
    options,
  );
  const { rules } = options;
  return [
    ...played.map(({ trial, real }, index) => {
      const { replay = '', rule = '', name = '', file = '' } = recommendations[index] ?? {};
      const run = trialRun(trial, { rules, replay: replayOf(replay), real });
      return { ...run, name: `${rule} ${name}, recommended`, scenario: file };
    }),
    ...(plain === undefined
      ? []
      : [
          {
            ...trialRun(plain.trial, { rules, replay: '', real: plain.real }),
            name: 'without a fault',
            place: 'baseline',
          },
        ]),
  ];
};
