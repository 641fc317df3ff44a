/** Does one task in a process of its own, so that nothing which a client keeps for the process is there before. */
import { candidates } from './candidates.ts';
import { findExample } from './find-example.ts';
import { measure } from './measure.ts';
import type { Answer, Task } from './results.ts';

const find = <C extends { readonly name: string }>(some: readonly C[], wanted: string): C => {
  const candidate = some.find(({ name }) => name === wanted);
  if (candidate === undefined) throw new Error(`there is no client ${wanted}`);
  return candidate;
};

const answer = async (task: Task): Promise<Answer> => {
  const { name, runs } = task;
  if (task.aim === 'measure') {
    const { seed } = task;
    const measured = await measure(find([...candidates.wrong, ...candidates.correct], name), seed, runs);
    return { row: { name, seed, ...measured } };
  }
  return { name, example: (await findExample(find(candidates.wrong, name), task.seeds, runs)) ?? null };
};

process.once('message', (task: Task) => {
  void answer(task).then((said) => process.send?.(said, () => process.exit(0)));
});
