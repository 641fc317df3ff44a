import type { Scenario } from '../../language/ast.ts';
import { refuse } from '../../misuse.ts';
import { suggest } from '../../nearest.ts';
import type { SimulateOptions } from '../../simulation/options.ts';

/** The clocks of a client that is out of reach. */
export type ServedClock = Exclude<NonNullable<SimulateOptions['clock']>, 'own' | 'adopt'>;

const names = ['real', 'manual', 'movable', 'leaping'] as const;

/** `real`, `scaled:60` … Throws Misuse BAD_OPTION. */
export const readClock = (typed = 'real'): ServedClock => {
  const known = names.find((name) => name === typed);
  if (known !== undefined) return known;
  const [, factor] = /^scaled:(\d{1,6}(?:\.\d{1,3})?)$/.exec(typed) ?? [];
  if (factor !== undefined && Number(factor) > 0) return { scaled: Number(factor) };
  const hint = typed.startsWith('scaled')
    ? 'write scaled:60 for a minute in each second'
    : suggest(typed, [...names, 'scaled:60']);
  throw refuse('--clock', `${JSON.stringify(typed)} is no clock`, hint);
};

/** A step that lets time pass needs a clock that can be moved. Throws Misuse BAD_OPTION. */
export const requireMovable = (clock: ServedClock, { steps }: Pick<Scenario, 'steps'>): void => {
  if (clock !== 'real') return;
  const all = steps.flatMap((step) => [step, ...(step.followers ?? [])]);
  const stopped = all.find(({ action }) =>
    action.do === 'together' ? action.actions.some((one) => one.do === 'elapse') : action.do === 'elapse',
  );
  if (stopped === undefined) return;
  const what = 'this lets time pass, and real time cannot be moved';
  throw refuse(stopped.place, what, 'add --clock movable, or another clock than real');
};
