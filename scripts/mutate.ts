/** Plants faults in the service, one at a time, and tells which of them no test notices. See docs/mutation.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { explained, type Explanation } from './mutate/explained.ts';
import { type Fault, faultsIn } from './mutate/faults.ts';
import { root } from './mutate/modules.ts';
import { renderFindings } from './mutate/page.ts';
import { targets, testsIn } from './mutate/targets.ts';
import { type Outcome, tryAll } from './mutate/trials.ts';
import type { Task } from './mutate/worker.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    tests: { type: 'string', multiple: true, default: ['test/core', 'test/spec'] },
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

const explanationOf = ({ file, mutation }: Fault): Explanation | undefined =>
  explained.find((one) => one.file === file && one.mutations.includes(mutation));

const survivors: Fault[] = [];
let done = 0;

const note = ({ task: { fault }, caughtBy }: Outcome): void => {
  done += 1;
  if (done % 250 === 0) say(`${done} of ${tasks.length} tried, ${survivors.length} survived`);
  if (caughtBy !== undefined) return;
  survivors.push(fault);
  if (explanationOf(fault) === undefined) say(`survived: ${fault.file}:${fault.line}\n  ${fault.mutation}`);
};

say(`${tasks.length} faults in ${files.length} files`);
await tryAll({ testFiles: testsIn(options.tests), quickOnly: options.quick }, tasks, Number(options.threads), note);

const scores = files.map((file) => ({
  file,
  planted: tasks.filter(({ fault }) => fault.file === file).length,
  survived: survivors.filter((fault) => fault.file === file).sort((one, other) => one.start - other.start),
}));
const unexplained = survivors.filter((fault) => explanationOf(fault) === undefined);
const alive = new Set(survivors.map(({ file, mutation }) => `${file}: ${mutation}`));
const idle = explained
  .filter(({ file }) => files.includes(file))
  .flatMap(({ file, mutations }) => mutations.map((mutation) => `${file}: ${mutation}`))
  .filter((name) => !alive.has(name));

for (const { file, planted, survived } of scores) say(`${file}: ${planted - survived.length} of ${planted} caught`);
for (const name of idle) say(`explained, and yet caught or gone: ${name}`);
say(
  `${tasks.length - survivors.length} of ${tasks.length} caught, ${unexplained.length} survivors without explanation`,
);
if (options.only === undefined && !options.quick) {
  const page = renderFindings({
    scores: scores.filter(({ planted }) => planted > 0),
    explain: explanationOf,
    testFolders: options.tests,
  });
  writeFileSync(resolve(root, 'docs/mutation.md'), page);
}
process.exitCode = unexplained.length + idle.length > 0 ? 1 : 0;
