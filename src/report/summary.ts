import { showDuration } from '../spec/time.ts';
import { describeAssumed, type Result, showReal } from './result.ts';
import type { Paint } from './terminal.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The end of a run; its last line stays as it is, since scripts look for it. */
export const describeSummary = (results: readonly Result[], paint: Paint): string => {
  const passed = results.filter(({ report }) => report.verdict === 'kept').length;
  const failed = results.length - passed;
  const assumed = [...new Set(results.flatMap(({ report }) => report.assumed))].sort();
  const virtual = showDuration(sum(results.map(({ report }) => report.elapsed)));
  const real = showReal(sum(results.map((result) => result.real)));
  return [
    '',
    ...(assumed.length > 0 ? [describeAssumed(assumed)] : []),
    `total  virtual ${virtual}  real ${real}`,
    paint(failed === 0 ? 'green' : 'red', `${passed} passed, ${failed} failed`),
  ].join('\n');
};
