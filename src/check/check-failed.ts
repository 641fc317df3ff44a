import { printScenario } from '../language/print-scenario.ts';
import { describeStep } from '../language/describe-step.ts';
import { writeToken } from '../language/replay-token.ts';
import type { Scenario } from '../language/ast.ts';
import type { Symptom, Trial } from './trial/trial.ts';

/** How a story was come by. */
export interface Discovery {
  /** The how-manieth story it was, counted from 1; 0 is the plain one; absent where it had been told before. */
  readonly run?: number;
  readonly seed: number;
  /** How many runs it took to make it short. */
  readonly shortened?: number;
  /** The file it was written to, or read from. */
  readonly file?: string;
}

/**
 * Thrown when a client breaks: what it broke, what shows it, the story as a file, and one word to play it again.
 *
 * @example
 * await checkClient(importOrders).catch((error) => error.scenario.steps.length); // 2
 */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
  /** What was broken. */
  readonly symptom: Symptom;
  /** The story, as plain as it gets. */
  readonly scenario: Scenario;
  /** The same as the text of a scenario file. */
  readonly file: string;
  /** The same as one word: `checkClient(client, { replay })`. */
  readonly replay: string;
  /** What happened in it, one line for each thing. */
  readonly timeline: readonly string[];
  /** How it was come by. */
  readonly discovery: Discovery;

  constructor(trial: Trial, symptom: Symptom, discovery: Discovery) {
    const { scenario, trace } = trial;
    const file = printScenario(scenario, 'yaml');
    const replay = writeToken({ scenario, seed: scenario.seed ?? 0 });
    const timeline = trace.lines();
    const besides = trial.symptoms.filter((other) => other !== symptom);
    super(describe({ symptom, besides, scenario, file, replay, timeline, discovery }));
    this.symptom = symptom;
    this.scenario = scenario;
    this.file = file;
    this.replay = replay;
    this.timeline = timeline;
    this.discovery = discovery;
  }
}

interface Parts {
  readonly symptom: Symptom;
  readonly besides: readonly Symptom[];
  readonly scenario: Scenario;
  readonly file: string;
  readonly replay: string;
  readonly timeline: readonly string[];
  readonly discovery: Discovery;
}

const describe = ({ symptom, besides, scenario, file, replay, timeline, discovery }: Parts): string =>
  [
    `${showSymptom(symptom)} is broken: ${symptom.claim} (${symptom.section})`,
    ...symptom.evidence.map((line) => `  ${line}`),
    ...(besides.length > 0 ? [`broken besides: ${besides.map(showSymptom).join(', ')}`] : []),
    '',
    `${showDiscovery(discovery, scenario.steps.length)}:`,
    ...(scenario.steps.length === 0
      ? ['  nothing goes wrong at all']
      : scenario.steps.map((step) => `  ${describeStep(step)}`)),
    '',
    'what happened:',
    ...shortenTimeline(timeline),
    '',
    discovery.file === undefined ? 'as a scenario file:' : `as a scenario file (${discovery.file}):`,
    ...file
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    `replay: ${replay}`,
  ].join('\n');

/** A rule has an id and a name; what is asked for beside the rules has a name alone. */
const showSymptom = ({ key, name }: Symptom): string => (/^[SC]\d+$/.test(key) ? `${key} ${name}` : name);

const showDiscovery = ({ run, seed, shortened: runs }: Discovery, steps: number): string => {
  if (run === 0) return 'the story in which nothing goes wrong';
  const length = steps === 1 ? 'a story of 1 step' : `a story of ${steps} steps`;
  if (run === undefined) return `${length}, told before`;
  return `${length}, from run ${run} with seed ${seed}${runs === undefined ? '' : `, made short in ${runs} runs`}`;
};

const mostLines = 60;

/** The beginning and the end of a timeline, which say most. */
export const shortenTimeline = (lines: readonly string[]): readonly string[] => {
  if (lines.length <= mostLines) return lines;
  const head = lines.slice(0, mostLines / 3);
  const tail = lines.slice(-(2 * mostLines) / 3);
  return [...head, `${' '.repeat(14)}  … ${lines.length - head.length - tail.length} more lines …`, ...tail];
};
