/**
 * How many of our wrong clients a search finds, how soon, and which correct ones it accuses:
 * `npx tsx scripts/power.ts [--seeds 1,2,3,4,5] [--runs 1000] [--only name] [--workers 2] [--json file]`
 */
import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Candidate, candidates } from './power/candidates.ts';
import { measure } from './power/measure.ts';
import { type Row, summarize } from './power/summarize.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1,2,3,4,5' },
    runs: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: String(availableParallelism()) },
    json: { type: 'string' },
  },
});
const seeds = values.seeds.split(',').map(Number);
const runs = Number(values.runs);

const measureCandidate = async (candidate: Candidate, seed: number): Promise<Row> => {
  const { name, kind, client, transport } = candidate;
  return { name, kind, ...(await measure(client, { seed, runs, transport })) };
};

/** A worker is given one client and one seed after the other. */
const work = (): void => {
  process.on('message', ({ name, seed }: { name: string; seed: number }) => {
    const candidate = candidates.find((one) => one.name === name);
    if (candidate === undefined) throw new Error(`there is no client ${name}`);
    void measureCandidate(candidate, seed).then((row) => process.send?.(row));
  });
};

const shareOut = async (): Promise<readonly Row[]> => {
  const left = candidates
    .filter(({ name }) => name.includes(values.only))
    .flatMap(({ name }) => seeds.map((seed) => ({ name, seed })));
  const total = left.length;
  const rows: Row[] = [];
  const one = (): Promise<void> =>
    new Promise((done, failed) => {
      const child = fork(import.meta.filename, process.argv.slice(2), {
        env: { ...process.env, POWER_WORKER: '1' },
        execArgv: process.execArgv,
      });
      const next = (): void => {
        const task = left.shift();
        if (task === undefined) child.kill();
        else child.send(task);
      };
      child.on('message', (row: Row) => {
        rows.push(row);
        const found = row.any === undefined ? 'nothing' : `${row.any.by.join(' ')} in scenario ${row.any.scenario}`;
        process.stdout.write(
          `${rows.length}/${total}  ${row.name}, seed ${row.seed}: ${found}, ${row.seconds.toFixed(1)} s\n`,
        );
        next();
      });
      child.on('exit', (code, signal) =>
        signal === 'SIGTERM' ? done() : failed(new Error(`a worker ended: ${code}`)),
      );
      next();
    });
  await Promise.all(Array.from({ length: Number(values.workers) }, one));
  return rows;
};

if (process.env.POWER_WORKER === '1') work();
else {
  const rows = await shareOut();
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify(rows, undefined, 1));
  process.stdout.write(`\n${summarize(rows)}\n`);
  process.exit(0);
}
