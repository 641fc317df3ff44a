import { candidates, type Wrong } from './candidates.ts';
import { findExample } from './find-example.ts';
import { measure } from './measure.ts';
import type { Answer, Task } from './results.ts';

const find = (wanted: string): Wrong => {
  const candidate = candidates.find(({ name }) => name === wanted);
  if (candidate === undefined) throw new Error(`there is no client ${wanted}`);
  return candidate;
};

/** Does one task: measures a client at a seed, or looks for the counterexample by which it is told. */
export const work = async (task: Task): Promise<Answer> => {
  const { name, runs } = task;
  if (task.aim === 'measure') {
    const { seed } = task;
    const measured = await measure(find(name), seed, runs);
    return { row: { name, seed, ...measured } };
  }
  return { name, example: (await findExample(find(name), task.seeds, runs)) ?? null };
};
