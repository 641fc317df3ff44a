import { describe, expect, test } from 'vitest';
import { CheckFailed } from '../../src/check/check-failed.ts';
import { checkClient } from '../../src/check/check-client.ts';
import type { CheckOptions, CheckProgress } from '../../src/check/options.ts';
import { sameOrPlainer } from '../../src/check/shrink/goal.ts';
import { withoutIdle } from '../../src/check/shrink/fewer-steps.ts';
import { runTrial, type TrialSetup } from '../../src/check/trial/run-trial.ts';
import type { Symptom, Trial } from '../../src/check/trial/trial.ts';
import { createTrace } from '../../src/trace/trace.ts';
import { type Bounds, createExperiments } from '../../src/check/shrink/experiments.ts';
import { shrink } from '../../src/check/shrink/shrink.ts';
import { tell } from '../../src/check/tell.ts';
import { explain, type Explanation } from '../../src/check/explain/explain.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import type { Scenario } from '../../src/language/ast.ts';
import type { Client } from '../../src/simulation/client-env.ts';
import { openTransport } from '../../src/simulation/open-transport.ts';
import type { Reply } from '../rules/clients/behavior.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { wrongClients } from '../rules/clients/wrong-clients.ts';
import { deepTest } from '../sampled.ts';
import { onlyRule } from './only-rule.ts';

const enough: Bounds = { runs: 60, work: 100_000 };

const setupOf = async (client: Client): Promise<TrialSetup> => ({
  client,
  rules: 'all',
  series: 'telling',
  transport: (await openTransport('fetch')).attach,
});

const read = (text: string): Scenario => readScenario(`name: generated\n${text}`, 'a.yaml');

const find = async (setup: TrialSetup, text: string): Promise<{ readonly trial: Trial; readonly symptom: Symptom }> => {
  const trial = await runTrial(read(text), setup);
  const [symptom] = trial.symptoms;
  return symptom === undefined ? expect.unreachable('nothing broke') : { trial, symptom };
};

/** What is told to matter of a scenario as it stands. */
const explainIn = async (client: Client, text: string): Promise<Explanation> => {
  const setup = await setupOf(client);
  const found = await find(setup, text);
  return explain(
    found,
    createExperiments(setup, () => true).series(enough, () => undefined),
  );
};

const shrinkIn = async (client: Client, text: string, bounds = enough) => {
  const setup = await setupOf(client);
  const series = createExperiments(setup, () => true).series(bounds, () => undefined);
  const found = await shrink(await find(setup, text), sameOrPlainer, series);
  return { ...found, runs: series.runs, cut: series.cut };
};

const never =
  (isRefused: (reply: Reply) => boolean) =>
  (reply: Reply): number =>
    isRefused(reply) ? 0 : 5;

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

const failureOf = async (client: Client, options: CheckOptions = {}): Promise<CheckFailed> => {
  const failure: unknown = await checkClient(client, { transport: 'fetch', rules: onlyRule('C27'), ...options }).catch(
    (error: unknown) => error,
  );
  return failure instanceof CheckFailed ? failure : expect.unreachable(`not found out: ${String(failure)}`);
};

describe('a failure', () => {
  test('that only says that the client did not finish names the answer that it could not take, and what is asked then', async () => {
    const { symptom, message } = await failureOf(importWith({ startsOver: false }), {
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

    const { told } = await failureOf(importWith({ startsOver: false }), { modes: ['recoverable'], onProgress });

    expect(told?.effort).toEqual({ shrink: seen.shrink, explain: seen.explain, repeat: seen.repeat });
  });

  deepTest('is the same in another check of the same seed, word by word', async () => {
    const check = () => failureOf(importWith({ startsOver: false }), { modes: ['recoverable'] });

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

describe('an error that slips past the promise of a client', () => {
  const slips = importWith({
    mostRetries: ({ status }) => {
      if (status === 500) void Promise.reject(new TypeError('slipped'));
      return 5;
    },
  });

  test('is told with its scenario, and with how to see it again', async () => {
    const unheard = await withoutListeners(() => failureOf(slips, { modes: ['any'] }));

    expect(unheard.symptom).toMatchObject({ key: 'handles-its-errors' });
    expect(unheard.symptom.evidence[0]).toContain('TypeError: slipped');
    expect(unheard.scenario.steps).toHaveLength(1);
    expect(unheard.replay).toMatch(/^sd1_/);
  });
});

/** The runner of tests takes every error that nobody hears for its own. */
const withoutListeners = async <T>(work: () => Promise<T>): Promise<T> => {
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  try {
    return await work();
  } finally {
    for (const listener of listeners) process.on('unhandledRejection', listener);
  }
};

/** Breaks in one of its runs, whatever the scenario. */
const breaksIn = (run: number): Client => {
  let runs = 0;
  return async (env) => {
    runs += 1;
    if (runs === run) throw new Error('cold');
    await importWith()(env);
  };
};

describe('a client that does something else each time', () => {
  test('is named as such with what it did first, also when nothing broke it', async () => {
    let runs = 0;
    const whimsical: Client = async (env) => {
      runs += 1;
      await importWith({ pageSize: runs % 2 === 0 ? '10' : '20', followingSize: '10' })(env);
    };

    const report = await checkClient(whimsical, { transport: 'fetch', rules: 'none', runs: 1, modes: ['any'] });

    expect(report.unsteady?.first).toContain('maxResults=20');
    expect(report.unsteady?.second).toContain('maxResults=10');
  });

  test('is not mistaken for one that does the same', async () => {
    const report = await checkClient(importWith(), { transport: 'fetch', runs: 1 });

    expect(report).not.toHaveProperty('unsteady');
  });

  test('may not be seen to break again, and the failure says so', async () => {
    const { message, told } = await failureOf(breaksIn(1), { rules: 'must', modes: ['recoverable'] });

    expect(told?.repetition).toMatchObject({ runs: 2, broken: 0 });
    expect(told?.explanation).toEqual({ matters: [], indifferent: [] });
    expect(message).toMatch(
      /this client behaves differently from run to run: the same scenario broke in 0 of 2 repetitions\n +in one run: +at 0\.000s, it failed: cold\n +in another: +at 0\.000s, #1 createDataQuery/,
    );
  });

  test('is told without what matters where it was not seen to break again', async () => {
    const {
      told,
      scenario: { steps },
    } = await failureOf(breaksIn(8), { rules: 'must', modes: ['recoverable'], runs: 20 });

    expect(steps).not.toEqual([]);
    expect(told?.repetition.broken).toBe(0);
    expect(told?.explanation).toEqual({ matters: [], indifferent: [] });
  });
});
