import * as fc from 'fast-check';
import type { EventNumbers } from './generate-events.ts';
import type { SettingsNumbers } from './generate-settings.ts';
import type { Step } from './service.ts';
import { shrink } from './shrink.ts';
import { type Divergence, runNumbers, type Outcome } from './run-history.ts';

/** Looks for a history to which the core and the reference answer differently. */

const number = fc.nat(65_535);

const settingsNumbers: fc.Arbitrary<SettingsNumbers> = fc.record({
  changes: fc.array(fc.tuple(number, number), { maxLength: 20, size: 'max' }),
  facts: fc.tuple(number, number, number, number, number),
});

const eventNumbers: fc.Arbitrary<readonly EventNumbers[]> = fc.array(
  fc.tuple(fc.nat(99), number, number, number, number, number),
  { minLength: 1, maxLength: 48, size: 'max' },
);

export interface Search {
  readonly seed: number;
  /** Ends with the history that reaches it. */
  readonly steps: number;
  /** What the core is; another than the real one shows that the search finds faults. */
  readonly step?: Step;
  /** Sees every history that both answer alike. */
  readonly onHistory?: (outcome: Outcome, steps: number) => void;
}

export interface Found {
  readonly steps: number;
  readonly histories: number;
  readonly divergence: Divergence | undefined;
}

/** Shrinking by numbers only has to bring a history down to where shortening by events takes over. */
const shrinkings = 150;

/** Histories one after the other until there are enough steps, or one diverges; that one is made short. */
export const search = ({ seed, steps, step, onHistory }: Search): Found => {
  const state: { done: number; histories: number; last: Divergence | undefined; shrunk: number } = {
    done: 0,
    histories: 0,
    last: undefined,
    shrunk: 0,
  };
  const property = fc.property(settingsNumbers, eventNumbers, (settings, events) => {
    const isShrinking = state.last !== undefined;
    if (isShrinking) state.shrunk += 1;
    if (isShrinking ? state.shrunk > shrinkings : state.done >= steps) return true;
    const outcome = runNumbers(settings, events, step);
    if (!isShrinking) {
      state.done += outcome.history.events.length;
      state.histories += 1;
    }
    if (outcome.divergence === undefined) {
      if (!isShrinking) onHistory?.(outcome, state.done);
      return true;
    }
    state.last = outcome.divergence;
    return false;
  });
  for (let round = 0; state.done < steps && state.last === undefined; round += 1) {
    fc.check(property, { seed: seed + round, numRuns: 500, unbiased: true });
  }
  const { done, histories, last } = state;
  return { steps: done, histories, divergence: last === undefined ? undefined : shrink(last, step) };
};
