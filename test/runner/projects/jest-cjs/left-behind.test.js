const { simulate } = require('stunt-double/jest');
test('a simulation that nobody stops', async () => {
  const sim = await simulate();
  sim.on('notification').elapse('61m');

  expect(sim.elapsed).toBe(0);
});
