/**
 * How many of our wrong clients a search finds, how soon, and which correct ones it accuses:
 * `npx tsx scripts/power.ts [--seeds 1,2,3,4,5] [--runs 1000] [--only name] [--workers 2] [--json file]`
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { candidates } from './power/candidates.ts';
import { measure } from './power/measure.ts';
import { type Row, summarize } from './power/summarize.ts';
import { shareOut } from './share-out.ts';

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

interface Task {
  readonly name: string;
  readonly seed: number;
}

const measureCandidate = async ({ name, seed }: Task): Promise<Row> => {
  const candidate = candidates.find((one) => one.name === name);
  if (candidate === undefined) throw new Error(`there is no client ${name}`);
  const { kind, client, transport } = candidate;
  return { name, kind, ...(await measure(client, { seed, runs, transport })) };
};

const measureAll = async (): Promise<readonly Row[]> => {
  const tasks = candidates
    .filter(({ name }) => name.includes(values.only))
    .flatMap(({ name }) => seeds.map((seed): Task => ({ name, seed })));
  const rows: Row[] = [];
  await shareOut(tasks, Number(values.workers), measureCandidate, (row) => {
    rows.push(row);
    const found = row.any === undefined ? 'nothing' : `${row.any.by.join(' ')} in scenario ${row.any.scenario}`;
    process.stdout.write(
      `${rows.length}/${tasks.length}  ${row.name}, seed ${row.seed}: ${found}, ${row.seconds.toFixed(1)} s\n`,
    );
  });
  return rows;
};

const rows = await measureAll();
if (values.json !== undefined) await writeFile(values.json, JSON.stringify(rows, undefined, 1));
process.stdout.write(`\n${summarize(rows)}\n`);
process.exit(0);
