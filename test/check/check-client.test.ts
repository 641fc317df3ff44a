import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CheckReport, checkClient } from '../../src/check/check-client.ts';
import type { CheckFailed } from '../../src/check/check-failed.ts';
import type { CheckOptions, CheckProgress } from '../../src/check/options.ts';
import { loadScenarios } from '../../src/language/load-scenarios.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { runScenario } from '../../src/play/run-scenario.ts';
import type { Client } from '../../src/simulation/client-env.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { askForToken } from '../rules/clients/wrong/layers.ts';
import { importInLayers } from '../rules/clients/wrong/pipeline.ts';
import { failureOf as findOut } from './found.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const sound = importWith();
const impatient = importWith({ patience: Number.POSITIVE_INFINITY });
const hasty = importWith({ mostRetries: ({ status }) => (status === 0 ? 2 : 0) });

const failureOf = (client: Client, options: CheckOptions = {}): Promise<CheckFailed> =>
  findOut(client, { runs: 1000, ...options });

describe('a client that does what it should', () => {
  test('gets through all scenarios, and the report says what they came across', async () => {
    const report: CheckReport = await checkClient(sound, { transport: 'fetch', runs: 30 });

    expect(report.runs).toBe(30);
    expect(report.coverage.cells['the client succeeds']).toBeGreaterThan(10);
    expect(report.coverage.gaps).not.toContain('the client succeeds');
    expect(report.coverage.met).toBeGreaterThan(0.1);
  });

  test('is run through the same scenarios by the same seed, and others by another', async () => {
    const check = (seed: number): Promise<CheckReport> => checkClient(sound, { transport: 'fetch', runs: 6, seed });

    const [first, again, other] = [await check(7), await check(7), await check(8)];

    expect(again.coverage).toEqual(first.coverage);
    expect(other.coverage).not.toEqual(first.coverage);
  });

  test('is run through no more scenarios than there is time for', async () => {
    const seen: CheckProgress[] = [];

    const report = await checkClient(sound, {
      transport: 'fetch',
      time: '300ms',
      onProgress: (progress) => seen.push(progress),
    });

    expect(report.runs).toBe(seen.filter(({ phase }) => phase === 'search').length);
    expect(report.runs).toBeGreaterThan(0);
    expect(report.elapsed).toBeLessThan(5000);
  });

  test('is run through all scenarios by all shards together, and none twice', async () => {
    const parts = await inTurn([1, 2, 3], (index) =>
      checkClient(sound, { transport: 'fetch', runs: 20, shard: { index, of: 3 } }),
    );
    const whole = await checkClient(sound, { transport: 'fetch', runs: 20 });

    expect(parts.map(({ runs }) => runs)).toEqual([7, 7, 6]);
    const sum: Record<string, number> = {};
    for (const { coverage } of parts) {
      for (const [cell, count] of Object.entries(coverage.cells)) sum[cell] = (sum[cell] ?? 0) + count;
    }
    expect(sum).toEqual(whole.coverage.cells);
  });
});

const inTurn = async <In, Out>(items: readonly In[], work: (item: In) => Promise<Out>): Promise<readonly Out[]> => {
  const results: Out[] = [];
  for (const item of items) results.push(await work(item));
  return results;
};

describe('a client that does something wrong', () => {
  let found: CheckFailed;
  beforeAll(async () => {
    found = await failureOf(hasty);
  });

  test('is found out, and the failure says what it did, when, and how to see it again', () => {
    expect(found.name).toBe('CheckFailed');
    expect(found.symptom.key).toBe('C7');
    expect(found.scenario.steps.length).toBeLessThanOrEqual(2);
    expect(found.message).toContain('C7 retries-transient is broken');
    expect(found.message).toContain('(Errors, interface C)');
    expect(found.message).toMatch(/\nwhat happened:\n {2,}time │ client .*\n(?:.*\n)*▶ /);
    expect(found.message).toContain(`replay: ${found.replay}`);
    expect(readScenario(found.file, 'pasted.yaml').steps).toHaveLength(found.scenario.steps.length);
  });

  test('breaks the same rule again when the token of the failure is given, and a better client does not', async () => {
    const again = await failureOf(hasty, { replay: found.replay });
    const mended = await checkClient(sound, { transport: 'fetch', replay: found.replay });

    expect(again.symptom).toEqual(found.symptom);
    expect(again.timeline).toEqual(found.timeline);
    expect(mended.replayed).toBe(1);
  });

  test('that waits for ever is stopped, and the counterexample is the notification that is lost', async () => {
    const failure = await failureOf(impatient);

    expect(failure.symptom.key).toBe('C18');
    expect(failure.scenario.steps).toHaveLength(1);
  });

  test('that waits for ever is not held to C18 where that rule is off, and only recommended it where it is a should', async () => {
    const lost: Client = async (env) => {
      env.onNotification(() => new Response(null, { status: 204 }));
      await new Promise(() => {});
    };
    const options = { transport: 'fetch', runs: 1 } as const;
    const others = { C17: 'off' } as const;

    const off = await checkClient(lost, { ...options, rules: { ...others, C18: 'off' } });
    const should = await checkClient(lost, { ...options, rules: { ...others, C18: 'should' } });

    expect(off.recommendations).toEqual([]);
    expect(should.recommendations.map(({ rule }) => rule)).toEqual(['C18']);
    expect((await failureOf(lost, { rules: others })).symptom.key).toBe('C18');
  });

  test('that keeps the new refresh token of its first renewal alone is found out where it needs a third', async () => {
    const forgetful = importInLayers({
      renew: async (send, env, account) => {
        const [given] = env.customers;
        const fresh = await askForToken(send, env, account.refreshToken);
        account.accessToken = fresh.access_token;
        if (account.refreshToken === given?.refreshToken)
          account.refreshToken = fresh.refresh_token ?? account.refreshToken;
      },
    });

    const { symptom, scenario } = await failureOf(forgetful);

    expect(symptom.key).toBe('C27');
    expect(scenario.assumptions).toMatchObject({ 'login.refreshRotation': 'rotates' });
    expect(scenario.steps.filter(({ action }) => action.do === 'expireToken')).toHaveLength(3);
  });

  test('that asks again and again without a pause is stopped', async () => {
    const restless: Client = async (env) => {
      for (;;) await fetch(env.tokenUrl);
    };

    const failure = await failureOf(restless);

    expect(failure.symptom.evidence.join()).toMatch(/more than \d+ requests|C/);
  });

  test('that has a wrong result by the word of the user is found out', async () => {
    const failure = await failureOf(sound, {
      checkResult: (result) => {
        if ((result as { records: number }).records === 0) throw new Error('nothing was imported');
      },
    });

    expect(failure.symptom).toMatchObject({ key: 'right-result', evidence: ['nothing was imported'] });
    expect(failure.file).toContain('records: 0');
  });
});

describe('saved counterexamples', () => {
  const folder = temporaryFolder();
  const regressions = join(folder, 'new');
  let failure: CheckFailed;
  beforeAll(async () => {
    failure = await failureOf(hasty, { regressions });
  });

  test('are written to the folder, and run first the next time', async () => {
    const [file = '', ...others] = await readdir(regressions);
    expect(others).toEqual([]);
    expect(file).toMatch(/^c7-retries-transient-[0-9a-f]{8}\.yaml$/);
    expect(await readFile(join(regressions, file), 'utf8')).toBe(failure.file);
    expect(failure.message).toContain(file);

    const phases: string[] = [];
    const again = await failureOf(hasty, { regressions, onProgress: ({ phase }) => phases.push(phase) });
    expect(again.symptom.key).toBe('C7');
    expect(again.message).toContain('known before');
    expect(phases).toEqual([]);
  });

  test('break the client when they are run as scenarios', async () => {
    const [scenario] = await loadScenarios([regressions]);
    const report = scenario && (await runScenario(scenario, hasty));

    expect(report?.verdict).toBe('broken');
    expect(report?.findings.map(({ claim }) => claim).join()).toContain('C7 retries-transient');
  });

  test('do no harm to a client that has learned', async () => {
    const report = await checkClient(sound, { transport: 'fetch', runs: 3, regressions });

    expect(report.replayed).toBe(1);
  });

  test('have to be scenarios', async () => {
    await writeFile(join(folder, 'late.yaml'), 'steps: 1');

    await expect(checkClient(sound, { regressions: folder })).rejects.toMatchObject({ code: 'SCENARIO_INVALID' });
  });
});

describe('coverage', () => {
  test('that was wished for and not met is a failure that names what is missing', async () => {
    const wish = { including: ['CANCELED after expireConsent', 'the client succeeds'] };

    await expect(checkClient(sound, { transport: 'fetch', runs: 2, coverage: wish })).rejects.toMatchObject({
      name: 'CoverageMissed',
      message: expect.stringContaining('your run never saw CANCELED after expireConsent;') as string,
    });
  });

  test('can be wished for as a part of all that is within reach', async () => {
    await expect(checkClient(sound, { transport: 'fetch', runs: 2, coverage: { atLeast: 0.9 } })).rejects.toThrow(
      /your run saw \d+ % of what is within reach, and 90 % are wished for/,
    );
    await expect(
      checkClient(sound, { transport: 'fetch', runs: 2, coverage: { atLeast: 0.01 } }),
    ).resolves.toBeDefined();
  });
});

test.each([
  [{ runs: 0 }, 'BAD_OPTION', 'checkClient, runs'],
  [{ seed: -1 }, 'BAD_OPTION', 'checkClient, seed'],
  [{ time: 'soon' }, 'BAD_DURATION', 'checkClient, time'],
  [{ time: 30 as never }, 'BAD_DURATION', 'checkClient, time'],
  [{ shard: { index: 3, of: 2 } }, 'BAD_OPTION', 'checkClient, shard'],
  [{ modes: [] }, 'BAD_OPTION', 'checkClient, modes'],
  [{ transport: 'pigeons' }, 'BAD_OPTION', 'checkClient, transport'],
  [{ rules: 'most' }, 'BAD_OPTION', 'checkClient, rules'],
  [{ coverage: { including: ['listDataQueryRecords: tokenExpird'] } }, 'BAD_OPTION', 'checkClient, coverage'],
  [{ onProgress: 5 as never }, 'BAD_OPTION', 'checkClient, onProgress'],
  [{ rnus: 3 }, 'BAD_OPTION', 'checkClient'],
  [{ replay: 'sd1_nonsense' }, 'BAD_OPTION', 'the replay token'],
])('options that make no sense are refused: %o', async (options, code, place) => {
  await expect(checkClient(sound, options as CheckOptions)).rejects.toMatchObject({ code, place });
});
