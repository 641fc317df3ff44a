import { describe, expect, test } from 'vitest';
import { sameOrPlainer } from '../../src/check/shrink/goal.ts';
import { withoutIdle } from '../../src/check/shrink/fewer-steps.ts';
import type { Symptom, Trial } from '../../src/check/trial/trial.ts';
import { createTrace } from '../../src/trace/trace.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { reference } from '../rules/clients/behavior.ts';
import { never, read, shrinkIn } from './found.ts';

const symptomOf = (key: string): Symptom => ({ key, name: key, claim: '', section: '', evidence: [] });

/** A run of so many steps that broke this. */
const trialOf = (steps: number, ...broken: readonly string[]): Trial => {
  const all = Array.from({ length: steps }, (_, index) => `  - { at: ${index}s, do: revokeToken }`);
  return {
    scenario: read(`customer: { records: 1 }\n${steps === 0 ? '' : `steps:\n${all.join('\n')}`}`),
    symptoms: broken.map(symptomOf),
    warnings: [],
    unfired: [],
    outcome: { ok: true, result: undefined },
    elapsed: 0,
    process: { unheard: [], bypasses: 0, droppedTimer: undefined },
    isGivenUp: false,
    trace: createTrace(),
    raw: [],
  };
};
describe('a counterexample is shrunk to its cause', () => {
  test('steps that did nothing go, and so does what the world has besides', async () => {
    const { trial } = await shrinkIn(
      importWith({ mostRetries: never(({ status }) => status === 429) }),
      `customer: { records: 5, collects: 20m, notifiedAfter: 1s }
latency: 50ms
seed: 3
assumptions: { cache.errors: success-only }
steps:
  - { on: notification, elapse: 1s }
  - { on: createDataQuery, nth: 9, fail: integrationTimeout }
  - { on: listDataQueryRecords, fail: tooManyRequests, times: 2 }`,
    );

    const { steps, customers, latency, seed, assumptions } = trial.scenario;
    expect(steps.map(({ action }) => action)).toEqual([
      { do: 'fail', failure: { kind: 'row', row: 'tooManyRequests' }, times: 1 },
    ]);
    expect({ customers, latency, seed, assumptions }).toEqual({ customers: [{ records: 1 }], assumptions: {} });
  });

  test('what lasts inside the service becomes the one refusal that it takes', async () => {
    const { trial } = await shrinkIn(
      importWith({ mostRetries: never(({ status }) => status === 500) }),
      'steps:\n  - { on: listDataQueryRecords, do: beginFault, fault: backendFails, for: 1s }',
    );

    expect(trial.scenario.steps.map(({ action }) => action)).toEqual([
      { do: 'fail', failure: { kind: 'row', row: 'integrationFailure' }, times: 1 },
    ]);
  });

  test('there are as few customers as it takes, also where it takes neither one nor two', async () => {
    const slips = importWith();
    const giveUp: typeof slips = async (env) => {
      if (env.customers.length >= 3) throw new Error('too many');
      await slips(env);
    };

    const { trial } = await shrinkIn(giveUp, `customers:\n${'  - { records: 1 }\n'.repeat(6)}`);

    expect(trial.scenario.customers).toHaveLength(3);
  });

  test('what a crowd is refused at a limit, one customer is refused alone', async () => {
    const { trial } = await shrinkIn(
      importWith({
        pace: false,
        mostRetries: (reply) => (reply.status === 429 ? 0 : reference.mostRetries(reply)),
      }),
      `customers:\n${'  - { records: 0, collects: 0s }\n'.repeat(21)}steps:\n  - { on: createDataQuery, fault: cutHandshake }\n`,
    );

    const { steps, customers } = trial.scenario;
    expect(steps.map(({ action }) => action)).toEqual([
      { do: 'fail', failure: { kind: 'row', row: 'scopeThrottled' }, times: 1 },
    ]);
    expect(customers).toEqual([{ records: 1 }]);
  });

  test('two sleeps that it takes together become one', async () => {
    const { trial } = await shrinkIn(
      importWith({ startsOver: false }),
      'steps:\n  - { on: notification, elapse: 1h }\n  - { on: notification, elapse: 30s }',
    );

    expect(trial.scenario.steps.map(({ action }) => action)).toEqual([{ do: 'elapse', duration: '1h30s' }]);
  });

  test('from "it did not finish" it passes on to the rule that was broken, by as many steps', () => {
    const soFar = { trial: trialOf(2), symptom: symptomOf('C27') };

    expect(sameOrPlainer(trialOf(2, 'C7', 'C27'), soFar)?.key).toBe('C7');
  });

  test('from a rule it passes on to another by fewer steps alone, and never to what says less', () => {
    const soFar = { trial: trialOf(2), symptom: symptomOf('C7') };

    expect(sameOrPlainer(trialOf(1, 'C12'), soFar)?.key).toBe('C12');
    expect(sameOrPlainer(trialOf(2, 'C12'), soFar)).toBeUndefined();
    expect(sameOrPlainer(trialOf(1, 'C27'), soFar)).toBeUndefined();
    expect(sameOrPlainer(trialOf(1, 'C22'), soFar), 'a recommendation').toBeUndefined();
    expect(sameOrPlainer({ ...trialOf(0), warnings: [symptomOf('C14')] }, soFar), 'a warning').toBeUndefined();
    expect(sameOrPlainer(trialOf(1, 'C12', 'C7'), soFar)?.key, 'the same where it is there, too').toBe('C7');
  });

  test('what came to its bound of runs is said to be cut', async () => {
    const text = 'customer: { records: 5 }\nlatency: 50ms\nsteps:\n  - { on: notification, elapse: 2h }';
    const found = await shrinkIn(importWith({ startsOver: false }), text, { runs: 1, work: 1000 });

    expect(found).toMatchObject({ runs: 1, cut: 'effort' });
  });

  test('a sleep of no length does nothing', () => {
    const { steps, ...scenario } = read(
      'steps:\n  - { on: notification, elapse: 0s }\n  - { at: 1m, do: revokeToken }',
    );

    expect(withoutIdle({ scenario: { ...scenario, steps }, unfired: [] })).toEqual(steps.slice(1));
  });
});
