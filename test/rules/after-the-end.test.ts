import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Client, runScenario, scenario, type ScenarioReport } from '../../src/index.ts';
import { sampled } from '../sampled.ts';
import { correctClients, transportOf } from './clients/correct-clients.ts';

/** Ten minutes after its end, and the timers that it left by then, tell whether a client is quiet; nothing else in a report is about them. */

const minute = 60_000;

const byFetch = { transport: 'fetch' } as const;

const createQuery: Client = async (env) => {
  const headers = { authorization: `Bearer ${env.customer.accessToken}` };
  const response = await fetch(`${env.regions['eu-west-1']}/orders/data-queries`, { method: 'POST', headers });
  return response.status;
};

/** Creates a query, and goes on looking after it when nobody listens any more. */
const leavesPollBehind =
  (every: number): Client =>
  async (env) => {
    setInterval(() => void createQuery(env), every);
    return createQuery(env);
  };

const verdictOf = ({ judgements }: ScenarioReport, id: string): unknown =>
  judgements.find(({ rule }) => rule.id === id);

const minutesOf = ({ trace }: ScenarioReport): readonly number[] =>
  trace.entries.flatMap(({ kind, at }) => (kind === 'request' ? at / minute : []));

const plain = scenario('nothing happens').customer({ scope: 'orders', collects: '5m' }).build();

describe('a client that leaves a poll behind', () => {
  test('is found out, and what it did after its end is told', async () => {
    const report = await runScenario(plain, leavesPollBehind(4 * minute), { ...byFetch, rules: { C19: 'must' } });

    expect(report.verdict).toBe('broken');
    expect(verdictOf(report, 'C19')).toMatchObject({
      verdict: 'broken',
      evidence: [{ at: 4 * minute }, { at: 8 * minute }],
    });
    expect(minutesOf(report)).toEqual([0, 4, 8]);
  });

  test.each([
    ['a renewal an hour ahead', 59, (send: () => void) => void setTimeout(send, 59 * minute)],
    ['a poll every three hours', 180, (send: () => void) => void setInterval(send, 180 * minute)],
    ['a sleep that nobody awaits', 30, (send: () => void) => void sleep(30 * minute).then(send)],
  ])('is waited for until its timers have gone off: %s', async (_what, minutes, leave) => {
    const client: Client = async (env) => {
      leave(() => void createQuery(env));
      return createQuery(env);
    };
    const report = await runScenario(plain, client, { ...byFetch, rules: { C19: 'must' } });

    expect(verdictOf(report, 'C19')).toMatchObject({ verdict: 'broken', evidence: [{ at: minutes * minute }] });
    expect(minutesOf(report)).toEqual([0, minutes]);
  });

  test.each([
    ['lets its process end', (send: () => void) => void setTimeout(send, 59 * minute).unref()],
    ['goes off in a week', (send: () => void) => void setTimeout(send, 7 * 24 * 60 * minute)],
  ])('is not waited for where its timer %s', async (_what, leave) => {
    const client: Client = async (env) => {
      leave(() => void createQuery(env));
      return createQuery(env);
    };
    const report = await runScenario(plain, client, { ...byFetch, rules: { C19: 'must' } });

    expect(verdictOf(report, 'C19')).toMatchObject({ verdict: 'held' });
    expect(minutesOf(report)).toEqual([0]);
  });

  test('is not listened to for ever', async () => {
    const report = await runScenario(plain, leavesPollBehind(10), { ...byFetch, rules: { C19: 'must' } });

    expect(verdictOf(report, 'C19')).toMatchObject({ verdict: 'broken' });
    expect(minutesOf(report).length).toBeLessThan(40);
  });

  test('meets no step that comes after its end', async () => {
    const late = scenario('late').customer({ scope: 'orders' }).at('6m').revokeToken().expect({ within: '1m' }).build();

    const { findings, trace, elapsed } = await runScenario(late, leavesPollBehind(8 * minute), {
      ...byFetch,
      rules: 'none',
    });

    expect(findings).toMatchObject([
      { claim: expect.stringMatching(/^this step happens: at 6m/), found: expect.stringContaining('it never did') },
    ]);
    expect(trace.entries.filter(({ kind }) => kind === 'action')).toEqual([]);
    expect(elapsed).toBe(0);
  });
});

describe('a client that is quiet after its end', () => {
  test.each(Object.entries(correctClients))('is known to be so: %s', async (name, client) => {
    const report = await runScenario(plain, client, { transport: transportOf(name) });

    expect(report.verdict).toBe('kept');
    expect(verdictOf(report, 'C19')).toMatchObject({ verdict: 'held' });
    expect(report.trace.entries.at(-1)).toMatchObject({ kind: 'ended', at: report.elapsed });
  });

  test('may leave a query behind, whose end is not told', async () => {
    const report = await runScenario(plain, createQuery, { ...byFetch, rules: 'none' });

    expect(report.elapsed).toBe(0);
    expect(report.trace.entries.at(-1)).toMatchObject({ kind: 'ended', at: 0 });
    expect(report.trace.toJSONL().trimEnd().split('\n')).toHaveLength(report.trace.entries.length);
    expect(report.trace.lines().at(-1)).toContain('finished');
  });

  test.each(sampled([1, 250], { every: 2, from: 1 }))('may go on writing its log every %d ms', async (every) => {
    const log: number[] = [];
    const client: Client = async (env) => {
      setInterval(() => log.push(Date.now()), every);
      return createQuery(env);
    };
    const report = await runScenario(plain, client, byFetch);

    expect(verdictOf(report, 'C19')).toMatchObject({ verdict: expect.not.stringContaining('broken') });
    expect(report.trace.entries.at(-1)).toMatchObject({ kind: 'ended' });
    expect(log.length).toBeGreaterThan(1000);
  });
});
