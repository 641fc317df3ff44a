import { Misuse } from '../misuse.ts';
import type { Scenario } from './ast.ts';
import { joinMisuses } from './problem.ts';
import { checkScenario } from './schema.ts';
import { parseSource } from './yaml-source.ts';

/**
 * Reads one scenario from the text of a file, YAML or JSON. Pure: nothing is opened, `file` only names places.
 *
 * @param text what the file says, for example `name: plain import`
 * @param file the name that messages and steps give as their place, `file:line:col`
 * @returns the scenario as plain data, with all defaults filled in
 * @throws Misuse SCENARIO_INVALID with every problem of the file, one in each line
 * @example
 * readScenario('{ name: late, steps: [{ on: notification, elapse: 61m }] }', 'late.yaml').steps[0]?.place
 * // 'late.yaml:1:24'
 */
export const readScenario = (text: string, file: string): Scenario => {
  const { value, findOffset, placeOf } = parseSource(text, file);
  const checked = checkScenario(value);
  if (checked.ok) {
    const { steps, ...story } = checked.value;
    const placed = steps.map((step, index) => ({ ...step, place: placeOf(findOffset(['steps', index], false)) }));
    return { ...story, source: file, steps: placed };
  }
  const [first, ...rest] = checked.problems
    .map(({ path, onKey, what, hint }) => ({ offset: findOffset(path, onKey), what, hint }))
    .sort((one, other) => one.offset - other.offset)
    .map(({ offset, what, hint }) => new Misuse('SCENARIO_INVALID', placeOf(offset), what, hint));
  if (first === undefined) throw new RangeError('a refusal without a problem');
  throw joinMisuses(first, rest);
};
