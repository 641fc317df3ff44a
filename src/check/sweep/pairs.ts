import type { Step } from '../../language/ast.ts';
import type { Demand } from './blows.ts';
import type { Stroke } from './stroke.ts';
import type { SweepCell } from './sweep-report.ts';

/** Far from all of the numbers that pairs are counted with, so that a few of them are from everywhere. */
const stride = 7919;

/**
 * Pairs of things that the client bears one at a time, spread evenly over all there are. After what leaves nothing to be
 * had, nothing more can go wrong.
 */
export const pairUp = (strokes: readonly Stroke[], cells: readonly SweepCell[], most: number): readonly Stroke[] => {
  const borne = strokes.filter(({ steps }, index) => {
    const cell = cells[index];
    return cell?.ended === 'finished' && cell.verdict === 'survived' && !steps.some(isEndOfAll);
  });
  const total = (borne.length * (borne.length - 1)) / 2;
  if (total === 0) return [];
  const step = coprime(stride, total);
  return Array.from({ length: Math.min(most, total) }, (_, index) => pairOf(borne, (index * step) % total)).flat();
};

/** Steps of that length come to every place before they come to one again. */
const coprime = (wanted: number, total: number): number => {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  return divisor(wanted, total) === 1 ? wanted : coprime(wanted + 2, total);
};

/** The pairs in order: 0-1, 0-2, 1-2, 0-3, … */
const pairOf = (strokes: readonly Stroke[], number: number): readonly Stroke[] => {
  let second = Math.floor((1 + Math.sqrt(1 + 8 * number)) / 2);
  while ((second * (second - 1)) / 2 > number) second -= 1;
  const first = number - (second * (second - 1)) / 2;
  const [one, other] = [strokes[first], strokes[second]];
  return one === undefined || other === undefined ? [] : [together(one, other)];
};

/** Without its profile there is no application that anything else could be done to. */
const isEndOfAll = ({ action }: Step): boolean => action.do === 'deleteProfile';

const together = (one: Stroke, other: Stroke): Stroke => ({
  what: `${one.what} + ${other.what}`,
  moment: one.moment === other.moment ? one.moment : `${one.moment} + ${other.moment}`,
  steps: [...one.steps, ...other.steps].map((step, index) => ({ ...step, place: `${index + 1}: ${step.place}` })),
  demand: demandOf(one.demand, other.demand),
});

/** Of two faults at once nobody says that a client has to get through them. */
const demandOf = (one: Demand, other: Demand): Demand => (one === 'end' || other === 'end' ? 'end' : 'either');
