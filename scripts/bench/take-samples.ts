import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { build } from 'esbuild';
import { contenders, copyOf, type Taken, usualRounds } from './contender.ts';
import type { Measure, Row } from './rows.ts';

/** What was taken of a measure. */
interface Sampled {
  /** In the order in which they were taken. */
  readonly samples: number[];
  /** One from before anything was compiled; none of what is always cold. */
  readonly first: number | undefined;
}

export type Samples = ReadonlyMap<Measure, Readonly<Sampled>>;

/**
 * Takes samples in turns: of every case once, and so on, so that whatever else the machine does hits all alike. Groups of
 * rows come one after the other, for the sake of memory.
 */
export const takeSamples = async (rows: readonly Row[], tell: (what: string) => void): Promise<Samples> => {
  const program = await bundle();
  const all = new Map<Measure, Sampled>();
  for (const measures of inGroups(rows)) {
    const names = [...new Set(measures.map((measure) => split(measure)[0]))];
    tell(names.join(', '));
    const processes = new Map<string, Measured>();
    for (const name of names) processes.set(name, await begin(program, name));
    for (let round = 0; round < usualRounds; round++) {
      for (const measure of measures) {
        const [name, wanted] = split(measure);
        const measured = processes.get(name) as Measured;
        if (round >= measured.rounds) continue;
        const { sample, first } = await ask(measured, wanted);
        const sampled = all.get(measure) ?? { samples: [], first };
        sampled.samples.push(sample);
        all.set(measure, sampled);
      }
    }
    for (const { child } of processes.values()) child.kill();
  }
  return all;
};

/** The measures of rows that share one, with the copies of their floors. */
const inGroups = (rows: readonly Row[]): readonly (readonly Measure[])[] => {
  const groups: Set<Measure>[] = [];
  for (const { ours, floor, peers = {} } of rows) {
    const own = [ours, ...(floor === undefined ? [] : [floor, ...copies(floor)]), ...Object.values(peers)];
    const names = new Set(own.map((measure) => split(measure)[0]));
    const group = groups.find((others) => [...others].some((other) => names.has(split(other)[0]))) ?? new Set();
    if (group.size === 0) groups.push(group);
    for (const measure of own) group.add(measure);
  }
  return groups.map((group) => [...group]);
};

/** The copy of a floor, where it has one. */
export const copies = (floor: Measure): readonly Measure[] => {
  const [name, wanted] = split(floor);
  return Object.hasOwn(contenders, copyOf(name)) ? [`${copyOf(name)}/${wanted}`] : [];
};

const split = (measure: Measure): readonly [string, string] => {
  const at = measure.indexOf('/');
  return [measure.slice(0, at), measure.slice(at + 1)];
};

/** As one file of plain JavaScript, as the package is built: a loader of TypeScript would be measured as well. */
const bundle = async (): Promise<string> => {
  const folder = 'node_modules/.cache/stunt-double-bench';
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: ['scripts/bench/worker.ts', 'scripts/bench/take-answers.ts'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  });
  execFileSync(process.execPath, [`${folder}/take-answers.mjs`], { stdio: 'inherit' });
  return `${folder}/worker.mjs`;
};

/** The process of a contender. */
interface Measured {
  readonly child: ChildProcess;
  /** Rejects when it ends, which it does not by itself. */
  readonly ended: Promise<never>;
  readonly rounds: number;
}

const begin = async (program: string, name: string): Promise<Measured> => {
  const child = fork(program, [name], { execArgv: ['--expose-gc'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${name}: the process ended`);
  });
  ended.catch(() => undefined);
  return { child, ended, rounds: Number(await answered(child, ended)) };
};

const ask = async (measured: Measured, wanted: string): Promise<Taken> => {
  measured.child.send(wanted);
  return (await answered(measured.child, measured.ended)) as Taken;
};

const answered = async (child: ChildProcess, ended: Promise<never>): Promise<unknown> => {
  const [message] = await Promise.race([once(child, 'message'), ended]);
  return message;
};
