import type { Scenario } from '../language/ast.ts';
import { joinMisuses } from '../language/problem.ts';
import { settingsOf } from '../language/settings.ts';
import { isMisuse, type Misuse } from '../misuse.ts';
import { findStrangers } from './find-strangers.ts';
import { simulateScenario } from '../simulate.ts';
import type { Simulation } from '../simulation/simulation.ts';

/**
 * Looks up all that scenarios name, each in the world that it would begin with, before any of them is played. Throws Misuse with
 * what none of them has: a customer, a scope, an application, a refusal of another interface; a line each.
 */
export const requirePlayable = async (scenarios: readonly Scenario[]): Promise<void> => {
  const refusals: Misuse[] = [];
  // What goes wrong with us besides is a failure of that scenario alone, once it is played.
  const refused = (error: unknown): void => void (isMisuse(error) && refusals.push(error));
  for (const scenario of scenarios) {
    const strangers = findStrangers(scenario);
    refusals.push(...strangers);
    await begin(strangers.length === 0 ? scenario : withoutCustomers(scenario))
      .then((sim) => addAll(sim, scenario, refused))
      .catch(refused);
  }
  if (refusals.length > 0) throw joinMisuses(refusals);
};

/** Nobody is to be counted as having been there. */
const instance = 'only looked at';

const begin = async (scenario: Scenario): Promise<Simulation> =>
  (await simulateScenario({ ...settingsOf(scenario), transport: 'none', unfired: 'ignore', instance })).sim;

/** Whom its applications know has been told: so that its steps can be looked up as well. */
const withoutCustomers = ({ applications = [], ...scenario }: Scenario): Scenario => ({
  ...scenario,
  applications: applications.map(({ customers: _customers, ...row }) => row),
});

const addAll = async (sim: Simulation, { steps }: Scenario, refused: (error: unknown) => void): Promise<void> => {
  for (const step of steps) {
    try {
      sim.add(step);
    } catch (error) {
      refused(error);
    }
  }
  await sim.stop();
};
