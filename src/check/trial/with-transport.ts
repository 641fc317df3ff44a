import { simulateScenario } from '../../simulate.ts';
import { nameInstance } from '../../simulation/instances.ts';
import { asTransport, openTransport } from '../../simulation/open-transport.ts';
import type { CheckPlan } from '../options.ts';
import type { TrialSetup } from './run-trial.ts';

/**
 * Runs many simulations one after the other. One that does nothing stays all the while, so that the clocks of the process
 * are not replaced and put back for every one of them. Where nothing is said of how requests come in, it is by sockets; `quick`
 * is the way for those that get on by the global `fetch`.
 */
export const withTransport = async <T>(
  { setup, transport: choice }: CheckPlan,
  work: (setup: TrialSetup, quick?: TrialSetup) => Promise<T>,
): Promise<T> => {
  const transport = asTransport((await openTransport(choice)).attach);
  const quick = choice === undefined ? asTransport((await openTransport('fetch')).attach) : undefined;
  const keeper = (await simulateScenario({ transport: 'none' })).sim;
  try {
    const series = nameInstance();
    return await work({ ...setup, transport, series }, quick && { ...setup, transport: quick, series });
  } finally {
    await keeper.stop();
  }
};
