import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toHar } from '../../src/recording/to-har.ts';
import type { Har } from '../../src/recording/har.ts';
import { simulate } from '../../src/simulate.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';

/** A token that is used once while it lives, and once an hour later. */
const play = async (): Promise<Trace> => {
  await using sim = await simulate();
  const { clientId, clientSecret, tokenUrl, storeUrls } = sim.env;
  await sim.run(async () => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'store::apps:readwrite',
    });
    const answer = (await (await fetch(tokenUrl, { method: 'POST', body })).json()) as { access_token: string };
    const call = async (): Promise<unknown> =>
      (
        await fetch(`${storeUrls.submission}/apps`, { headers: { authorization: `Bearer ${answer.access_token}` } })
      ).text();
    await call();
    await new Promise((resolve) => setTimeout(resolve, 3_600_000));
    await call();
  });
  return sim.trace;
};

/** As if the service took the dead token. */
const spoil = (har: Har): Har => {
  const [one, two, last] = har.log.entries;
  if (one === undefined || two === undefined || last === undefined) throw new Error('three requests were expected');
  const response = { ...last.response, status: 200, content: { size: 2, mimeType: 'application/json', text: '{}' } };
  return { log: { ...har.log, entries: [one, two, { ...last, response }] } };
};

test('a trace and a HAR of a good service pass: held, broken and inconclusive are counted', async () => {
  const trace = await play();
  const folder = temporaryFolder({ 'a.jsonl': trace.toJSONL(), 'b.har': JSON.stringify(toHar(trace)) });

  const { code, out } = await run(['verify', `${folder}/a.jsonl`, `${folder}/b.har`]);

  expect(out).toContain(`✓ ${folder}/a.jsonl  3 requests in 1h0m0.000s, `);
  expect(out).toContain(`✓ ${folder}/b.har  3 requests in 1h0m0.000s, `);
  expect(out).toContain('S12 (nothing was refused)');
  expect(out.endsWith('\n2 passed, 0 failed\n')).toBe(true);
  expect(code).toBe(0);
});

test('a service that took a dead token fails, with rule, instant, exchange and section', async () => {
  const folder = temporaryFolder({ 'a.har': JSON.stringify(spoil(toHar(await play()))) });

  const { code, out } = await run(['verify', `${folder}/a.har`]);

  expect(code).toBe(1);
  expect(out).toContain(`✗ ${folder}/a.har  `);
  expect(out).toContain('    broken: S13 token-life: A token works for as many seconds as its answer said;');
  expect(out).toContain('      found: at 1h0m0.000s, #3 was answered 200 with an expired token\n');
  expect(out).toContain(
    '      npx stunt-double explain S13 "Authentication, interface B"; --rules S13=off turns it off\n',
  );
  expect(out.endsWith('\n0 passed, 1 failed\n')).toBe(true);
});

test('--rules makes it a warning, or leaves it out; --fail-on says whether that fails', async () => {
  const folder = temporaryFolder({ 'a.har': JSON.stringify(spoil(toHar(await play()))) });

  const warned = await run(['verify', `${folder}/a.har`, '--rules', 'S13=should']);
  const silent = await run(['verify', `${folder}/a.har`, '--rules', 'S13=off']);
  const failed = await run(['verify', `${folder}/a.har`, '--rules', 'S13=should', '--fail-on', 'should']);

  expect([warned.code, silent.code, failed.code]).toEqual([0, 0, 1]);
  expect(warned.out).toContain('    ⚠ S13 token-life');
  expect(silent.out).not.toContain('S13');
});

test.each([
  {
    ending: 'yaml',
    text: '# of the real service\ntoken: https://auth.example.com\nsubmission: https://store.example.com/submission\n',
  },
  { ending: 'json', text: '{"token":"https://auth.example.com","submission":"https://store.example.com/submission"}' },
])('hosts come from a $ending file; without them nothing is recognized', async ({ ending, text }) => {
  const { _hosts: _, ...log } = toHar(await play()).log;
  const real = JSON.stringify({ log }).replaceAll('stunt-double.test', 'example.com');
  const folder = temporaryFolder({ 'a.har': real, [`hosts.${ending}`]: text });

  const without = await run(['verify', `${folder}/a.har`]);
  const { code, out } = await run(['verify', `${folder}/a.har`, '--hosts', `${folder}/hosts.${ending}`]);

  expect(without.code).toBe(2);
  expect(without.err).toContain('none of its 3 requests goes to the service');
  expect(code).toBe(0);
  expect(out).toContain('3 requests in 1h0m0.000s, ');
});

test('--reporter json says the same as data, with the evidence, or why nothing can be said', async () => {
  const folder = temporaryFolder({ 'a.har': JSON.stringify(spoil(toHar(await play()))) });

  const { code, out } = await run(['verify', `${folder}/a.har`, '-r', 'terminal', '-r', `json=${folder}/r.json`]);

  expect(code).toBe(1);
  expect(out).toContain('    broken: S13 token-life: ');
  const report = JSON.parse(readFileSync(`${folder}/r.json`, 'utf8')) as {
    readonly recordings: readonly [{ readonly judgements: readonly unknown[] }];
  };
  expect(report).toMatchObject({
    version: 1,
    kind: 'verification',
    recordings: [{ name: `${folder}/a.har`, requests: 3, verdict: 'broken' }],
  });
  const { judgements } = report.recordings[0];
  expect(judgements).toContainEqual(
    expect.objectContaining({
      rule: 'S13',
      level: 'must',
      section: 'Authentication, interface B',
      verdict: 'broken',
      evidence: [expect.objectContaining({ at: 3_600_000, exchange: 3 })],
    }),
  );
  expect(judgements).toContainEqual(
    expect.objectContaining({ rule: 'S12', verdict: 'inconclusive', why: 'nothing was refused' }),
  );
});

test('--judge client judges the client instead', async () => {
  const folder = temporaryFolder({ 'a.jsonl': (await play()).toJSONL() });

  const { out } = await run(['verify', `${folder}/a.jsonl`, '--judge', 'client']);

  expect(out).toMatch(/\d+ held, \d broken, \d+ inconclusive/);
  expect(out).toContain('inconclusive: C3 (');
  expect(out).not.toContain('inconclusive: S');
});

test('hosts in a file that cannot be read are told as hosts, not as a recording', async () => {
  const { err } = await run(['verify', 'a.har', '--hosts', 'nowhere.yaml']);

  expect(err).toMatch(/nowhere\.yaml: it cannot be read: ENOENT.*token: https:/s);
  expect(err).not.toContain('HAR');
});
