import { describe, expect, test } from 'vitest';
import { type Simulation, simulate } from '../../src/index.ts';
import { importWith } from './clients/reference-client.ts';

/** A correct client keeps every rule as often as it is run. */

describe('a job that is run every night, with the tokens that it was given at first', () => {
  const runEachNight = async (prepare: (sim: Simulation) => void): Promise<readonly string[]> => {
    await using sim = await simulate({ transport: 'fetch' });
    prepare(sim);
    for (let night = 0; night < 4; night++) {
      await sim.run(() => importWith()(sim.env)).catch(() => undefined);
      await sim.elapse('1d');
    }
    return sim.judge().flatMap(({ rule, verdict }) => (verdict === 'broken' ? [rule.id] : []));
  };

  test('keeps the rules though its tokens are dead each time', async () => {
    expect(await runEachNight(() => undefined)).toEqual([]);
  });

  test('keeps them when the customer withdraws the consent', async () => {
    expect(await runEachNight((sim) => void sim.at('36h').revokeConsent())).toEqual([]);
  });
});
