import { expect, test } from 'vitest';
import { type Simulation, type Snapshot, simulate } from '../../src/index.ts';
import { create, list, nextNotification, refresh, requestToken, sleep } from './calls.ts';

/** Brings a query to COMPLETED and lets the rest of the hour but a minute pass. */
const almostLate = async (): Promise<{ readonly snapshot: Snapshot; readonly id: string }> => {
  await using sim = await simulate({ customer: { records: 3 } });
  const { id } = await sim.run(async () => {
    const notified = nextNotification(sim.env);
    await create(sim.env);
    return notified;
  });
  await sim.elapse('59m');
  return { snapshot: sim.snapshot(), id };
};

/** As a suite would keep it: in a file. */
const throughFile = (snapshot: Snapshot): Snapshot => JSON.parse(JSON.stringify(snapshot)) as Snapshot;

const listAfter = async (sim: Simulation, wait: string, id: string): Promise<unknown> => {
  await sim.elapse(wait);
  const { body } = await sim.run(() => refresh(sim.env));
  const { status, body: answer } = await sim.run(() => list(sim.env, id, String(body['access_token'])));
  return answer['type'] ?? status;
};

test('tests begin at "completed, 59 minutes ago" without playing it again', async () => {
  const { snapshot, id } = await almostLate();

  for (const [wait, outcome] of [
    ['1m', 200],
    ['1m 0.001s', 'ACCESS_TIME_ELAPSED'],
  ] as const) {
    await using sim = await simulate({ from: throughFile(snapshot) });
    expect(await listAfter(sim, wait, id)).toBe(outcome);
  }
});

test('virtual time goes on from where it was', async () => {
  const { snapshot } = await almostLate();

  await using sim = await simulate({ from: snapshot });

  expect(await sim.run(() => new Date().toISOString())).toBe('2024-02-29T01:09:00.000Z');
  expect(sim.elapsed).toBe(0);
});

test('what was due comes to pass: the collection ends, its notification arrives', async () => {
  const snapshot = await (async () => {
    await using sim = await simulate();
    await sim.run(() => create(sim.env));
    await sim.elapse('4m');
    return sim.snapshot();
  })();
  await using sim = await simulate({ from: throughFile(snapshot) });

  const took = await sim.run(async () => {
    const { status } = await nextNotification(sim.env);
    return [status, sim.elapsed];
  });

  expect(took).toEqual(['COMPLETED', 6 * 60_000]);
});

test('tokens, remembered answers and the data are those of before; the hosts may be others', async () => {
  await using before = await simulate({ customer: { records: 3 } });
  const { id } = await before.run(async () => {
    const notified = nextNotification(before.env);
    await create(before.env);
    return notified;
  });
  const page = await before.run(() => list(before.env, id));
  await using after = await simulate({ from: before.snapshot() });

  const again = await after.run(() => list(after.env, id, before.env.customer.accessToken));
  const files = await after.run(async () => {
    const texts: unknown[] = [];
    for (const { file } of again.body['records'] as { file: string }[]) texts.push(await (await fetch(file)).json());
    return texts;
  });

  expect(after.env.tokenUrl).not.toBe(before.env.tokenUrl);
  expect(after.explain(1)?.remembered).toEqual({ since: 0, age: 0 });
  expect(Object.keys(again.body)).toEqual(Object.keys(page.body));
  expect(files).toEqual(before.customer.records);
});

test('what a snapshot holds is not touched by those that go on from it', async () => {
  const { snapshot } = await almostLate();
  const bytes = JSON.stringify(snapshot);

  await using sim = await simulate({ from: snapshot });
  await sim.run(() => create(sim.env));
  await sim.now.revokeConsent();

  expect(JSON.stringify(snapshot)).toBe(bytes);
});

test('counters are saved too: the sixth create in a second is throttled across a snapshot', async () => {
  await using before = await simulate({ assumptions: { 'cache.beforeConflict': 'conflict' } });
  await before.run(async () => {
    for (let request = 0; request < 5; request++) await create(before.env);
  });
  await using after = await simulate({ from: throughFile(before.snapshot()) });

  const sixth = await after.run(() => create(after.env));

  expect([sixth.status, sixth.body['category']]).toEqual([429, 'THROTTLED']);
});

test('a snapshot amid a request is refused: an answer under way is no plain data', async () => {
  await using sim = await simulate({ latency: '2s' });

  const refused = await sim.run(async () => {
    const asking = requestToken(sim.env, { grant_type: 'client_credentials', scope: 'store::apps:readwrite' });
    await sleep(1000);
    const error = ((): unknown => {
      try {
        return sim.snapshot();
      } catch (thrown) {
        return thrown;
      }
    })();
    await asking;
    return error;
  });

  expect(refused).toMatchObject({ code: 'SNAPSHOT_BUSY' });
});

test.each([
  [{ from: {} as Snapshot }, 'this is no snapshot'],
  [{ from: { version: 1, world: {} } as unknown as Snapshot }, 'of an earlier version of stunt-double'],
  [{ from: { version: 2, world: {} } as unknown as Snapshot }, 'of an earlier version of stunt-double'],
  [{ from: { version: 3, world: {} } as unknown as Snapshot }, 'of an earlier version of stunt-double'],
  [{ from: { version: 5, world: {} } as unknown as Snapshot }, 'this is no snapshot'],
])('%j: %s', async (options, message) => {
  await expect(simulate(options)).rejects.toThrow(message);
});

test('what a snapshot has decided is not decided anew', async () => {
  await using sim = await simulate();

  await expect(simulate({ from: sim.snapshot(), seed: 3 })).rejects.toThrow('"seed" is decided by the snapshot');
});

test('whoever kept a snapshot may have put its fields in another order', async () => {
  await using sim = await simulate();
  const turn = (value: unknown): unknown =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([key, one]) => [key, turn(one)]),
        );

  await using again = await simulate({ from: turn(throughFile(sim.snapshot())) as Snapshot });

  expect(again.queries).toEqual(sim.queries);
});

test.each([
  ['a field', { seed: 2 }],
  ['its world', { world: { queries: null } }],
  ['its checksum', { checksum: 0 }],
])('a snapshot of which %s was changed is refused at once, not at some later request', async (_, change) => {
  await using sim = await simulate();
  const changed = { ...throughFile(sim.snapshot()), ...change } as unknown as Snapshot;

  await expect(simulate({ from: changed })).rejects.toMatchObject({
    code: 'BAD_OPTION',
    place: 'simulate({ from })',
    what: 'this snapshot was changed since it was taken',
  });
});
