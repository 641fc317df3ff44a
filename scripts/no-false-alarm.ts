/**
 * Runs correct clients of different build through many scenarios, and every rule is judged: none may break.
 * `npx tsx scripts/no-false-alarm.ts [--runs 100000] [--seed 1] [--only name] [--workers 2] [--json file]`
 *
 * What has been run is written to the file after each part, and a file that is there is continued: a run that was broken off
 * goes on where it was. It knows nothing of what has changed in the code since.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { baseline, profileClient } from '../src/check/client-profile.ts';
import type { Shard } from '../src/check/shards.ts';
import { loadFastCheck } from '../src/check/load-fast-check.ts';
import { readOptions as readCheckOptions } from '../src/check/options.ts';
import { search } from '../src/check/search.ts';
import { writeReplay } from '../src/check/trial/kept-state.ts';
import { runTrial } from '../src/check/trial/run-trial.ts';
import type { Trial } from '../src/check/trial/trial.ts';
import { withTransport } from '../src/check/trial/with-transport.ts';
import { describeStep } from '../src/language/describe-step.ts';
import { correctClients, transportOf } from '../test/rules/clients/correct-clients.ts';
import { parseOptions } from './parse-options.ts';
import { shareOut } from './share-out.ts';

const { values } = parseOptions({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: String(availableParallelism()) },
    json: { type: 'string' },
  },
});
const seed = Number(values.seed);

/** A part of one client's scenarios. */
interface Task {
  readonly name: string;
  readonly runs: number;
  readonly shard: Shard;
}

interface Answer extends Task {
  readonly done: number;
  readonly givenUp: number;
  readonly alarms: readonly string[];
  readonly seconds: number;
}

/** By `fetch` alone a run costs about a quarter: with these parts all clients take as long. */
const parts = { fetch: 4, sockets: 1 };
const atOnce = 1000;

const listTasks = (): readonly Task[] => {
  const names = Object.keys(correctClients).filter((name) => name.includes(values.only));
  const sum = names.reduce((all, name) => all + parts[transportOf(name)], 0);
  const shared = names.map((name) => {
    const runs = Math.ceil((Number(values.runs) * parts[transportOf(name)]) / sum);
    const of = Math.ceil(runs / atOnce);
    return Array.from({ length: of }, (_, at): Task => ({ name, runs, shard: { index: at + 1, of } }));
  });
  // Of each client something first, so that a run that is broken off has met all of them.
  return shared.flat().sort((one, other) => one.shard.index / one.shard.of - other.shard.index / other.shard.of);
};

const work = async (task: Task): Promise<Answer> => {
  const { name, runs, shard } = task;
  const client = correctClients[name];
  if (client === undefined) throw new Error(`there is no client ${name}`);
  const began = performance.now();
  const plan = readCheckOptions(
    client,
    { seed, runs, shard, transport: transportOf(name), rules: 'all' },
    'no-false-alarm',
  );
  const fc = await loadFastCheck('no-false-alarm');
  const alarms: string[] = [];
  let done = 0;
  let givenUp = 0;
  const note = (trial: Trial): void => {
    done += 1;
    if (trial.isGivenUp) givenUp += 1;
    if (trial.symptoms.length > 0) alarms.push(describeAlarm(name, trial));
  };
  await withTransport(plan, async (setup) => {
    const first = await runTrial(baseline, setup);
    if (first.symptoms.length > 0) alarms.push(describeAlarm(name, first));
    const profile = await profileClient(first, setup);
    await search(fc, { plan, setup, profile, isLast: () => false, isTime: () => true, onTrial: note });
  });
  return { ...task, done, givenUp, alarms, seconds: (performance.now() - began) / 1000 };
};

const describeAlarm = (name: string, { symptoms, scenario }: Trial): string =>
  [
    `ALARM ${name}`,
    ...symptoms.flatMap((one) => [`  ${one.key} ${one.name}`, ...one.evidence.map((line) => `    ${line}`)]),
    ...scenario.steps.map((step) => `  - ${describeStep(step)}`),
    ...symptoms.slice(0, 1).map((symptom) => `  replay: ${writeReplay(scenario, symptom)}`),
  ].join('\n');

const summarize = (answers: readonly Answer[]): string => {
  const sumOf = (of: readonly Answer[], read: (one: Answer) => number): number =>
    of.reduce((sum, one) => sum + read(one), 0);
  const lines = [...new Set(answers.map(({ name }) => name))].map((name) => {
    const own = answers.filter((one) => one.name === name);
    const done = sumOf(own, (one) => one.done);
    const each = (1000 * sumOf(own, ({ seconds }) => seconds)) / done;
    const alarms = sumOf(own, (one) => one.alarms.length);
    const givenUp = sumOf(own, (one) => one.givenUp);
    const minutes = sumOf(own, ({ seconds }) => seconds) / 60;
    return `${name}: ${done} scenarios, ${alarms} alarms, ${givenUp} given up, ${minutes.toFixed(1)} min, ${each.toFixed(1)} ms each`;
  });
  const all = sumOf(answers, ({ done }) => done);
  const alarms = sumOf(answers, (one) => one.alarms.length);
  const minutes = sumOf(answers, ({ seconds }) => seconds) / 60;
  const total = `${lines.length} clients, seed ${seed}: ${all} scenarios, ${alarms} alarms, ${minutes.toFixed(1)} min of work`;
  return [...lines, total].join('\n');
};

const wanted = { runs: Number(values.runs), seed, only: values.only };

/** What an earlier run has come to, if it was to do the same. */
const readAnswers = (file: string | undefined): readonly Answer[] => {
  if (file === undefined || !existsSync(file)) return [];
  const { answers: before, ...done } = JSON.parse(readFileSync(file, 'utf8')) as typeof wanted & { answers: Answer[] };
  if (JSON.stringify(done) === JSON.stringify(wanted)) return before;
  throw new Error(`${file} is of ${JSON.stringify(done)}: go on with that, or take another file`);
};

/** Never half of it, whenever the process ends. */
const saveAnswers = (file: string): void => {
  writeFileSync(`${file}.new`, `${JSON.stringify({ ...wanted, answers })}\n`);
  renameSync(`${file}.new`, file);
};

const answers: Answer[] = [...readAnswers(values.json)];
const began = performance.now();
const all = listTasks();
const isDone = ({ name, shard }: Task): boolean =>
  answers.some((one) => one.name === name && one.shard.index === shard.index);
const tasks = all.filter((task) => !isDone(task));
const each = tasks.map((task) => [task]);
const failures = await shareOut(each, Number(values.workers), work, (answer) => {
  answers.push(answer);
  if (values.json !== undefined) saveAnswers(values.json);
  for (const alarm of answer.alarms) process.stdout.write(`${alarm}\n\n`);
  const { name, shard, done, seconds } = answer;
  const part = `${name}, part ${shard.index} of ${shard.of}`;
  const left =
    ((performance.now() - began) / (answers.length - all.length + tasks.length)) * (all.length - answers.length);
  const soon = `${(left / 60_000).toFixed(0)} min left`;
  process.stdout.write(
    `${answers.length}/${all.length}  ${part}: ${done} scenarios, ${seconds.toFixed(1)} s; ${soon}\n`,
  );
});
process.stdout.write(`\n${summarize(answers)}\n`);
for (const { task, why } of failures) process.stdout.write(`${task.name} failed: ${why}\n`);
process.exit(failures.length > 0 || answers.some(({ alarms }) => alarms.length > 0) ? 1 : 0);
