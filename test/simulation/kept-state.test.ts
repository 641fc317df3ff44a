import { describe, expect, test } from 'vitest';
import { type Simulation, simulate } from '../../src/index.ts';
import type { SimulateOptions } from '../../src/simulation/options.ts';
import { create, list, nextNotification, refresh, requestToken } from './calls.ts';

const storeGrant = { grant_type: 'client_credentials', scope: 'reporting::store:marketer' };

/** An import, and the texts that a client could keep of it. */
const importIn = async (sim: Simulation) => {
  const { env } = sim;
  const { accessToken, refreshToken } = env.customer;
  const kept = { accessToken, refreshToken, id: '', file: '', schema: '', store: '' };
  await sim.run(async () => {
    const notified = nextNotification(env);
    kept.id = String((await create(env)).body['id']);
    await notified;
    const records = (await list(env, kept.id)).body['records'] as { file: string; schema: string }[];
    for (const link of records.flatMap(({ file, schema }) => [file, schema])) await (await fetch(link)).text();
    Object.assign(kept, records[0]);
    kept.store = String((await requestToken(env, storeGrant)).body['access_token']);
  });
  return kept;
};

const play = async (options: SimulateOptions = {}) => {
  await using sim = await simulate({ customer: { records: 2, collects: '1m..20m' }, ...options });
  return { texts: await importIn(sim), jsonl: sim.trace.toJSONL(), lines: sim.trace.lines() };
};

describe('simulations of one process', () => {
  test('give other texts each, with the same seed', async () => {
    const [one, two] = [await play({ seed: 3 }), await play({ seed: 3 })];

    const kept = new Set(Object.values(one.texts));
    expect(Object.values(two.texts).filter((text) => kept.has(text))).toEqual([]);
  });

  test('do all else alike: only the ends of ids tell their traces apart', async () => {
    const [one, two] = [await play({ seed: 3 }), await play({ seed: 3 })];

    expect(two.lines).toEqual(one.lines);
    expect(two.jsonl).not.toBe(one.jsonl);
    expect(two.jsonl.replaceAll(two.texts.id, one.texts.id)).toBe(one.jsonl);
  });

  test('leave the same bytes when they are given the same name', async () => {
    const [one, two] = [await play({ instance: 'import' }), await play({ instance: 'import' })];

    expect(two.jsonl).toBe(one.jsonl);
    expect((await play({ instance: 'another' })).jsonl).not.toBe(one.jsonl);
  });

  test('have names that are texts', async () => {
    await expect(simulate({ instance: 7 as unknown as string })).rejects.toMatchObject({
      code: 'BAD_OPTION',
      place: 'simulate({ instance })',
    });
  });
});

describe('what a client kept from another simulation', () => {
  test('is refused as unknown, and the explanation says where it is from and what to do', async () => {
    const { texts } = await play();
    await using sim = await simulate();
    const { status, body } = await sim.run(() => create(sim.env, texts.accessToken));

    expect([status, body]).toEqual([
      403,
      { category: 'FORBIDDEN', type: 'ACCESS_DENIED', message: 'Access token is invalid' },
    ]);
    expect(sim.explain()).toMatchObject({ row: 'tokenInvalid', leftover: 'access token' });
    expect(sim.explain()?.text.split('\n').slice(3, 5)).toEqual([
      '  kept         the access token is of another simulation: this client keeps state between runs',
      '  remedy       start each run with a fresh cache: build it when the client is called, or clear it before each run',
    ]);
  });

  test('stands in the trace', async () => {
    const { texts } = await play();
    await using sim = await simulate();
    await sim.run(() => list(sim.env, texts.id));

    expect(sim.trace.entries.at(-2)).toMatchObject({ kind: 'answer', row: 'queryIdNotFound', leftover: 'query id' });
    expect(sim.trace.lines().at(-2)).toContain('→ 404 queryIdNotFound, query id of another simulation');
  });

  test('makes no rule speak against a service that refuses it, or a client that gets over it', async () => {
    const { texts } = await play({ seed: 1 });
    await using sim = await simulate({ seed: 1 });
    await sim.run(async () => {
      await create(sim.env, texts.accessToken);
      await fetch(texts.file);
      await fetch(`${sim.env.storeUrls.reporting}/x`, { headers: { authorization: `Bearer ${texts.store}` } });
    });
    await importIn(sim);

    const broken = sim.judge().filter(({ verdict, level }) => level === 'must' && verdict === 'broken');
    expect(broken).toEqual([]);
  });

  test('is no evidence against it, where it is the only one', async () => {
    const { texts } = await play();
    await using sim = await simulate();
    await sim.run(async () => {
      for (const _ of [1, 2]) await create(sim.env, texts.accessToken);
    });

    const blind = sim.judge().find(({ rule }) => rule.id === 'C6');
    expect(blind).toMatchObject({ verdict: 'inconclusive', why: 'this client keeps state between runs' });
  });
});

describe('a simulation that goes on from a saved one', () => {
  const save = async () => {
    await using sim = await simulate();
    await importIn(sim);
    return sim.snapshot();
  };

  test('knows what that one gave, and gives other texts than any that goes on from it', async () => {
    const snapshot = await save();
    const fresh: string[] = [];
    for (const _ of [1, 2]) {
      await using sim = await simulate({ from: snapshot });
      const { status, body } = await sim.run(() => refresh(sim.env));
      expect(status).toBe(200);
      fresh.push(String(body['access_token']));
    }

    expect(new Set(fresh).size).toBe(2);
  });

  test('takes nothing of that one for a leftover, and what is of another branch for one', async () => {
    const snapshot = await save();
    await using branch = await simulate({ from: snapshot });
    const { body } = await branch.run(() => refresh(branch.env));
    await using sim = await simulate({ from: snapshot });
    await sim.run(() => create(sim.env, String(body['access_token'])));
    const branched = sim.explain()?.leftover;
    await sim.run(() => create(sim.env));

    expect([branched, sim.explain()?.leftover]).toEqual(['access token', undefined]);
  });
});
