import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkClient } from '../../src/check/check-client.ts';
import type { CheckFailed } from '../../src/check/check-failed.ts';
import { baseline, profileClient } from '../../src/check/client-profile.ts';
import { type CheckOptions, readOptions } from '../../src/check/options.ts';
import { search } from '../../src/check/search.ts';
import { sweepClient } from '../../src/check/sweep/sweep-client.ts';
import { runTrial } from '../../src/check/trial/run-trial.ts';
import type { Trial } from '../../src/check/trial/trial.ts';
import { withTransport } from '../../src/check/trial/with-transport.ts';
import { scenario } from '../../src/language/builder.ts';
import { readToken } from '../../src/language/replay-token.ts';
import { runScenario } from '../../src/play/run-scenario.ts';
import type { Client } from '../../src/simulation/client-env.ts';
import { type Behavior, reference, type Reply } from '../rules/clients/behavior.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { failureOf as findOut, setupOf } from './found.ts';

/** The customers of the reference client come one after the other, so that the last one whose session began is meant. */
const keepTokens = (override: Partial<Behavior>): Client => {
  const kept = new Map<string, string>();
  let current = '';
  return importWith({
    firstToken: ({ id, scope, accessToken }) => {
      current = `${id}/${scope}`;
      return kept.get(current) ?? accessToken;
    },
    fetch: (url, init) => {
      if (url.includes('/data-queries'))
        kept.set(current, new Headers(init.headers).get('authorization')?.slice(7) ?? '');
      return fetch(url, init);
    },
    ...override,
  });
};

const isRefused = (reply: Reply): boolean =>
  reference.isExpired(reply) || (reply.status === 403 && reply.body.message === 'Access token is invalid');

/** Keeps tokens for the process, and gets another when one is refused, whatever it is refused for. */
const keeping = (override: Partial<Behavior> = {}): Client =>
  keepTokens({ isExpired: isRefused, mostRefreshes: 3, ...override });

/** Takes it for granted that a token it has is one of its customer's, and gives up when it is none. */
const believing = (): Client => keepTokens({});

const failureOf = (client: Client, options: CheckOptions = {}): Promise<CheckFailed> =>
  findOut(client, { runs: 200, ...options });

test('what a client that was stopped still sends is nothing of the next run', async () => {
  const strays: (() => Promise<unknown>)[] = [];
  const client: Client = async (env) => {
    await strays.shift()?.();
    const { accessToken, scope } = env.customer;
    const headers = { authorization: `Bearer ${accessToken}` };
    const create = () => fetch(`${env.regions['eu-west-1']}/${scope}/data-queries`, { method: 'POST', headers });
    if ((await create()).ok) return;
    // It waits for ever, and when that is cut off it tries again, as a library would.
    strays.push(create);
    await new Promise(() => undefined);
  };
  const refused = scenario('refused').on('createDataQuery').fail(418).build();

  const setup = await setupOf(client);
  const first = await runTrial(refused, setup);
  const second = await runTrial(refused, setup);

  expect(first.outcome.ok).toBe(false);
  expect(second.trace.entries.filter(({ kind }) => kind === 'request')).toHaveLength(1);
});

describe('a client that keeps tokens for the process and gets over it', () => {
  test('passes a check, in which it is said that it keeps them', async () => {
    const report = await checkClient(keeping(), { transport: 'fetch', runs: 20 });

    expect(report).toMatchObject({ runs: 20, recommendations: [] });
    expect(report.leftovers).toBeGreaterThan(15);
  });

  test('passes checks of one seed that follow each other', async () => {
    const client = keeping();
    for (const seed of [5, 5]) await checkClient(client, { transport: 'fetch', runs: 10, seed });
  });

  test('is told of its other faults by their own names', async () => {
    const hasty = keeping({ mostRetries: ({ status }) => (status === 0 ? 2 : 0) });
    const { symptom, replay } = await failureOf(hasty);

    expect(symptom.key).toBe('C7');
    expect(symptom.evidence.at(-1)).toContain('this client keeps state between runs');
    expect(readToken(replay).again).toBeUndefined();
  });
});

describe('a client that hangs on what it keeps', () => {
  test('is said to keep tokens where that makes the runs of a scenario differ', async () => {
    const { message } = await failureOf(keepTokens({ pageSize: '1000' }));

    expect(message).toMatch(
      /behaves differently from run to run: .*\n.*in one run: .*\n.*in another: .*\n +the cause: +at 0\.000s, #1 brought the access token of another simulation, and was answered 403 tokenInvalid.*: this client keeps state between runs; start each run with a fresh cache/,
    );
  });

  test('is named as such, with the call that shows it and what to do', async () => {
    const { symptom, scenario: found } = await failureOf(believing());

    expect(symptom.key).toBe('keeps-state-between-runs');
    expect(symptom.evidence[0]).toMatch(/#1 brought the access token of another simulation, .* 403 tokenInvalid$/);
    expect(symptom.evidence.at(-1)).toBe(
      'this client keeps state between runs: start each run with a fresh cache: build it when the client is called, or clear it before each run',
    );
    expect(found.steps).toEqual([]);
  });

  test('is found out by its replay, too, where nothing ran before', async () => {
    const { replay } = await failureOf(believing());

    expect(readToken(replay).again).toBe(true);
    expect((await failureOf(believing(), { replay })).symptom.key).toBe('keeps-state-between-runs');
    await expect(checkClient(keeping(), { transport: 'fetch', replay })).resolves.toMatchObject({ replayed: 1 });
  });

  test('is found out by a sweep, too', async () => {
    await expect(sweepClient(believing(), { transport: 'fetch', time: '1s' })).resolves.toMatchObject({
      cells: expect.arrayContaining([expect.objectContaining({ rule: 'keeps-state-between-runs' })]),
    });
  });
});

test('a run of a scenario warns of it, and breaks nothing for it', async () => {
  const client = keeping();
  const run = () => runScenario(scenario('plain').build(), client);
  const [first, second] = [await run(), await run()];

  expect(first).toMatchObject({ verdict: 'kept', warnings: [] });
  expect(second).toMatchObject({
    verdict: 'kept',
    warnings: [{ found: expect.stringContaining('this client keeps state between runs') }],
  });
});

test('a scenario has the same ids in whichever share of a check it is run', async () => {
  const plan = readOptions(importWith(), { transport: 'fetch', runs: 12 }, 'a check');
  const [whole, halves] = await withTransport(plan, async (given) => {
    const setup = { ...given, series: 'one' };
    const profile = await profileClient(await runTrial(baseline, setup), setup);
    const idsIn = async (index: number, of: number): Promise<readonly string[]> => {
      const ids: string[] = [];
      const onTrial = ({ trace }: Trial): void => {
        ids.push(...trace.entries.flatMap((entry) => (entry.kind === 'notification' ? [entry.query] : [])));
      };
      await search(fc, {
        plan: { ...plan, shard: { index, of } },
        setup,
        profile,
        isLast: () => false,
        isTime: () => true,
        onTrial,
      });
      return ids;
    };
    return [await idsIn(1, 1), [...(await idsIn(1, 2)), ...(await idsIn(2, 2))]];
  });

  expect(whole.length).toBeGreaterThan(8);
  expect(halves.toSorted()).toEqual(whole.toSorted());
  expect(new Set(whole).size).toBe(new Set(whole.map((id) => id.slice(-12))).size);
});
