import { expect, test } from '@jest/globals';
import { simulate } from 'stunt-double/jest';

test('a simulation that nobody stops', async () => {
  const sim = await simulate();
  sim.on('notification').elapse('61m');

  expect(sim.elapsed).toBe(0);
});
