import * as fc from 'fast-check';
import type { step } from '../../../src/core/step.ts';
import type { EventDraw } from '../../oracle/draw-events.ts';
import type { SettingsDraw } from '../../oracle/draw-settings.ts';
import { tellDraws } from '../../oracle/tell.ts';
import { createRecorder } from './record-history.ts';
import type { Run } from './whole-run.ts';

/** Histories as the oracle draws them, over all readings of the open points, each as the trace it would leave. */

const number = fc.nat(65_535);

const settingsDraws: fc.Arbitrary<SettingsDraw> = fc.record({
  changes: fc.array(fc.tuple(number, number), { maxLength: 16, size: 'max' }),
  facts: fc.tuple(number, number, number, number, number),
});

const eventDraws: fc.Arbitrary<readonly EventDraw[]> = fc.array(
  fc.tuple(fc.nat(99), number, number, number, number, number),
  { minLength: 1, maxLength: 48, size: 'max' },
);

/** Plays histories until `see` answers false, or there were enough. */
export const playHistories = (
  { seed, most, service }: { readonly seed: number; readonly most: number; readonly service?: typeof step },
  see: (run: Run) => boolean,
): void => {
  fc.check(
    fc.property(settingsDraws, eventDraws, (settings, events) => {
      const recorder = createRecorder(service);
      tellDraws(settings, events, recorder.step);
      recorder.end();
      return see({ entries: recorder.entries, context: recorder.context() });
    }),
    { seed, numRuns: most, unbiased: true, endOnFailure: true },
  );
};
