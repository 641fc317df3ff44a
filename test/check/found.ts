import { expect } from 'vitest';
import { CheckFailed } from '../../src/check/check-failed.ts';
import { checkClient } from '../../src/check/check-client.ts';
import type { CheckOptions } from '../../src/check/options.ts';
import { sameOrPlainer } from '../../src/check/shrink/goal.ts';
import { runTrial, type TrialSetup } from '../../src/check/trial/run-trial.ts';
import type { Symptom, Trial } from '../../src/check/trial/trial.ts';
import { type Bounds, createExperiments } from '../../src/check/shrink/experiments.ts';
import { shrink } from '../../src/check/shrink/shrink.ts';
import { explain, type Explanation } from '../../src/check/explain/explain.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import type { Scenario } from '../../src/language/ast.ts';
import type { Client } from '../../src/simulation/client-env.ts';
import { asTransport, openTransport } from '../../src/simulation/open-transport.ts';
import type { Reply } from '../rules/clients/behavior.ts';
import { onlyRule } from './only-rule.ts';

/* Scenarios that break a client, made short and told of as a check does it. */

const enough: Bounds = { runs: 60, work: 100_000 };

export const setupOf = async (client: Client): Promise<TrialSetup> => ({
  client,
  rules: 'all',
  series: 'telling',
  transport: asTransport((await openTransport('fetch')).attach),
});

export const read = (text: string): Scenario => readScenario(`name: generated\n${text}`, 'a.yaml');

export const find = async (
  setup: TrialSetup,
  text: string,
): Promise<{ readonly trial: Trial; readonly symptom: Symptom }> => {
  const trial = await runTrial(read(text), setup);
  const [symptom] = trial.symptoms;
  return symptom === undefined ? expect.unreachable('nothing broke') : { trial, symptom };
};

/** What is told to matter of a scenario as it stands. */
export const explainIn = async (client: Client, text: string): Promise<Explanation> => {
  const setup = await setupOf(client);
  const found = await find(setup, text);
  return explain(
    found,
    createExperiments(setup, () => true).series(enough, () => undefined),
  );
};

export const shrinkIn = async (client: Client, text: string, bounds = enough) => {
  const setup = await setupOf(client);
  const series = createExperiments(setup, () => true).series(bounds, () => undefined);
  const found = await shrink(await find(setup, text), sameOrPlainer, series);
  return { ...found, runs: series.runs, cut: series.cut };
};

export const never =
  (isRefused: (reply: Reply) => boolean) =>
  (reply: Reply): number =>
    isRefused(reply) ? 0 : 5;

/** What a check throws of a client that it finds out; undefined where it passes. */
export const checked = (client: Client, options: CheckOptions = {}): Promise<CheckFailed | undefined> =>
  checkClient(client, { transport: 'fetch', ...options }).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof CheckFailed) return error;
      throw error;
    },
  );

export const failureOf = async (client: Client, options?: CheckOptions): Promise<CheckFailed> =>
  (await checked(client, options)) ?? expect.unreachable('the client was not found out');

/** Of a client that is only asked to finish. */
export const unfinishedOf = (client: Client, options: CheckOptions = {}): Promise<CheckFailed> =>
  failureOf(client, { rules: onlyRule('C27'), ...options });
