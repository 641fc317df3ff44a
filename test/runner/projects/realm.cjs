const https = require('node:https');
const { setTimeout: sleep } = require('node:timers/promises');
const { importOrders } = require('./import-orders.cjs');

/** What holds in a realm of Jest's, however the package came into it. */
exports.testRealm = (inside, { expect, jest, test }) => {
  const { isMisuse, Misuse, readScenario, runScenario, simulate } = inside;

  test('the package under its own name is the one outside', async () => {
    const sim = await simulate();

    const { status, passed } = await sim.run(async () => {
      const began = [Date.now(), performance.now(), process.hrtime.bigint()];
      await sleep(3_600_000);
      const lengths = [Date.now() - began[0], performance.now() - began[1], process.hrtime.bigint() - began[2]];
      return { passed: lengths, status: await post(sim.env.tokenUrl) };
    });

    expect(passed).toEqual([3_600_000, 3_600_000, 3_600_000_000_000n]);
    expect(status).toBe(400);
    await sim.stop();
  });

  test('nothing of the package is missing inside', () => {
    const outside = Reflect.get(globalThis, Symbol.for('stunt-double/outer-realm'));

    expect(Object.keys(inside)).toEqual(expect.arrayContaining(Object.keys(outside)));
  });

  test('time is real again when the simulation is over', async () => {
    const sim = await simulate();
    const virtual = await sim.run(() => new Date().toISOString());
    await sim.stop();

    expect(virtual).toBe('2024-02-29T00:00:00.000Z');
    expect(new Date().getUTCFullYear()).toBeGreaterThan(2024);
    expect(new Date(0)).toBeInstanceOf(Date);
  });

  test('Math.random is drawn from the seed in a run, and nowhere else', async () => {
    const draw = async (seed) => {
      const sim = await simulate({ seed });
      const drawn = await sim.run(() => [Math.random(), Math.random()]);
      const outside = Math.random();
      await sim.stop();
      expect(drawn).not.toContain(outside);
      return drawn;
    };

    const drawn = await draw(7);

    expect(await draw(7)).toEqual(drawn);
    expect(await draw(8)).not.toEqual(drawn);
  });

  test('with fake timers of Jest it runs on them, and on its own time once they are off', async () => {
    jest.useFakeTimers({ now: Date.parse('2030-01-01T00:00:00.000Z') });
    const theirs = await simulate();
    const onTheirs = await theirs.run(sleepAnHour);
    await theirs.stop();
    jest.useRealTimers();
    const own = await simulate();
    const onItsOwn = await own.run(sleepAnHour);
    await own.stop();

    expect([onTheirs, onItsOwn]).toEqual(['2030-01-01T01:00:00.000Z', '2024-02-29T01:00:00.000Z']);
  });

  test('misuse is recognised across the realms', async () => {
    const wrong = await simulate({ customers: 'ann' }).catch((error) => error);

    expect(isMisuse(wrong)).toBe(true);
    expect(wrong).toBeInstanceOf(Misuse);
    expect(wrong.code).toBe('BAD_OPTION');
  });

  // As of what Node itself gives: what a test writes in their place stands in docs/beside-other-tools.md.
  test('arrays and objects from outside are compared as those of the test, and are no instances of its classes', async () => {
    const sim = await simulate({ customer: { id: 'ann', scope: 'orders' } });
    const { outbox, customer } = sim;
    await sim.stop();

    expect(outbox).toEqual([]);
    expect(outbox).toStrictEqual([]);
    expect(Array.isArray(outbox)).toBe(true);
    expect(customer).toMatchObject({ id: 'ann', scope: 'orders' });
    await expect(simulate({ customers: 'ann' })).rejects.toThrow(Misuse);
    await expect(simulate({ customers: 'ann' })).rejects.toThrow(/customers/);
    await expect(simulate({ customers: 'ann' })).rejects.not.toBeInstanceOf(Error);
    expect(outbox).not.toBeInstanceOf(Array);
  });

  test('scenarios are played, too', async () => {
    const report = await runScenario(
      readScenario('name: plain\nexpect: { requests: { createDataQuery: 1 }, rules: none }'),
      (env) => importOrders(env),
    );

    expect(report.findings).toEqual([]);
  });
};

const sleepAnHour = async () => {
  await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  return new Date().toISOString();
};

const post = (url) =>
  new Promise((resolve, reject) => {
    https
      .request(url, { method: 'POST' }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      })
      .on('error', reject)
      .end();
  });
