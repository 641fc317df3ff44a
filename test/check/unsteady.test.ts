import { describe, expect, test } from 'vitest';
import { checkClient } from '../../src/check/check-client.ts';
import type { Client } from '../../src/simulation/client-env.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { moreWrongClients } from '../rules/clients/more-wrong-clients.ts';
import { failureOf, unfinishedOf } from './found.ts';

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

describe('an error that slips past the promise of a client', () => {
  const slips = importWith({
    mostRetries: ({ status }) => {
      if (status === 500) void Promise.reject(new TypeError('slipped'));
      return 5;
    },
  });

  test('is told with its scenario, and with how to see it again', async () => {
    const unheard = await withoutListeners(() => unfinishedOf(slips, { modes: ['any'] }));

    expect(unheard.symptom).toMatchObject({ key: 'handles-its-errors' });
    expect(unheard.symptom.evidence[0]).toContain('TypeError: slipped');
    expect(unheard.scenario.steps).toHaveLength(1);
    expect(unheard.replay).toMatch(/^sd1_/);
  });
});

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

  test('is not mistaken for one that pastes page tokens into addresses, which are others in each simulation', async () => {
    const { told } = await failureOf(moreWrongClients.pastesPageToken.client, {
      rules: 'must',
      runs: 1,
      assumptions: { 'list.tokenText': 'any-text', 'list.mostPerPage': 1 },
    });

    expect(told?.repetition).toEqual({ runs: 2, broken: 2 });
  });

  test('may not be seen to break again, and the failure says so', async () => {
    const { message, told } = await unfinishedOf(breaksIn(1), { rules: 'must', modes: ['recoverable'] });

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
    } = await unfinishedOf(breaksIn(8), { rules: 'must', modes: ['recoverable'], runs: 20 });

    expect(steps).not.toEqual([]);
    expect(told?.repetition.broken).toBe(0);
    expect(told?.explanation).toEqual({ matters: [], indifferent: [] });
  });
});
