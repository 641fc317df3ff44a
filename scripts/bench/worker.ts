import { contenders, type Taken, usualRounds } from './contender.ts';
import { warmUp } from './warm-up.ts';

/** The process of one contender: gives a sample of the case whose name it is sent. */
const [, , name = ''] = process.argv;
const begin = contenders[name];
if (begin === undefined) throw new Error(`nobody is called ${name}`);
const { cases, rounds, isCold = false } = await begin();
const warm = new Set<string>();

const takeSample = async (wanted: string): Promise<Taken> => {
  const take = cases[wanted];
  if (take === undefined) throw new Error(`${name} has no case ${wanted}`);
  if (isCold || warm.has(wanted)) return { sample: await take() };
  warm.add(wanted);
  const first = await warmUp(take);
  return { sample: await take(), first };
};

process.on('message', (wanted: string) => void takeSample(wanted).then((taken) => process.send?.(taken)));
process.send?.(rounds ?? usualRounds);
