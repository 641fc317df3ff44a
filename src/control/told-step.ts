import type { Step } from '../language/ast.ts';
import { isFields } from '../language/data.ts';
import { joinMisuses, type Problem } from '../language/problem.ts';
import { checkStep } from '../language/schema.ts';
import { placeStep, type StepDraft } from '../language/schema/steps.ts';
import { findTriggers } from '../language/step-keys.ts';
import type { Source } from '../language/yaml-source.ts';
import { Misuse } from '../misuse.ts';

/** A step as it was told: in the words of a scenario file. Its place is still to come. */
export type ToldStep = (place: string) => Step;

/**
 * Reads a step that is told while a simulation runs. With `at`, `after` or `on` it waits, as in a scenario; without them it
 * happens now, or with `wait` so much later.
 */
export const readToldStep = (source: Source): ToldStep => {
  const { value } = source;
  const isFromNow = isFields(value) && !findTriggers(value, 'step').length;
  const checked = checkStep(isFromNow ? countFromStart(value) : value);
  if (!checked.ok) throw refuse(source, isFromNow ? checked.problems.map(nameWait) : checked.problems);
  const draft = isFromNow ? countFromNow(checked.value) : checked.value;
  return (place) => placeStep(draft, (...path) => [place, ...path].join(' '));
};

/** The same schema reads it: there, times count from the start. */
const countFromStart = ({ wait = '0s', ...step }: Readonly<Record<string, unknown>>): unknown => ({
  ...step,
  at: wait,
});

const countFromNow = (draft: StepDraft): StepDraft => {
  const { trigger } = draft;
  return trigger.kind === 'at' ? { ...draft, trigger: { ...trigger, kind: 'wait' } } : draft;
};

const nameWait = (problem: Problem): Problem =>
  problem.path[0] === 'at' ? { ...problem, path: ['wait', ...problem.path.slice(1)] } : problem;

const refuse = ({ findOffset, placeOf }: Source, problems: readonly Problem[]): Misuse =>
  joinMisuses(
    problems.map(
      ({ path, onKey, what, hint }) => new Misuse('SCENARIO_INVALID', placeOf(findOffset(path, onKey)), what, hint),
    ),
  );
