import { performance } from 'node:perf_hooks';
import { baseline, profileClient } from '../../src/check/client-profile.ts';
import { loadFastCheck } from '../../src/check/load-fast-check.ts';
import { readOptions } from '../../src/check/options.ts';
import { search } from '../../src/check/search.ts';
import { runTrial } from '../../src/check/trial/run-trial.ts';
import type { Trial } from '../../src/check/trial/trial.ts';
import { withTransport } from '../../src/check/trial/with-transport.ts';
import type { Client } from '../../src/simulation/client-env.ts';

/** How a search fared with a client: the number of the first scenario that broke it, 0 for the baseline. */
export interface Measured {
  readonly seed: number;
  /** Broke a rule that is a must. */
  readonly must?: Found;
  /** Broke any rule. */
  readonly any?: Found;
  /** Scenarios that were run. */
  readonly runs: number;
  readonly seconds: number;
}

interface Found {
  readonly scenario: number;
  readonly seconds: number;
  readonly by: readonly string[];
}

export interface Effort {
  readonly seed: number;
  readonly runs: number;
  readonly transport: 'sockets' | 'fetch';
}

/** Runs scenarios until one breaks a must, and notes on the way what broke first. Nothing is shrunk. */
export const measure = async (client: Client, { seed, runs, transport }: Effort): Promise<Measured> => {
  const plan = readOptions(client, { seed, runs, transport }, 'power');
  const fc = await loadFastCheck('power');
  return withTransport(plan, async (setup) => {
    const began = performance.now();
    const seconds = (): number => (performance.now() - began) / 1000;
    const found: { must?: Found; any?: Found } = {};
    let scenario = 0;
    const note = ({ symptoms, warnings }: Pick<Trial, 'symptoms' | 'warnings'>): void => {
      const by = (some: Trial['symptoms']): Found => ({ scenario, seconds: seconds(), by: some.map(({ key }) => key) });
      if (symptoms.length > 0) found.must ??= by(symptoms);
      if (symptoms.length + warnings.length > 0) found.any ??= by([...symptoms, ...warnings]);
    };
    const plain = await runTrial(baseline, setup);
    note(plain);
    if (found.must !== undefined) return { seed, ...found, runs: scenario, seconds: seconds() };
    const profile = await profileClient(plain, setup);
    await search(fc, {
      plan,
      setup,
      profile,
      isTime: () => true,
      onTrial: (trial, turn) => {
        scenario = turn;
        note(trial);
      },
    });
    return { seed, ...found, runs: scenario, seconds: seconds() };
  });
};
