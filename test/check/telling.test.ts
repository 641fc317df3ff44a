import { describe, expect, test } from 'vitest';
import type { CheckProgress } from '../../src/check/options.ts';
import { sameOrPlainer } from '../../src/check/shrink/goal.ts';
import type { TrialSetup } from '../../src/check/trial/run-trial.ts';
import { tell } from '../../src/check/tell.ts';
import type { Client } from '../../src/simulation/client-env.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { wrongClients } from '../rules/clients/wrong-clients.ts';
import { deepTest } from '../sampled.ts';
import { explainIn, unfinishedOf, find, never, setupOf } from './found.ts';

describe('what matters in a counterexample is told in sentences that runs have proven', () => {
  test('of refusals, which others do the same', async () => {
    const givesUp = importWith({
      mostRetries: never(({ status }) => status >= 500 || status === 400 || status === 404),
    });

    const { matters, indifferent } = await explainIn(
      givesUp,
      'steps:\n  - { on: listDataQueryRecords, fail: integrationTimeout }',
    );

    expect(matters[0]).toMatch(/^any refusal with 5xx \(504, 500 and 503\) does it; 400, .* do not$/);
    expect(indifferent).toContain('the seed');
    expect(indifferent).toContain('latency');
  });

  test('of one exchange among many, that it has to be this one', async () => {
    let lists = 0;
    const forgetful: Client = (env) => {
      lists = 0;
      return importWith({
        pageSize: '2',
        followingSize: '2',
        fetch: (url, init) => {
          if (url.includes('/records')) lists += 1;
          return fetch(url, init);
        },
        mostRetries: () => (lists === 2 ? 0 : 5),
      })(env);
    };

    const { matters } = await explainIn(
      forgetful,
      'customer: { records: 6 }\nsteps:\n  - { on: listDataQueryRecords, nth: 2, fail: tooManyRequests }',
    );

    expect(matters).toContain('it takes the 2nd listDataQueryRecords; the 1st and 3rd do not do it');
  });

  test('of time that passes, which boundary of the interface it has to pass', async () => {
    const { matters } = await explainIn(
      importWith({ startsOver: false }),
      'customer: { records: 1 }\nsteps:\n  - { on: notification, elapse: 2h }',
    );

    expect(matters).toEqual(['how much time passes: more than 1h, be it by a millisecond']);
  });

  test('of a collection, how long it has to take, and of one that takes as long as usual, that it may be any', async () => {
    const impatient = importWith({ patience: 15 * 60_000 });
    const { matters } = await explainIn(impatient, 'customer: { records: 1, collects: 2h }');
    const { indifferent } = await explainIn(
      importWith({ followsPages: false, pageSize: '4' }),
      'customer: { records: 5 }',
    );

    const late: Client = (env) => {
      const onNotification: typeof env.onNotification = (endpoint) =>
        void setTimeout(() => env.onNotification(endpoint), 60_000);
      return importWith({})({ ...env, onNotification });
    };
    const soon = await explainIn(late, 'customer: { records: 1, collects: 0s }');

    expect(matters).toEqual(['how long the collection takes: 20m is enough, and 5m is not']);
    expect(soon.matters).toEqual(['it takes a collection of 0s: with 30m it does not break']);
    expect(indifferent).toContain('how long the collection takes');
  });

  test('of a notification, how late it has to be', async () => {
    const impatient = importWith({ patience: 12 * 60_000 });
    const late = 'customer: { records: 1, collects: 10m, notifiedAfter: 20m }';
    const { matters } = await explainIn(impatient, late);

    expect(matters).toContain('how late the notification is sent: 5m is enough, and 1s is not');
  });

  test('of records, that it takes a second page', async () => {
    const { matters } = await explainIn(importWith({ followsPages: false, pageSize: '4' }), 'customer: { records: 5 }');

    expect(matters).toEqual(['it takes a second page: 5 records, in pages of 4']);
  });
});
describe('a failure', () => {
  test('that only says that the client did not finish names the answer that it could not take, and what is asked then', async () => {
    const { symptom, message } = await unfinishedOf(importWith({ startsOver: false }), {
      modes: ['recoverable'],
      seed: 3,
    });

    expect(symptom.key).toBe('C27');
    expect(symptom.evidence.join('\n')).toMatch(
      /^it failed: .*\nthe last answer that it got is that to #\d+ listDataQueryRecords, at .*: 403 accessTimeElapsed.*; the document: a new query is created, since the hour of the old one is over \(States and transitions\)/,
    );
    expect(message).toMatch(/it matters: how much time passes: more than 1h/);
    expect(message).toMatch(/\(\d+ runs to shrink it, \d+ to explain it, 2 to see it again\)/);
  });

  test('tells of progress in each of its phases, and counts what it says it does', async () => {
    const seen: Partial<Record<CheckProgress['phase'], number>> = {};
    const onProgress = ({ phase, runs }: CheckProgress): void => {
      seen[phase] = runs;
    };

    const { told } = await unfinishedOf(importWith({ startsOver: false }), { modes: ['recoverable'], onProgress });

    expect(told?.effort).toEqual({ shrink: seen.shrink, explain: seen.explain, repeat: seen.repeat });
  });

  deepTest('is the same in another check of the same seed, word by word', async () => {
    const check = () => unfinishedOf(importWith({ startsOver: false }), { modes: ['recoverable'] });

    const [one, other] = [await check(), await check()];

    expect(other.message).toBe(one.message);
  });
});

deepTest('a client that never stops is told of by a handful of runs of thousands of requests', async () => {
  const setup = await setupOf(wrongClients.retriesForEver);
  let requests = 0;
  const transport: TrialSetup['transport'] = (gateway) =>
    setup.transport({
      ...gateway,
      receive: (...request) => {
        requests += 1;
        return gateway.receive(...request);
      },
    });
  const found = await find(
    setup,
    'steps:\n  - { on: createDataQuery, fail: tokenExpired, for: 10d }\n  - { at: 1h, elapse: 1h }',
  );

  const { symptom, effort } = await tell(found, {
    setup: { ...setup, transport },
    goal: sameOrPlainer,
    time: 60_000,
    onRun: () => undefined,
  });

  expect(symptom.evidence).toEqual(['it sent more than 3000 requests']);
  expect(effort.repeat).toBe(1);
  expect(requests).toBeLessThan(5 * 3000);
});

describe('by a quicker way a counterexample is made short', () => {
  const givesUp = importWith({ mostRetries: never(({ status }) => status >= 500) });
  const story = 'steps:\n  - { on: listDataQueryRecords, fail: integrationTimeout }\n  - { at: 1h, elapse: 1h }';
  const counting = async (client: Client) => {
    const runs: string[] = [];
    const counted: Client = (env) => {
      runs.push('run');
      return client(env);
    };
    return { setup: await setupOf(counted), runs };
  };
  const tellBy = async (sure: TrialSetup, quick: TrialSetup) =>
    tell(await find(sure, story), { setup: sure, quick, goal: sameOrPlainer, time: 60_000, onRun: () => undefined });

  test('and shown by the sure one', async () => {
    const [sure, quick] = [await counting(givesUp), await counting(givesUp)];

    const told = await tellBy(sure.setup, quick.setup);

    expect(told.trial.scenario.steps).toHaveLength(1);
    expect(sure.runs).toHaveLength(1 + told.effort.repeat);
    expect(quick.runs).toHaveLength(told.effort.shrink + told.effort.explain);
  });

  test('and by the sure one where that shows something else', async () => {
    const sure = await counting(givesUp);
    const failsAnyway = await setupOf(importWith({ pageSize: '1000' }));

    const told = await tellBy(sure.setup, failsAnyway);

    expect(told.trial.scenario.steps).toHaveLength(1);
    expect(told.repetition).toEqual({ runs: 2, broken: 2 });
    expect(sure.runs.length).toBeGreaterThan(told.effort.shrink + told.effort.explain);
  });
});
