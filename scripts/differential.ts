/**
 * Tells random histories to the core and to the independent reference in test/oracle, and compares every answer:
 *   npx tsx scripts/differential.ts --steps 1000000 --seed 1
 * Exit code 1 when the two differ; the history is then shown as short as it gets.
 */
import { emptyCoverage, gapsIn, note } from '../test/oracle/coverage.ts';
import { describeDivergence } from '../test/oracle/describe.ts';
import { search } from '../test/oracle/search.ts';
import { parseOptions } from './parse-options.ts';

const { values } = parseOptions({
  options: { steps: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
});
const steps = Number(values.steps);
const seed = Number(values.seed);
if (!Number.isSafeInteger(steps) || !Number.isSafeInteger(seed) || steps < 1) {
  throw new RangeError('--steps and --seed take whole numbers, --steps at least 1');
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const begun = performance.now();
const seconds = (): number => (performance.now() - begun) / 1000;
const coverage = emptyCoverage();
let histories = 0;
let shown = 0;

const found = search({
  seed,
  steps,
  onHistory: (outcome, done) => {
    note(coverage, outcome, histories);
    histories += 1;
    if (done - shown < steps / 10) return;
    shown = done;
    say(`${done} steps, ${Math.round(done / seconds())} a second`);
  },
});

for (const [name, times] of coverage) say(`${String(times).padStart(9)}  ${name}`);
const gaps = gapsIn(coverage);
say(gaps.length === 0 ? 'nothing was left out' : `never met: ${gaps.join('; ')}`);
say(`seed ${seed}, ${found.steps} steps, ${found.histories} histories, ${seconds().toFixed(1)} s`);
if (found.divergence === undefined) {
  say('core and reference agree');
} else {
  say(describeDivergence(found.divergence));
  process.exitCode = 1;
}
