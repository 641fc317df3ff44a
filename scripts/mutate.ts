/**
 * Plants faults in the service and in the rules, one at a time, and tells which of them no test notices. See docs/mutation.md.
 * `--accept` writes the page although more faults survive in a file of the rules than it counts.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { explained } from './mutate/explained.ts';
import { type Fault, faultsIn, nothingIn } from './mutate/faults.ts';
import { root } from './mutate/modules.ts';
import { renderFindings, type Score, scoresOn } from './mutate/page.ts';
import { filesIn, targetOf, targets, testsIn } from './mutate/targets.ts';
import { noEnd, type Outcome, tryAll } from './mutate/trials.ts';
import type { Task } from './mutate/worker.ts';
import { parseOptions } from './parse-options.ts';

const { values: options } = parseOptions({
  options: {
    only: { type: 'string', multiple: true },
    tests: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const isAsked = (file: string): boolean => options.only?.some((part) => file.startsWith(part)) ?? true;
const files = targets.flatMap(filesIn).filter(isAsked);
const tasks: readonly Task[] = files.flatMap((file) => {
  const text = readFileSync(resolve(root, file), 'utf8');
  return faultsIn(file, text).map((fault) => ({ fault, text }));
});

const nameOf = ({ file, mutation }: Pick<Fault, 'file' | 'mutation'>): string => `${file}: ${mutation}`;

const foreseen = new Set(
  explained.flatMap(({ file, mutations }) => mutations.map((mutation) => nameOf({ file, mutation }))),
);

const survivors: Fault[] = [];
let done = 0;

const note = ({ task: { fault }, caughtBy }: Outcome): void => {
  if (fault.mutation === '') {
    if (caughtBy === undefined) return;
    throw new Error(
      `${caughtBy} fails with ${fault.file} as it is, once that is compiled to have faults planted in it`,
    );
  }
  done += 1;
  if (done % 250 === 0) say(`${done} of ${tasks.length} tried, ${survivors.length} survived`);
  if (caughtBy === noEnd) say(`never ends: ${fault.file}:${fault.line}\n  ${fault.mutation}`);
  if (caughtBy !== undefined) return;
  survivors.push(fault);
  if (!foreseen.has(nameOf(fault))) say(`survived: ${fault.file}:${fault.line}\n  ${fault.mutation}`);
};

say(`${tasks.length} faults in ${files.length} files`);
for (const target of targets) {
  const ofTarget = tasks.filter(({ fault }) => targetOf(fault.file) === target);
  if (ofTarget.length === 0) continue;
  const unchanged = [...new Map(ofTarget.map(({ fault: { file }, text }) => [file, text]))];
  const controls = unchanged.map(([file, text]) => ({ fault: nothingIn(file), text }));
  const tests = { testFiles: testsIn(options.tests ?? target.tests), quickOnly: options.quick };
  await tryAll(tests, [...controls, ...ofTarget], Number(options.threads), note);
}

const page = resolve(root, 'docs/mutation.md');
const before = new Map(
  (existsSync(page) ? scoresOn(readFileSync(page, 'utf8')) : []).map((score) => [score.file, score]),
);
const scores: readonly Score[] = files
  .map((file) => ({
    file,
    planted: tasks.filter(({ fault }) => fault.file === file).length,
    survived: survivors.filter((fault) => fault.file === file).length,
  }))
  .filter(({ planted }) => planted > 0);
const isCounted = (file: string): boolean => targetOf(file).survivors === 'counted';
const unexplained = survivors.filter((fault) => !isCounted(fault.file) && !foreseen.has(nameOf(fault)));
const alive = new Set(survivors.map(nameOf));
const idle = [...foreseen].filter((name) => files.includes(name.slice(0, name.indexOf(':'))) && !alive.has(name));
const weaker = scores.filter(
  ({ file, survived }) => isCounted(file) && survived > (before.get(file)?.survived ?? Number.POSITIVE_INFINITY),
);

for (const { file, planted, survived } of scores) say(`${file}: ${planted - survived} of ${planted} caught`);
for (const name of idle) say(`explained, and yet caught or gone: ${name}`);
for (const { file, survived } of weaker) {
  say(
    `${file}: ${survived} survive, ${before.get(file)?.survived} by docs/mutation.md: write a test, or --accept them`,
  );
}
say(
  `${tasks.length - survivors.length} of ${tasks.length} caught, ${unexplained.length} survivors without explanation`,
);

const isClean = unexplained.length + idle.length === 0 && (options.accept || weaker.length === 0);
if (isClean && !options.quick && options.tests === undefined) {
  const known = new Map([...before.values(), ...scores].map((score) => [score.file, score]));
  writeFileSync(page, renderFindings(targets.flatMap(filesIn).flatMap((file) => known.get(file) ?? [])));
}
process.exitCode = isClean ? 0 : 1;
