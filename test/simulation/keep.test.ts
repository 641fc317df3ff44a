import { expect, test } from 'vitest';
import { checkTrace, recordTraffic, simulate, type Simulation } from '../../src/index.ts';
import { bytesHeld } from '../transport/memory.ts';
import { sleep } from './calls.ts';

const mail = (turn: number): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ toEmailAddress: `a${turn}@b`, fromEmailAddress: 'c@d', emailContent: `Number ${turn}` }),
});

const sendMany = async (count: number, options: object) => {
  const sim = await simulate({ transport: 'fetch', ...options });
  await sim.run(async () => {
    for (let turn = 1; turn <= count; turn++) {
      await sim.fetch(sim.env.emailUrl, mail(turn));
      await sleep(1000);
    }
  });
  return sim;
};

test('a trace keeps its newest entries, says how many it does not, and what there was at first', async () => {
  await using sim = await sendMany(200, { keep: 100 });
  const { entries } = sim.trace;
  const [began, dropped] = entries;

  expect(entries.length).toBeLessThanOrEqual(126);
  expect(began?.kind).toBe('began');
  if (dropped?.kind !== 'dropped') throw new Error('nothing says that entries were dropped');
  // What began, two entries for each mail, and the end.
  expect(dropped.entries + entries.length - 1).toBe(1 + 2 * 200 + 1);
  expect(entries.at(-2)).toMatchObject({ kind: 'answer', exchange: 200 });
  expect(sim.trace.lines()[1]).toContain(`${dropped.entries} entries that stood here are not kept`);
  expect(sim.outbox.length).toBeLessThan(200);
  expect(sim.outbox.at(-1)?.to).toBe('a200@b');
});

test('what is read in between stays as it was read, and is dropped in its turn', async () => {
  await using sim = await simulate({ transport: 'fetch', keep: 100 });
  const read: string[] = [];
  await sim.run(async () => {
    for (let turn = 1; turn <= 200; turn++) {
      await sim.fetch(sim.env.emailUrl, mail(turn));
      await sleep(1000);
      if (turn % 7 === 0) read.push(JSON.stringify(sim.trace.entries.at(-1)));
    }
  });

  expect(read.map((text) => (JSON.parse(text) as { exchange: number }).exchange)).toEqual(
    Array.from({ length: 28 }, (_, index) => 7 * (index + 1)),
  );
  expect(sim.trace.toJSONL().trimEnd().split('\n')).toHaveLength(sim.trace.entries.length);
  expect(sim.trace.entries.filter(({ kind }) => kind === 'dropped')).toHaveLength(1);
});

test('no rule judges what is not whole, and none is said to hold', async () => {
  await using sim = await sendMany(200, { keep: 100 });
  await using whole = await sendMany(200, {});

  expect(new Set(sim.judge().map(({ verdict }) => verdict))).toEqual(new Set(['inconclusive']));
  const [first] = sim.judge();
  expect(first).toMatchObject({ why: expect.stringMatching(/^\d+ entries of it are not kept/) as string });
  expect(whole.judge().some(({ verdict }) => verdict === 'held')).toBe(true);
  const verdicts = checkTrace(sim.trace, { judges: 'both' }).map(({ verdict }) => verdict);
  expect(new Set(verdicts)).toEqual(new Set(['inconclusive']));
});

test('where time is virtual all is kept, unless it is said otherwise', async () => {
  await using sim = await sendMany(200, {});

  expect(sim.trace.entries).toHaveLength(402);
  expect(sim.outbox).toHaveLength(200);
});

test.each([0, 99, 100.5, Number.NaN, '1000'])('%s is no number of entries to keep', async (keep) => {
  await expect(simulate({ keep: keep as number })).rejects.toThrow('simulate({ keep }): this is no number of entries');
});

test('a recording keeps its newest exchanges, and says how many it does not', async () => {
  const base = 'https://api.example.com';
  const recorder = recordTraffic(async () => Response.json({}), { keep: 10, hosts: { token: base } });
  for (let turn = 1; turn <= 30; turn++)
    await recorder.fetch(`${base}/auth/o2/token`, { method: 'POST', body: `a=${turn}` });

  const { log } = await recorder.toHAR({ secrets: 'kept' });

  expect(log).toHaveProperty('_dropped', 20);
  expect(log.entries.map(({ request }) => request.postData?.text)).toEqual(
    Array.from({ length: 10 }, (_, index) => `a=${21 + index}`),
  );
  const verdicts = checkTrace({ log }).map(({ verdict }) => verdict);
  expect(new Set(verdicts)).toEqual(new Set(['inconclusive']));
});

const askForTokens = async (sim: Simulation, count: number): Promise<readonly string[]> => {
  const { tokenUrl, clientId, clientSecret } = sim.env;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const tokens: string[] = [];
  for (let turn = 0; turn < count; turn++) {
    const body = new URLSearchParams({ ...form, scope: 'reporting::store:marketer' });
    const answer = await sim.fetch(tokenUrl, { method: 'POST', body });
    tokens.push(((await answer.json()) as { access_token: string }).access_token);
    if (turn % 100 === 0) await sim.elapse('2h');
  }
  return tokens;
};

test('who reads a trace looks for no token that had expired before what is kept of it', async () => {
  await using sim = await simulate({ transport: 'none', keep: 100 });
  await askForTokens(sim, 3000);
  const before = bytesHeld();
  void sim.trace.entries;

  expect((bytesHeld() - before) / 3000).toBeLessThan(400);
});

test('such a token is masked as it was issued, and one that lives in any form', async () => {
  await using sim = await simulate({ transport: 'none', keep: 100 });
  const tokens = await askForTokens(sim, 200);
  const [expired = '', live = ''] = [tokens[0], tokens.at(-1)];
  const url = `${sim.env.storeUrls.reporting}/sales`;
  for (let turn = 0; turn < 100; turn++) await sim.fetch(url);
  await sim.fetch(`${url}?key=${expired}&other=${btoa(live)}`);
  const shown = sim.trace.toJSONL();

  expect(shown).toMatch(/key=<token \d+>&other=<token \d+>/);
  expect(shown).not.toContain(expired);
  expect(sim.trace.mask(`with [${expired}], that is: ${expired}.`)).toMatch(/^with \[(<token \d+>)\], that is: \1\.$/);
});
