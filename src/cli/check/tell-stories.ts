import { performance } from 'node:perf_hooks';
import { checkClient } from '../../check/check-client.ts';
import { CheckFailed } from '../../check/check-failed.ts';
import type { CheckOptions, CheckProgress } from '../../check/options.ts';
import type { Client } from '../../simulation/client-env.ts';
import { watchStrays } from '../strays.ts';
import { standAt } from '../whereabouts.ts';
import { type CheckOrder, type CheckSummary, describeFailure } from './summary.ts';

/** How far a check has come: stories told, which part of what is within reach they came across, and what is going on. */
export interface Standing {
  readonly phase: CheckProgress['phase'];
  readonly runs: number;
  readonly replayed: number;
  readonly met: number;
}

export interface Telling {
  readonly client: Client;
  readonly options: Omit<CheckOptions, 'onProgress'>;
  readonly order: CheckOrder;
  readonly onStanding: (standing: Standing) => void;
}

/** What is known of a check that has just begun. */
export const noStanding: Standing = { phase: 'search', runs: 0, replayed: 0, met: 0 };

export const countStories = ({ runs }: { readonly runs: number }): string =>
  `${runs} ${runs === 1 ? 'story' : 'stories'}`;

/** How often somebody who watches is told, in real milliseconds. */
const between = 200;

/** Lets stories be told in this process, and gives back how that came out, also when the client broke. */
export const tellStories = async ({ client, options, order, onStanding }: Telling): Promise<CheckSummary> => {
  const began = performance.now();
  const strays = watchStrays();
  let standing = noStanding;
  let told = Number.NEGATIVE_INFINITY;
  const { index, of } = options.shard ?? { index: 1, of: 1 };
  const part = of === 1 ? '' : `, part ${index}/${of}`;
  const leave = standAt(() => `${order.client}, after ${countStories(standing)} of seed ${order.seed}${part}`);
  const onProgress = ({ phase, runs, met }: CheckProgress): void => {
    const isDue = performance.now() - told >= between;
    standing = {
      phase,
      runs: phase === 'search' ? runs : standing.runs,
      replayed: phase === 'replay' ? runs : standing.replayed,
      // Counting it takes time, and nobody sees every run.
      met: isDue ? (met?.() ?? standing.met) : standing.met,
    };
    if (isDue || phase !== 'search') {
      told = performance.now();
      onStanding(standing);
    }
  };
  const [ended] = await Promise.allSettled([checkClient(client, { ...options, onProgress })]);
  const unheard = await strays.stop();
  leave();
  const summary = { version: 1, kind: 'check', order, shard: { index, of } } as const;
  const real = Math.round(performance.now() - began);
  if (ended.status === 'fulfilled') {
    const { runs, replayed, coverage, warnings } = ended.value;
    return { ...summary, runs, replayed, real, coverage, warnings, failures: [], unheard };
  }
  if (!(ended.reason instanceof CheckFailed)) throw ended.reason;
  const { runs, replayed } = standing;
  return { ...summary, runs, replayed, real, warnings: {}, failures: [describeFailure(ended.reason)], unheard };
};
