/** Plants faults in the service, one at a time, and tells which of them no test notices. See docs/mutation.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { explained } from './mutate/explained.ts';
import { type Fault, faultsIn } from './mutate/faults.ts';
import { root } from './mutate/modules.ts';
import { renderFindings, type Score, scoresOn } from './mutate/page.ts';
import { targets, testFolders, testsIn } from './mutate/targets.ts';
import { type Outcome, tryAll } from './mutate/trials.ts';
import type { Task } from './mutate/worker.ts';
import { parseOptions } from './parse-options.ts';

const { values: options } = parseOptions({
  options: {
    only: { type: 'string', multiple: true },
    tests: { type: 'string', multiple: true, default: testFolders },
    quick: { type: 'boolean', default: false },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const files = targets().filter((file) => options.only?.some((part) => file.startsWith(part)) ?? true);
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
  done += 1;
  if (done % 250 === 0) say(`${done} of ${tasks.length} tried, ${survivors.length} survived`);
  if (caughtBy !== undefined) return;
  survivors.push(fault);
  if (!foreseen.has(nameOf(fault))) say(`survived: ${fault.file}:${fault.line}\n  ${fault.mutation}`);
};

say(`${tasks.length} faults in ${files.length} files`);
await tryAll({ testFiles: testsIn(options.tests), quickOnly: options.quick }, tasks, Number(options.threads), note);

const scores: readonly Score[] = files
  .map((file) => ({
    file,
    planted: tasks.filter(({ fault }) => fault.file === file).length,
    survived: survivors.filter((fault) => fault.file === file).length,
  }))
  .filter(({ planted }) => planted > 0);
const unexplained = survivors.filter((fault) => !foreseen.has(nameOf(fault)));
const alive = new Set(survivors.map(nameOf));
const idle = [...foreseen].filter((name) => files.includes(name.slice(0, name.indexOf(':'))) && !alive.has(name));

for (const { file, planted, survived } of scores) say(`${file}: ${planted - survived} of ${planted} caught`);
for (const name of idle) say(`explained, and yet caught or gone: ${name}`);
say(
  `${tasks.length - survivors.length} of ${tasks.length} caught, ${unexplained.length} survivors without explanation`,
);

const isClean = unexplained.length + idle.length === 0;
if (isClean && !options.quick && options.tests === testFolders) {
  const page = resolve(root, 'docs/mutation.md');
  const before = existsSync(page) ? scoresOn(readFileSync(page, 'utf8')) : [];
  const known = new Map([...before, ...scores].map((score) => [score.file, score]));
  const ordered = targets().flatMap((file) => known.get(file) ?? []);
  writeFileSync(page, renderFindings(ordered));
}
process.exitCode = isClean ? 0 : 1;
