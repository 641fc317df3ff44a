import { printScenario } from '../language/print-scenario.ts';
import { describeStep } from '../language/describe-step.ts';
import type { Scenario } from '../language/ast.ts';
import { fileStyle } from '../print/style.ts';
import { describeThrown, sayThrown } from '../print/thrown.ts';
import { thrownIn } from '../play/outcome.ts';
import type { Line } from '../print/timeline/fold.ts';
import { foldTimeline } from '../print/timeline/swimlane.ts';
import { whatHappened } from '../print/timeline/what-happened.ts';
import { optionHint } from '../rules/rule-hint.ts';
import { describeRepetition } from './repeat/repeat.ts';
import type { Told } from './tell.ts';
import { writeReplay } from './trial/kept-state.ts';
import { nameSymptom, type Symptom, type Trial } from './trial/trial.ts';

/** Where a counterexample comes from. */
export interface Discovery {
  /** The how-manieth scenario it was, counted from 1; 0 is the baseline; absent where it was saved before, or replayed. */
  readonly run?: number;
  readonly seed: number;
  /** The file it was written to, or read from. */
  readonly file?: string;
}

/**
 * Thrown when a client breaks: what it broke, what shows it, the scenario as a file, and a token to replay it.
 *
 * @example
 * await checkClient(importOrders).catch((error) => error.scenario.steps.length); // 2
 */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
  /** What was broken. */
  declare readonly symptom: Symptom;
  /** The counterexample, as small and simple as it gets. */
  declare readonly scenario: Scenario;
  /** The same as the text of a scenario file. */
  declare readonly file: string;
  /** The same as a token: `checkClient(client, { replay })`. */
  declare readonly replay: string;
  /** What happened in it, one line for each thing. */
  declare readonly timeline: readonly string[];
  /** The same as it is shown: what repeats once, what broke marked, and of a long run the parts that matter. */
  declare readonly shown: readonly Line[];
  /** The error that the client ended with in it, line by line; empty where it did not. */
  declare readonly threw: readonly string[];
  /** Where it comes from. */
  declare readonly discovery: Discovery;
  /** What matters in it and what does not, and how it was found out; absent where it was known before, or has no fault. */
  declare readonly told: Told | undefined;
  /** What else was broken, each in its own shortest counterexample; empty unless the check was to keep going. */
  declare readonly others: readonly CheckFailed[];

  constructor(message: string, found: Found) {
    super(message);
    Object.assign(this, found);
  }
}

type Found = Omit<CheckFailed, keyof Error>;

/** What is thrown of a run that broke the client. */
export const failureOf = (
  trial: Trial,
  symptom: Symptom,
  discovery: Discovery,
  told?: Told,
  others: readonly CheckFailed[] = [],
): CheckFailed => {
  const { scenario, trace } = trial;
  const { moments } = symptom;
  const found: Found = {
    symptom,
    scenario,
    file: printScenario(scenario, 'yaml'),
    replay: writeReplay(scenario, symptom),
    timeline: trace.lines(),
    shown: foldTimeline(trace.entries, moments === undefined ? { isEnd: true } : { moments }),
    threw: sayThrown(thrownIn(trial)),
    discovery,
    told,
    others,
  };
  const besides = trial.symptoms.filter((other) => other !== symptom);
  const heading = listAll([symptom, ...others.map((other) => other.symptom)]);
  const message = [...heading, describe(found, besides), ...others.map((other) => other.message)].join('\n\n');
  return new CheckFailed(message, found);
};

/** What heads several counterexamples. */
const listAll = (symptoms: readonly Symptom[]): readonly string[] =>
  symptoms.length < 2
    ? []
    : [
        `${symptoms.length} rules are broken, each told by its shortest counterexample: ${symptoms.map(nameSymptom).join(', ')}`,
      ];

const describe = (
  { symptom, scenario, file, replay, shown, threw, discovery, told }: Found,
  besides: readonly Symptom[],
): string =>
  [
    `${nameSymptom(symptom)} is broken: ${symptom.claim} (${symptom.section})`,
    ...symptom.evidence.map((line) => `  ${line}`),
    ...optionHint(symptom.key).map((line) => `  ${line}`),
    ...(besides.length > 0 ? [`broken besides: ${besides.map(nameSymptom).join(', ')}`] : []),
    '',
    `${showDiscovery(discovery, scenario.steps.length)}:`,
    ...(scenario.steps.length === 0
      ? ['  no fault is needed']
      : scenario.steps.map((step) => `  ${describeStep(step)}`)),
    ...(told === undefined ? [] : describeTold(told)),
    ...describeThrown(threw, 0, fileStyle),
    '',
    ...whatHappened(shown),
    '',
    discovery.file === undefined ? 'as a scenario file:' : `as a scenario file (${discovery.file}):`,
    ...file
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    `replay: ${replay}`,
  ].join('\n');

const showDiscovery = ({ run, seed }: Discovery, steps: number): string => {
  if (run === 0) return 'the baseline, without a fault';
  const length = `counterexample of ${steps} ${steps === 1 ? 'step' : 'steps'}`;
  if (run === undefined) return `${length}, known before`;
  return `${length}, from run ${run} with seed ${seed}`;
};

const describeTold = (told: Told): readonly string[] => [
  ...describeExplanation(told.explanation),
  ...describeRepetition(told.repetition).map((line) => `  ${line}`),
  ...(told.effort.shrink + told.effort.explain > 0 ? [`  (${describeEffort(told.effort)})`] : []),
];

/** What matters, a sentence a line, and what does not on one. */
const describeExplanation = ({ matters, indifferent }: Told['explanation']): readonly string[] => [
  ...matters.map((sentence) => `  it matters: ${sentence}`),
  ...(indifferent.length > 0 ? [`  it does not matter: ${indifferent.join('; ')}`] : []),
];

/** What is counted, in words. */
export const describeEffort = ({ shrink, explain, repeat, cut }: Told['effort']): string => {
  const runs = `${shrink} runs to shrink it, ${explain} to explain it, ${repeat} to see it again`;
  if (cut === undefined) return runs;
  return `${runs}; ${cut === 'time' ? 'time was over' : 'that is as many as there may be'}, and it may not be the shortest`;
};
