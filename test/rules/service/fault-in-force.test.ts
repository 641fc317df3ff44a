import { expect, test } from 'vitest';
import { simulate } from '../../../src/index.ts';
import { readHistory } from '../../../src/rules/history.ts';
import { isByFault } from '../../../src/rules/service/limits.ts';
import { defaultAssumptions } from '../../../src/spec/assumptions.ts';
import { limits } from '../../../src/spec/limits.ts';
import { create } from '../../simulation/calls.ts';

/** Which of the creates were refused by a fault, by what the table of faults says that it answers with. */
const refusedByFault = async (customer: string): Promise<readonly boolean[]> => {
  await using sim = await simulate({ customers: [{ id: 'ann' }, { id: 'bob' }], unfired: 'ignore' });
  sim.on('createDataQuery', { nth: 2 }).expireToken({ customer });
  await sim.run(async () => {
    await create(sim.env);
    await create(sim.env);
  });
  const history = readHistory(sim.trace.entries, { assumptions: defaultAssumptions, limits, until: sim.elapsed });
  return history.answered
    .filter(({ operation }) => operation === 'createDataQuery')
    .map((exchange) => isByFault(history, exchange));
};

test('a refusal is by a fault from when it is in force, and for the customer that it is about', async () => {
  expect(await refusedByFault('ann')).toEqual([false, true]);
  expect(await refusedByFault('bob')).toEqual([false, false]);
});
