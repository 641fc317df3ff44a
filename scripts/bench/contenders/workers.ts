import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Contender } from '../contender.ts';

/** Searches in several processes, which share the cores: so it is real time that is taken, of the package as it is built. */

/** For each process: what it compiles is compiled by then, and each compiles it for itself. */
const runsEach = 5000;

const check = async (...options: readonly string[]): Promise<void> => {
  const command = ['dist/cjs/cli/main.js', 'check', 'dist/init/client.mjs', '--seed=1', ...options];
  const [exit] = (await once(spawn(process.execPath, command, { stdio: 'ignore' }), 'exit')) as [number | null];
  if (exit !== 0) throw new Error(`${command.join(' ')} ended with ${exit}`);
};

/** As two jobs of a CI matrix would, on one machine. */
const twoShards = (runs: number): Promise<unknown> =>
  Promise.all([1, 2].map((index) => check(`--runs=${runs}`, `--shard=${index}/2`)));

const seconds = async (work: Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work;
  return (performance.now() - began) / 1000;
};

export const workers = async (): Promise<Contender> => ({
  isCold: true,
  rounds: 2,
  cases: {
    one: async () => (await seconds(check(`--runs=${runsEach}`))) / runsEach,
    two: async () => (await seconds(check(`--runs=${2 * runsEach}`, '--workers=2'))) / (2 * runsEach),
    'two shards': async () => (await seconds(twoShards(2 * runsEach))) / (2 * runsEach),
    start: () => seconds(twoShards(2)),
  },
});
