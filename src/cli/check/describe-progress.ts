import type { Progress } from './run-check.ts';
import type { CheckOrder } from './summary.ts';

const doing: Readonly<Partial<Record<Progress['phase'], string>>> = {
  shrink: 'shrinking',
  explain: 'explaining',
  repeat: 'repeating',
  recommend: 'shrinking',
};

const tellingPhases: ReadonlySet<Progress['phase']> = new Set(['shrink', 'explain', 'repeat']);

/** Whether there is a counterexample by now. */
export const isCounterexampleTold = (phase: Progress['phase']): boolean => tellingPhases.has(phase);

/** The line that is shown while a check goes on; `real` is for how many milliseconds it has. */
export const describeProgress = (progress: Progress, order: CheckOrder, real: number): string => {
  const { phase, runs, replayed, met } = progress;
  if (phase === 'replay') return `playing what broke it before: ${replayed}`;
  const of = order.runs === undefined ? '' : `/${order.runs}`;
  const extent = `${runs}${of} scenarios  ${Math.round((runs * 1000) / Math.max(real, 1))}/s  coverage ${Math.floor(met * 100)} %`;
  return `${describeTelling(progress)}${extent}`;
};

/** What is made short at the moment stands first: the end of the line may not be seen. */
const describeTelling = ({ phase, telling }: Progress): string => {
  const what = doing[phase];
  if (what === undefined || telling === undefined) return '';
  const why = isCounterexampleTold(phase) ? `broke ${telling.rule}` : `${telling.rule} is not followed`;
  return `${why}: ${what}, run ${telling.runs}  `;
};
