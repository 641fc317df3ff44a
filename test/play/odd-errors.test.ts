import { expect, test } from 'vitest';
import { checkClient, isMisuse, runScenario, scenario, simulate } from '../../src/index.ts';

const unreadable = new Proxy(
  {},
  {
    get: () => {
      throw new Error('a trap');
    },
    getPrototypeOf: () => {
      throw new Error('a trap');
    },
  },
);

/** What clients throw that is no error, or one whose message is what a service answered. */
const thrown: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['an object without a prototype', Object.create(null)],
  ['an object that has no text', { toString: 'none' }],
  ['a message that is an object', Object.assign(new Error(), { message: { code: 1 } })],
  ['a message that is a symbol', Object.assign(new Error(), { message: Symbol('why') })],
  ['no name', Object.assign(new Error('told'), { name: undefined })],
  ['an object that cannot be read', unreadable],
];

test.each(thrown)('a client that throws %s gets it back from a simulation, and is judged', async (_what, error) => {
  await using sim = await simulate();
  const run = sim.run(() => Promise.reject(error as Error));

  const caught = await run.then(
    () => 'nothing',
    (one: unknown) => ({ one }),
  );

  expect(Object.is((caught as { readonly one: unknown }).one, error)).toBe(true);
  expect(sim.trace.entries.at(-1)).toMatchObject({ kind: 'ended', outcome: 'rejected' });
  expect(sim.judge()).not.toHaveLength(0);
});

test.each(thrown)('a client that throws %s has failed, in a scenario and in a check', async (_what, error) => {
  const client = async (): Promise<never> => {
    throw error as Error;
  };

  const report = await runScenario(scenario('odd').expect({ client: 'succeeds' }).build(), client);
  const check = checkClient(client, { runs: 1 });

  expect(report.findings.map(({ claim }) => claim)).toContain('the client succeeds');
  await expect(check).rejects.toMatchObject({ name: 'CheckFailed' });
});

test('whatever is thrown is no misuse', () => {
  for (const [, error] of thrown) expect(isMisuse(error)).toBe(false);
});
