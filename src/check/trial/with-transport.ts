import { simulateScenario } from '../../simulate.ts';
import { countInstance } from '../../simulation/instances.ts';
import { openTransport } from '../../simulation/open-transport.ts';
import type { CheckPlan } from '../options.ts';
import type { TrialSetup } from './run-trial.ts';

/**
 * Runs many simulations one after the other. One that does nothing stays all the while, so that the clocks of the process
 * are not replaced and put back for every one of them.
 */
export const withTransport = async <T>(
  { setup, transport: choice }: CheckPlan,
  work: (setup: TrialSetup) => Promise<T>,
): Promise<T> => {
  const { attach: transport } = await openTransport(choice);
  const keeper = (await simulateScenario({ transport: 'none' })).sim;
  try {
    return await work({ ...setup, transport, series: countInstance() });
  } finally {
    await keeper.stop();
  }
};
