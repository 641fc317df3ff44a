import { describe, expect, test as plain } from 'vitest';
import { type Simulation, simulate } from '../../src/index.ts';
import { fileStyle } from '../../src/print/style.ts';
import { drawTimeline } from '../../src/print/timeline/swimlane.ts';
import { ruleIds } from '../../src/rules/catalogue.ts';
import { test } from '../../src/runner/vitest.ts';
import { createWithSimulation } from '../../src/runner/with-simulation.ts';
import { create, nextNotification } from '../simulation/calls.ts';

/** One query that completes, and one that is canceled since consent is withdrawn. (Query states, interface C) */
const twoQueries = (sim: Simulation): Promise<unknown> =>
  sim.run(async () => {
    for (const isWanted of [true, false]) {
      const notified = nextNotification(sim.env);
      await create(sim.env);
      if (!isWanted) await sim.now.revokeConsent();
      await notified;
    }
  });

const mail = (sim: Simulation, toEmailAddress: string, emailContent: string): Promise<unknown> => {
  const body = JSON.stringify({ toEmailAddress, fromEmailAddress: 'imports@example.com', emailContent });
  return sim.run(() => sim.fetch(sim.env.emailUrl, { method: 'POST', body }));
};

/** What an expectation that does not hold says, up to the story that follows. */
const claimOf = (expectation: () => unknown): string => {
  try {
    expectation();
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? '';
  }
  return 'nothing: it holds';
};

test('where nothing happened, the story says so', async ({ sim }) => {
  expect(() => expect(sim).toHaveMailed()).toThrow(/\n\nwhat happened:\n {2}nothing$/);
});

test('of a client that asked for nothing, or was not awaited, no rule is said to be kept or broken', async ({
  sim,
}) => {
  const nothing = 'expect(sim).toHaveKeptTheRules: no request has come to this simulation: there is nothing to judge (';
  await sim.run(() => undefined);
  expect(() => expect(sim).not.toHaveKeptTheRules()).toThrow(nothing);

  const running = twoQueries(sim);

  expect(() => expect(sim).toHaveKeptTheRules()).toThrow(nothing);
  await running;
});

test('requests are counted, and so are notifications', async ({ sim }) => {
  await twoQueries(sim);

  expect(sim).toHaveRequested('createDataQuery');
  expect(sim).toHaveRequested('createDataQuery', 2);
  expect(sim).toHaveRequested('notification', { atLeast: 2, atMost: 2 });
  expect(sim).toHaveRequested('downloadFile', 0);
  expect(sim).not.toHaveRequested('downloadFile');
  expect(sim).not.toHaveRequested('createDataQuery', { atMost: 1 });
});

test('queries are counted by how they ended', async ({ sim }) => {
  await twoQueries(sim);

  expect(sim).toHaveEndedQueries('completed', 1);
  expect(sim).toHaveEndedQueries('canceled', { atMost: 1 });
  expect(sim).not.toHaveEndedQueries('canceled', 2);
});

test('e-mails are looked for by what is said of them', async ({ sim }) => {
  await mail(sim, 'ann@example.com', '600 records');
  await mail(sim, 'bob@example.com', '7 records');

  expect(sim).toHaveMailed({}, 2);
  expect(sim).toHaveMailed({ to: 'ann@example.com', from: 'imports@example.com', content: '600' }, 1);
  expect(sim).toHaveMailed({ content: /^\d records$/ }, 1);
  expect(sim).not.toHaveMailed({ to: 'ann@example.com', content: '7 records' });
});

test('open points count as soon as they have decided something', async ({ sim }) => {
  expect(sim).not.toHaveReliedOn('hosts.relation');
  await twoQueries(sim);
  const [first] = sim.assumed;

  expect(first && claimOf(() => expect(sim).toHaveReliedOn(first))).toBe('nothing: it holds');
  expect(first && claimOf(() => expect(sim).not.toHaveReliedOn(first))).toBe(
    `expected ${first} not to decide something at least once, but found 1; decided by: ${sim.assumed.join(', ')}`,
  );
});

test('what does not hold is said in a sentence, and the story follows', async ({ sim }) => {
  await twoQueries(sim);
  await mail(sim, 'ann@example.com', '600 records');

  expect(claimOf(() => expect(sim).toHaveRequested('createDataQuery', 3))).toBe(
    'expected createDataQuery to happen exactly 3 times, but found 2',
  );
  expect(claimOf(() => expect(sim).not.toHaveRequested('createDataQuery', { atLeast: 1, atMost: 3 }))).toBe(
    'expected createDataQuery not to happen 1 to 3 times, but found 2',
  );
  expect(claimOf(() => expect(sim).toHaveMailed({ to: 'bob@example.com' }))).toBe(
    'expected an e-mail with to "bob@example.com" to be accepted at least once, but found 0; mail went to "ann@example.com"',
  );
  expect(claimOf(() => expect(sim).toHaveEndedQueries('canceled', { atMost: 0 }))).toBe(
    'expected a query to be canceled exactly 0 times, but found 1; the queries are: completed, canceled',
  );
  const timeline = drawTimeline(sim.trace.entries, { operations: ['sendEmail'] }, fileStyle);
  expect(() => expect(sim).toHaveMailed({}, 2)).toThrow(['', 'what happened:', ...timeline].join('\n'));
  expect(timeline.filter((line) => line.startsWith('▶'))).toEqual([expect.stringContaining('sendEmail')]);
});

test('of a long story what repeats is told once', async ({ sim }) => {
  for (let count = 1; count <= 30; count++) await mail(sim, 'ann@example.com', String(count));

  expect(() => expect(sim).toHaveMailed({}, 1)).toThrow(/\n▶ .* #1 sendEmail .*\n.*\n.*these 2 lines × 30/);
});

test('a rule that was broken is marked where it was broken', async ({ sim }) => {
  sim.on('createDataQuery').fail('scopeThrottled');
  await sim.run(() => create(sim.env)).catch(() => undefined);

  expect(() => expect(sim).toHaveKeptTheRules('all')).toThrow(/\n▶ .* #1 createDataQuery +│ 429 scopeThrottled/);
});

test('broken rules are told with where to read on, and with how to leave them out', async ({ sim }) => {
  await sim.run(async () => void (await create(sim.env)));

  expect(() => expect(sim).toHaveKeptTheRules()).toThrow(
    /\nC17 complete: .*\n {2}.*\nnpx stunt-double explain C17; toHaveKeptTheRules\(\{ C17: 'off' \}\) leaves it out\n\n/,
  );
  expect(sim).toHaveKeptTheRules({ C17: 'off' });
  expect(() => expect(sim).not.toHaveKeptTheRules({ C17: 'off' })).toThrow(/^(?!.*explain)/s);
});

const offAll = Object.fromEntries(ruleIds.map((id) => [id, 'off' as const]));

test('that no rule is broken says how many had nothing to be judged by', async ({ sim }) => {
  const ends = { C18: 'must', C11: 'must', C12: 'must' } as const;
  await mail(sim, 'owner@example.com', 'done');

  const judged = sim.judge({ ...offAll, ...ends }).map(({ rule, verdict }) => `${rule.id} ${verdict}`);

  expect(judged).toEqual(['C11 inconclusive', 'C12 inconclusive', 'C18 held']);
  expect(sim).toHaveKeptTheRules({ ...offAll, ...ends });
  expect(() => expect(sim).not.toHaveKeptTheRules({ ...offAll, ...ends })).toThrow(
    'expected a rule to be broken, but none was: 1 held, 2 inconclusive (sim.judge() says why)',
  );
});

/* What only JavaScript lets through. */
const given = (value: unknown) => value as never;

test.for([
  { wrong: '"createDataQery" is unknown (did you mean "createDataQuery"?)', args: [given('createDataQery')] },
  { wrong: 'an object with times is not a count', args: ['createDataQuery', given({ times: 2 })] },
  { wrong: 'an object without fields is not a count', args: ['createDataQuery', {}] },
  { wrong: '-1 is not a count', args: ['createDataQuery', -1] },
  { wrong: '0.5 is not a count', args: ['createDataQuery', 0.5] },
  { wrong: 'is not a count', args: ['createDataQuery', { atLeast: 3, atMost: 2 }] },
  { wrong: '"twice" is not a count', args: ['createDataQuery', given('twice')] },
] as const)('$wrong, also when it is negated', ({ wrong, args: [name, count] }, { sim }) => {
  expect(() => expect(sim).toHaveRequested(name, count)).toThrow(wrong);
  expect(() => expect(sim).not.toHaveRequested(name, count)).toThrow(wrong);
});

test('a mail is not looked for by what mails do not have', ({ sim }) => {
  expect(() => expect(sim).not.toHaveMailed(given({ subject: 'import' }))).toThrow('"subject" is unknown (known: to');
});

test('of the many open points those are named that are like the word', ({ sim }) => {
  expect(() => expect(sim).toHaveReliedOn(given('expiredAnswer'))).toThrow(
    /"expiredAnswer" is unknown \(the nearest of \d+: links\.expiredAnswer, /,
  );
});

plain('only simulations can be asked', () => {
  expect(() => expect({ trace: [] }).toHaveMailed()).toThrow(
    'expect(sim).toHaveMailed: an object with trace is no simulation (give expect what simulate() returned) [BAD_OPTION]',
  );
});

describe('withSimulation', () => {
  let latest: Simulation | undefined;
  const withSimulation = createWithSimulation(async (options) => (latest = await simulate(options)));

  plain('begins with the options, hands on what the runner gave, and stops', async () => {
    const body = withSimulation({ customer: { id: 'anna' } }, (sim, row: string) => expect(row).toBe(sim.customer.id));

    await body('anna');

    expect(body).toHaveLength(0);
    await expect(latest?.run(() => 1)).rejects.toThrow('the simulation is over');
  });

  plain('a step that never comes to pass fails the test', async () => {
    const body = withSimulation((sim) => sim.on('notification').elapse('61m'));

    await expect(body()).rejects.toThrow('its moment never came');
  });

  plain('the failure of the body comes first, and the simulation is stopped all the same', async () => {
    const body = withSimulation((sim) => {
      sim.on('notification').elapse('61m');
      throw new Error('the body failed');
    });

    await expect(body()).rejects.toThrow(/^the body failed$/);
    await expect(latest?.run(() => 1)).rejects.toThrow('the simulation is over');
  });

  plain('when the simulation itself fails as well, both are told', async () => {
    const bug = new Error('a bug of the simulation');
    const failure = new Error('the body failed');
    const body = withSimulation(async (sim) => {
      await sim.stop();
      Object.assign(sim, { stop: () => Promise.reject(bug) });
      throw failure;
    });

    await expect(body()).rejects.toMatchObject({
      errors: [failure, bug],
      message: expect.stringContaining(bug.message),
    });
  });
});
