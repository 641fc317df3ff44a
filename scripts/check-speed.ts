/** What a run of the check costs, and whether that stays the same as runs go on. `npx tsx scripts/check-speed.ts` */
import { checkClient } from '../src/check/check-client.ts';
import type { RuleChoice } from '../src/rules/rule-choice.ts';
import { simulate } from '../src/simulate.ts';
import { importWith } from '../test/rules/clients/reference-client.ts';

const client = importWith();
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Processor time, since other processes may be at work beside this one. */
const measure = async (work: () => Promise<void>): Promise<number> => {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
};

const imports = 300;
const keeper = await simulate({ transport: 'none' });
const oneImport = async (): Promise<void> => {
  const sim = await simulate({ transport: 'fetch', customer: { records: 3 } });
  await sim.run(() => client(sim.env));
  await sim.stop();
};
for (let index = 0; index < imports; index += 1) await oneImport();
const each =
  (await measure(async () => {
    for (let index = 0; index < imports; index += 1) await oneImport();
  })) / imports;
await keeper.stop();
say(`a plain import of three records: ${each.toFixed(2)} ms, ${Math.round(1000 / each)} a second on one core`);

const runs = 256;
const checkWith = (rules?: RuleChoice): Promise<number> =>
  measure(async () => void (await checkClient(client, { transport: 'fetch', runs, ...(rules && { rules }) })));
await checkWith('none');
await checkWith();
/** In turns, and of each the least disturbed one: whatever else the machine does slows both down. */
const [without, withAll]: [number[], number[]] = [[], []];
for (let round = 0; round < 5; round += 1) {
  without.push(await checkWith('none'));
  withAll.push(await checkWith());
}
const [bare, judged] = [Math.min(...without) / runs, Math.min(...withAll) / runs];
say(
  `a drawn story: ${bare.toFixed(2)} ms without rules, ${judged.toFixed(2)} ms with all (${(judged / bare).toFixed(2)} times)`,
);

/** The same stories again and again, so that only the number of runs differs. */
const rounds: number[] = [];
for (let round = 0; round < 6; round += 1) rounds.push(await checkWith('none'));
const heap = Math.round(process.memoryUsage().heapUsed / 1_000_000);
say(
  `the same ${runs} stories, six times over: ${rounds.map((time) => (time / runs).toFixed(2)).join(', ')} ms each; heap ${heap} MB`,
);
