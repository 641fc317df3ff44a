import { contenders, usualRounds } from './contender.ts';

/** The process of one contender: gives a sample of the case whose name it is sent. */
const [, , name = ''] = process.argv;
const begin = contenders[name];
if (begin === undefined) throw new Error(`nobody is called ${name}`);
const { cases, rounds } = await begin();
process.on('message', (wanted: string) => {
  const take = cases[wanted];
  if (take === undefined) throw new Error(`${name} has no case ${wanted}`);
  void take().then((sample) => process.send?.(sample));
});
process.send?.(rounds ?? usualRounds);
