/**
 * Runs correct clients of different build through many scenarios, and every rule is judged: none may break.
 * `npx tsx scripts/no-false-alarm.ts [--runs 100000] [--seed 1] [--only name] [--workers 2]`
 */
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { baseline, profileClient } from '../src/check/client-profile.ts';
import type { Shard } from '../src/check/hands.ts';
import { loadFastCheck } from '../src/check/load-fast-check.ts';
import { readOptions } from '../src/check/options.ts';
import { search } from '../src/check/search.ts';
import { writeReplay } from '../src/check/trial/kept-state.ts';
import { runTrial } from '../src/check/trial/run-trial.ts';
import type { Trial } from '../src/check/trial/trial.ts';
import { withTransport } from '../src/check/trial/with-transport.ts';
import { describeStep } from '../src/language/describe-step.ts';
import { correctClients, transportOf } from '../test/rules/clients/correct-clients.ts';
import { shareOut } from './share-out.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: String(availableParallelism()) },
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
  const plan = readOptions(client, { seed, runs, shard, transport: transportOf(name), rules: 'all' }, 'no-false-alarm');
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
    return `${name}: ${done} scenarios, ${alarms} alarms, ${givenUp} given up, ${each.toFixed(1)} ms each`;
  });
  const all = sumOf(answers, ({ done }) => done);
  const alarms = sumOf(answers, (one) => one.alarms.length);
  return [...lines, `${lines.length} clients, seed ${seed}: ${all} scenarios, ${alarms} alarms`].join('\n');
};

const answers: Answer[] = [];
const tasks = listTasks();
const each = tasks.map((task) => [task]);
const failures = await shareOut(each, Number(values.workers), work, (answer) => {
  answers.push(answer);
  for (const alarm of answer.alarms) process.stdout.write(`${alarm}\n\n`);
  const { name, shard, done, seconds } = answer;
  const part = `${name}, part ${shard.index} of ${shard.of}`;
  process.stdout.write(`${answers.length}/${tasks.length}  ${part}: ${done} scenarios, ${seconds.toFixed(1)} s\n`);
});
process.stdout.write(`\n${summarize(answers)}\n`);
for (const { task, why } of failures) process.stdout.write(`${task.name} failed: ${why}\n`);
process.exit(failures.length > 0 || answers.some(({ alarms }) => alarms.length > 0) ? 1 : 0);
