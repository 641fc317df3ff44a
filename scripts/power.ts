/**
 * How many of our wrong clients a check finds, and how soon:
 * `npx tsx scripts/power.ts [--seeds 0,1,2] [--runs 1000] [--only name] [--workers 2] [--json file] [--page]`
 *
 * What is found out is written to the file after each client and seed, and a file that is there is continued; it knows nothing
 * of what has changed in the code since. `--page` writes docs/power.md once nothing is missing, and beside its test the
 * counterexamples that this replays.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { writePage } from './power/page.ts';
import { addAnswer, type Answer, readResults, saveResults, type Task, tasksLeft } from './power/results.ts';
import { tellMissed, tellShares } from './power/tables.ts';
import { work } from './power/work.ts';
import { parseOptions } from './parse-options.ts';
import { shareOut } from './share-out.ts';

const { values } = parseOptions({
  options: {
    seeds: { type: 'string', default: '0,1,2' },
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
/** To start a process takes longer than most of its tasks: each has some, those of one client next to each other. */
const tasksOfProcess = 60;
const parts = Array.from({ length: Math.ceil(tasks.length / tasksOfProcess) }, (_, part): readonly Task[] =>
  tasks.slice(part * tasksOfProcess, (part + 1) * tasksOfProcess),
);
const failures = await shareOut(parts, Number(values.workers), work, (answer) => {
  results = addAnswer(results, answer);
  if (file !== undefined) saveResults(file, results);
  over += 1;
  say(`${over}/${tasks.length}  ${describe(answer)}`);
});
say(['', ...tellShares(results), ...tellMissed(results)].join('\n'));
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
