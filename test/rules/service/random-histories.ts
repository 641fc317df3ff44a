import * as fc from 'fast-check';
import type { step } from '../../../src/core/step.ts';
import type { EventNumbers } from '../../oracle/generate-events.ts';
import type { SettingsNumbers } from '../../oracle/generate-settings.ts';
import { runNumbers } from '../../oracle/run-history.ts';
import { createRecorder } from './record-history.ts';
import type { Run } from './whole-run.ts';

/** Histories as the oracle draws them, over all readings of the open points, each as the trace it would leave. */

const number = fc.nat(65_535);

const settingsNumbers: fc.Arbitrary<SettingsNumbers> = fc.record({
  changes: fc.array(fc.tuple(number, number), { maxLength: 16, size: 'max' }),
  facts: fc.tuple(number, number, number, number, number),
});

const eventNumbers: fc.Arbitrary<readonly EventNumbers[]> = fc.array(
  fc.tuple(fc.nat(99), number, number, number, number, number),
  { minLength: 1, maxLength: 48, size: 'max' },
);

/** Plays histories until `see` answers false, or there were enough. */
export const playHistories = (
  { seed, most, service }: { readonly seed: number; readonly most: number; readonly service?: typeof step },
  see: (run: Run) => boolean,
): void => {
  fc.check(
    fc.property(settingsNumbers, eventNumbers, (settings, events) => {
      const recorder = createRecorder(service);
      runNumbers(settings, events, recorder.step);
      recorder.end();
      return see({ entries: recorder.entries, context: recorder.context() });
    }),
    { seed, numRuns: most, unbiased: true, endOnFailure: true },
  );
};
