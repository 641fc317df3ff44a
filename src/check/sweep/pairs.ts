import type { Step } from '../../language/ast.ts';
import type { Injection } from './injection.ts';
import type { SweepCell } from './sweep-report.ts';

/**
 * Pairs of faults that the client survives one at a time, spread evenly over all there are. After what leaves nothing to be
 * had, nothing more can go wrong.
 */
export const pairUp = (
  injections: readonly Injection[],
  cells: readonly SweepCell[],
  most: number,
): readonly Injection[] => {
  const survived = injections.filter(({ steps }, index) => {
    const cell = cells[index];
    return cell?.ended === 'finished' && cell.verdict === 'survived' && !steps.some(isEndOfAll);
  });
  const pairs = survived.flatMap((one, index) => survived.slice(index + 1).map((other) => [one, other] as const));
  const wanted = Math.min(most, pairs.length);
  return Array.from({ length: wanted }, (_, index) => pairs[Math.floor((index * pairs.length) / wanted)])
    .filter((pair) => pair !== undefined)
    .map(together);
};

/** Without its profile there is no application that anything else could be done to. */
const isEndOfAll = ({ action }: Step): boolean => action.do === 'deleteProfile';

/** Of two faults at once nobody says that a client has to get through them. */
const together = ([one, other]: readonly [Injection, Injection]): Injection => ({
  what: `${one.what} + ${other.what}`,
  moment: one.moment === other.moment ? one.moment : `${one.moment} + ${other.moment}`,
  steps: [...one.steps, ...other.steps].map((step, index) => ({ ...step, place: `${index + 1}: ${step.place}` })),
  demand: one.demand === 'end' || other.demand === 'end' ? 'end' : 'either',
});
