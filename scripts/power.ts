/**
 * How many of our wrong clients a check finds, how soon, and which correct ones it accuses:
 * `npx tsx scripts/power.ts [--seeds 1,2,3,4,5] [--runs 1000] [--only name] [--workers 2] [--json file] [--page]`
 *
 * What is found out is written to the file after each client and seed, and a file that is there is continued; it knows nothing
 * of what has changed in the code since. `--page` writes docs/power.md once nothing is missing, and beside its test the
 * counterexamples that this replays.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { groupBy } from '../src/rules/history/selectors.ts';
import { writePage } from './power/page.ts';
import { addAnswer, type Answer, readResults, saveResults, tasksLeft } from './power/results.ts';
import { work } from './power/work.ts';
import { parseOptions } from './parse-options.ts';
import { shareOut } from './share-out.ts';
import { tellAlarms, tellMissed, tellShares } from './power/tables.ts';

const { values } = parseOptions({
  options: {
    seeds: { type: 'string', default: '1,2,3,4,5' },
    runs: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: String(availableParallelism()) },
    json: { type: 'string' },
    page: { type: 'boolean', default: false },
  },
});
const { json: file, only } = values;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const describe = (answer: Answer): string => {
  if ('row' in answer) {
    const { name, seed, any, seconds } = answer.row;
    const found = any === undefined ? 'nothing' : `${any.by.join(' ')} in scenario ${any.scenario}`;
    return `${name}, seed ${seed}: ${found}, ${seconds.toFixed(1)} s`;
  }
  const { name, example } = answer;
  return `${name}: ${example === null ? 'no counterexample' : `${example.rule} by ${example.steps || 'nothing'}`}`;
};

let results = readResults(file, { runs: Number(values.runs), seeds: values.seeds.split(',').map(Number) });
const tasks = tasksLeft(results, only);
let over = 0;
const byClient = [...groupBy(tasks, ({ name }) => name).values()];
const failures = await shareOut(byClient, Number(values.workers), work, (answer) => {
  results = addAnswer(results, answer);
  if (file !== undefined) saveResults(file, results);
  over += 1;
  say(`${over}/${tasks.length}  ${describe(answer)}`);
});
say(['', ...tellShares(results), ...tellMissed(results), '', ...tellAlarms(results)].join('\n'));
for (const { task, why } of failures) {
  say(`\n${task.name}, ${task.aim === 'measure' ? `seed ${task.seed}` : 'its counterexample'}, failed: ${why}`);
}
const missing = tasksLeft(results, '').length;
if (values.page && missing > 0) say(`\nno page is written: ${missing} of the tasks are missing`);
if (values.page && missing === 0) {
  const root = join(import.meta.dirname, '..');
  const found = Object.entries(results.examples).filter(([, example]) => example !== null);
  writeFileSync(join(root, 'docs/power.md'), writePage(results));
  const lines = found.map(([client, example]) => `${JSON.stringify({ client, ...example })}\n`);
  writeFileSync(join(root, 'test/check/power.jsonl'), lines.join(''));
}
process.exit(failures.length === 0 && (!values.page || missing === 0) ? 0 : 1);
