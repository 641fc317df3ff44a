import { type CheckFailed, type Discovery, failureOf } from './check-failed.ts';
import { plainestBaseline } from './client-profile.ts';
import type { CheckPlan, CheckProgress } from './options.ts';
import { writeWhole } from '../write-file.ts';
import { regressionFile } from './regressions.ts';
import { repeat } from './repeat/repeat.ts';
import { sameOrPlainer, sameRule } from './shrink/goal.ts';
import { atOnce, type Tell, tell, type Told } from './tell.ts';
import { keepsStateSymptom } from './trial/kept-state.ts';
import { completeScenario } from './trial/require-kept.ts';
import type { TrialSetup } from './trial/run-trial.ts';
import type { Symptom, Trial } from './trial/trial.ts';

/** What breaks a client in a check: the first thing, or where it keeps going the first of every rule. */
export interface Breaks {
  /** How many there are. */
  readonly count: number;
  /** Whether more is looked for after what there is. */
  readonly goesOn: boolean;
  note(trial: Trial, discovery: Discovery): void;
  /** A run without a fault: there is nothing to shrink, and one that keeps less than all is thrown at once. */
  noteBaseline(trial: Trial): Promise<void>;
  /** Tells what there is, and throws it; does nothing where there is nothing. It is made short the quick way, where there is one. */
  fail(quick?: TrialSetup): Promise<void>;
}

interface Telling {
  readonly plan: Pick<CheckPlan, 'seed' | 'keepGoing' | 'regressions'>;
  readonly setup: TrialSetup;
  /** Real milliseconds for each, where so many are to be told. */
  readonly timeToTell: (among: number) => number;
  readonly onRun: (phase: CheckProgress['phase'], runs: number, about: { readonly rule: string }) => void;
}

interface Found {
  readonly trial: Trial;
  readonly symptom: Symptom;
  readonly discovery: Discovery;
}

type Ended = Found & { readonly told?: Told };

export const collectBreaks = (telling: Telling): Breaks => {
  const { plan, setup } = telling;
  const all = new Map<string, Found>();
  const note = (trial: Trial, discovery: Discovery): void => {
    for (const symptom of trial.symptoms) {
      const isWanted = plan.keepGoing ? !all.has(symptom.key) : all.size === 0;
      if (isWanted) all.set(symptom.key, { trial, symptom, discovery });
    }
  };
  const breaks: Breaks = {
    get count() {
      return all.size;
    },
    get goesOn() {
      return plan.keepGoing || all.size === 0;
    },
    note,
    noteBaseline: async (trial) => {
      for (const symptom of plan.keepGoing ? trial.symptoms : trial.symptoms.slice(0, 1)) {
        if (all.has(symptom.key)) continue;
        const plainest = await plainestBaseline(trial, symptom, setup);
        const same = plainest.symptoms.find(({ key }) => key === symptom.key) ?? symptom;
        all.set(symptom.key, { trial: plainest, symptom: same, discovery: { seed: plan.seed, run: 0 } });
      }
      if (!breaks.goesOn) await breaks.fail();
    },
    fail: async (quick) => {
      const ended: Ended[] = [];
      for (const found of all.values()) {
        ended.push(await tellOne(found, { ...telling, quick }, all.size - ended.length));
      }
      const failures = ended.map((one) => ({ ...one, trial: completeScenario(one.trial, one.symptom, setup) }));
      const [first, ...others] = failures.map((one) => save(one, plan));
      if (first === undefined) return;
      throw asFailure(
        first,
        others.map((other) => asFailure(other)),
      );
    },
  };
  return breaks;
};

/** What was known before is as short as it was made then; what shows without a fault has nothing to be left out. */
const tellOne = async (
  found: Found,
  { plan, setup, quick, timeToTell, onRun }: Telling & Pick<Tell, 'quick'>,
  left: number,
): Promise<Ended> => {
  const { trial, symptom, discovery } = found;
  const { key: rule } = symptom;
  if (discovery.run === undefined) return found;
  if (discovery.run === 0) {
    const { last: _, ...repetition } = await repeat(trial, symptom, setup, (runs) => onRun('repeat', runs, { rule }));
    return { ...found, told: atOnce(repetition) };
  }
  const goal = plan.keepGoing ? sameRule : sameOrPlainer;
  const {
    trial: shortest,
    symptom: last,
    ...told
  } = await tell(found, {
    setup,
    quick,
    goal,
    time: timeToTell(left),
    onRun: (phase, runs) => onRun(phase, runs, { rule }),
  });
  return { trial: shortest, symptom: last, discovery, told };
};

/** Writes a new counterexample to a file, where it is to be. */
const save = (ended: Ended, { regressions }: Telling['plan']): Ended => {
  const { trial, symptom, discovery } = ended;
  // A scenario alone would not show that state is kept, and without a fault it is played anyway.
  const isSaved = symptom.key !== keepsStateSymptom.key && discovery.run !== undefined && discovery.run > 0;
  if (regressions === undefined || !isSaved) return ended;
  const file = regressionFile(regressions, symptom, trial.scenario);
  try {
    writeWhole(file, asFailure(ended).file);
  } catch {
    // That the client broke, and how, is told all the same, and that it is not saved.
    return ended;
  }
  return { ...ended, discovery: { ...discovery, file } };
};

const asFailure = ({ trial, symptom, discovery, told }: Ended, others?: readonly CheckFailed[]): CheckFailed =>
  failureOf(trial, symptom, discovery, told, others);
