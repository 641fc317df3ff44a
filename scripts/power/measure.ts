import { baseline, profileClient } from '../../src/check/client-profile.ts';
import { loadFastCheck } from '../../src/check/load-fast-check.ts';
import { readOptions } from '../../src/check/options.ts';
import { search } from '../../src/check/search.ts';
import { runTrial } from '../../src/check/trial/run-trial.ts';
import type { Symptom, Trial } from '../../src/check/trial/trial.ts';
import { withTransport } from '../../src/check/trial/with-transport.ts';
import type { Wrong } from './candidates.ts';

/** How a search fared with a client at a seed. */
export interface Measured {
  /** The first scenario that broke a rule which is a must. */
  readonly must?: Found;
  /** The first scenario that broke any rule. */
  readonly any?: Found;
  /** Scenarios that were run after the baseline. */
  readonly runs: number;
  readonly seconds: number;
}

interface Found {
  /** Its number; 0 is the baseline. */
  readonly scenario: number;
  /** Of the processor, from the start of the check: others may be at work on the machine, too. */
  readonly seconds: number;
  readonly by: readonly string[];
}

/**
 * Runs a client through scenarios until that is found out which is wrong with it: where that is a recommendation, no must has
 * to break. It shrinks nothing.
 */
export const measure = async ({ client, transport, level }: Wrong, seed: number, most: number): Promise<Measured> => {
  const began = process.cpuUsage();
  const seconds = (): number => {
    const { user, system } = process.cpuUsage(began);
    return Math.round((user + system) / 10_000) / 100;
  };
  const plan = readOptions(client, { seed, runs: most, transport }, 'power');
  const fc = await loadFastCheck('power');
  const found: { must?: Found; any?: Found } = {};
  let runs = 0;
  const note = ({ symptoms, warnings }: Trial): void => {
    const broken = [...symptoms, ...warnings];
    const foundBy = (some: readonly Symptom[]): Found => ({
      scenario: runs,
      seconds: seconds(),
      by: some.map(({ key }) => key),
    });
    if (symptoms.length > 0) found.must ??= foundBy(symptoms);
    if (broken.length > 0) found.any ??= foundBy(broken);
  };
  const isLast = (): boolean => (level === 'must' ? found.must : found.any) !== undefined;
  await withTransport(plan, async (setup) => {
    const plain = await runTrial(baseline, setup);
    note(plain);
    if (isLast()) return;
    const profile = await profileClient(plain, setup);
    const onTrial = (trial: Trial, count: number): void => {
      runs = count;
      note(trial);
    };
    await search(fc, { plan, setup, profile, isLast, isTime: () => true, onTrial });
  });
  return { ...found, runs, seconds: seconds() };
};
