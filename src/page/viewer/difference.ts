import type { Entry } from '../../trace/entry.ts';
import { linesOf } from '../../trace/lines.ts';
import { showDuration } from '../../spec/time.ts';

interface Differing {
  readonly entry: number;
  readonly at: number;
  readonly tells: string;
}

/** Ids are another in each simulation, and no difference by themselves. */
const id = /\b[0-9a-f]{8}\b/g;

/** Where two runs first differ, in each of them; undefined where they do not. */
export const findDifference = (
  left: readonly Entry[],
  right: readonly Entry[],
): readonly [Differing, Differing] | undefined => {
  const [one, other] = [linesOf(left), linesOf(right)];
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const [a, b] = [one[index], other[index]];
    if (a && b && a.at === b.at && a.text.replace(id, '') === b.text.replace(id, '')) continue;
    const tell = (lines: typeof one, its: typeof a): Differing => {
      const last = lines.at(-1);
      if (its) return { entry: its.entry, at: its.at, tells: `${showDuration(its.at)} ${its.text}` };
      return { entry: last?.entry ?? 0, at: last?.at ?? 0, tells: 'it ends here, and the other goes on' };
    };
    return [tell(one, a), tell(other, b)];
  }
  return undefined;
};
