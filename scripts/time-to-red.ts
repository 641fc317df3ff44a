/**
 * How long a check takes to find a wrong client out, and then to tell of it: real seconds from the start to the first
 * scenario that breaks it, and to the counterexample as it is printed, with the runs in between. In parentheses the same in
 * seconds of this process, which say more than the clock where others are at work, too.
 * `npx tsx scripts/time-to-red.ts [seed] [client…]`
 */
import { checkClient } from '../src/check/check-client.ts';
import { CheckFailed } from '../src/check/check-failed.ts';
import type { CheckProgress } from '../src/check/options.ts';
import { describeStep } from '../src/language/describe-step.ts';
import { wrongClients } from '../test/rules/clients/wrong-clients.ts';

const [, , seed = '0', ...named] = process.argv;

/** Each is found by another kind of fault: refusals, time that passes, silence, a loop, a lost notification, many records. */
const usual = [
  'givesUpWhenThrottled',
  'neverStartsOver',
  'triesDeadLinkAgain',
  'waitsForEver',
  'retriesForEver',
  'failsWithoutRecords',
];

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

const show = (real: number, own: number): string => `${seconds(real)} (${seconds(own)})`;

for (const name of named.length > 0 ? named : usual) {
  const [, client] = Object.entries(wrongClients).find(([known]) => known === name) ?? [];
  if (client === undefined) throw new Error(`no wrong client is called ${name}`);
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const used = (): number => {
    const { user, system } = process.cpuUsage(cpu);
    return (user + system) / 1000;
  };
  const runs: Partial<Record<CheckProgress['phase'], number>> = {};
  let red = '';
  const onProgress = ({ phase, runs: over, elapsed }: CheckProgress): void => {
    runs[phase] = over;
    if (phase === 'search') red = show(elapsed, used());
  };
  const failure: unknown = await checkClient(client, {
    seed: Number(seed),
    runs: 1000,
    rules: 'all',
    onProgress,
  }).catch((error: unknown) => error);
  const told = show(performance.now() - began, used());
  const story =
    failure instanceof CheckFailed
      ? `${failure.symptom.key}; ${failure.scenario.steps.map(describeStep).join('; ') || 'no fault'}`
      : 'not found';
  const counts = Object.entries(runs).map(([phase, count]) => `${phase} ${count}`);
  process.stdout.write(`${name}: red ${red || 'at once'}, told ${told} [${counts.join(', ')}]: ${story}\n`);
}
process.exit(0);
