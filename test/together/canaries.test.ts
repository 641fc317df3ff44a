import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { checkClient, checkTrace, type Judgement, redactHar, simulate, toHar, recordTraffic } from '../../src/index.ts';
import { reporterNames } from '../../src/report/reporters.ts';
import { run } from '../cli/begin.ts';
import { amount } from '../sampled.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { canaries, formsOf, leak } from './leaking-client.ts';

/**
 * No secret is in any output: a client gives away all that it comes by, and whatever says something of its run is looked
 * through for them, as they are and in every form, whole or in part.
 */

const own = `p@ss w/rd+"quo'ted"&<more>%99`;
const client = fileURLToPath(new URL('leaking-client.ts', import.meta.url));

/** Of the forms of all secrets; in depth each secret is sent in each form. */
const every = amount({ usual: 5, deep: 1 });

const before = { names: process.env['STUNT_DOUBLE_SECRETS'], key: process.env['CANARY_KEY'] };

const set = (name: string, value: string | undefined): void => {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
};

beforeAll(() => {
  set('STUNT_DOUBLE_SECRETS', 'CANARY_KEY');
  set('CANARY_KEY', own);
  set('CANARY_EVERY', String(every));
});
beforeEach(() => canaries.clear());
afterAll(() => {
  set('STUNT_DOUBLE_SECRETS', before.names);
  set('CANARY_KEY', before.key);
  set('CANARY_EVERY', undefined);
});

/** What is left of a secret where it was cut is one still. */
const partsOf = (secret: string): readonly string[] =>
  secret.length < 24
    ? [secret]
    : [secret.slice(-16), secret.slice(-32, -16), ...(secret.length > 60 ? [secret.slice(20, 44)] : [])];

const decoded = (text: string): readonly string[] =>
  [...text.matchAll(/[\w+/-]{20,}/g)].flatMap(([word]) =>
    [0, 1, 2, 3].map((skipped) => Buffer.from(word.slice(skipped), 'base64').toString('latin1')),
  );

/** The secrets that stand in a text in any form, with what stands around them. */
const findIn = (text: string): readonly string[] => {
  const inside = decoded(text).join('\n');
  return [...canaries].flatMap((secret) => {
    const plain = [...formsOf(secret).filter((form) => !form.includes('\r')), ...partsOf(secret)];
    const at = plain.map((form) => text.indexOf(form)).find((found) => found >= 0);
    if (at !== undefined) return [`${secret}: …${text.slice(Math.max(0, at - 80), at + 120)}…`];
    return partsOf(secret).some((part) => inside.includes(part)) ? [`${secret}, in base64`] : [];
  });
};

/** A client that came by little would prove little. */
const expectMany = (): void => expect(canaries.size).toBeGreaterThanOrEqual(7);

const story = (name: string): string => `name: ${name}
customer: { scope: orders, records: 3, collects: 10m }
steps:
  - { at: 5m, do: rotateSecret }
expect:
  client: succeeds
  within: 5m
`;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:txt|jsonl|json|md)$/.test(name))
    .map((name) => join(folder, name));

describe('the command line', () => {
  test('no report of a run, no trace and nothing that is printed has a secret in it', async () => {
    const folder = temporaryFolder({ 'a.yaml': story('a client that talks') });
    const reports = reporterNames.flatMap((name) => ['-r', `${name}=${folder}/${name}.txt`]);
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: `${folder}/summary.md` };

    const { code, out, err } = await run(
      ['run', `${folder}/a.yaml`, '-c', client, ...reports, '-t', `${folder}/traces`],
      { env },
    );
    set('CANARY_SENT', '3');
    onTestFinished(() => set('CANARY_SENT', undefined));
    const terminal = await run(['run', `${folder}/a.yaml`, '-c', client], { tty: true });

    expect([code, terminal.code]).toEqual([1, 1]);
    expectMany();
    const files = filesIn(folder);
    expect(files).toHaveLength(reporterNames.length + 2);
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      expect(text.length, file).toBeGreaterThan(100);
      expect(findIn(text), file).toEqual([]);
    }
    expect(findIn(out + err + terminal.out + terminal.err)).toEqual([]);
  });

  test('nothing that a search says has one', async () => {
    const folder = temporaryFolder({});
    // Of each run little is told: what it is told in is what matters here.
    set('CANARY_SENT', '3');
    onTestFinished(() => set('CANARY_SENT', undefined));
    const json = (name: string): readonly string[] => ['--json', `${folder}/${name}.json`];

    const checked = await run(['check', client, '--runs', '2', '--regressions', `${folder}/kept`]);
    const swept = await run(['sweep', client, '--pairs', '0', '--time', '3s', ...json('sweep')]);
    const different = await run(['diff', client, client, '--runs', '1', ...json('diff')]);

    expectMany();
    for (const { out, err } of [checked, swept, different]) {
      expect(out.length + err.length).toBeGreaterThan(100);
      expect(findIn(out + err)).toEqual([]);
    }
    for (const file of filesIn(folder)) expect(findIn(readFileSync(file, 'utf8')), file).toEqual([]);
  });
});

/** What holds secrets by design, and why nobody is surprised. */
const exceptions = {
  'sim.env': 'a client is configured with it',
  'sim.outbox': 'what was sent, for the test that asks for it',
  'sim.snapshot()': 'another simulation goes on from it, in which the same tokens hold',
  'the error of sim.run': 'it is the very object that the client threw',
  "toHAR({ secrets: 'kept' })": 'somebody asked for them',
};

describe('the library', () => {
  test('nothing that a simulation says of a run has a secret in it', async () => {
    await using sim = await simulate({
      customer: { records: 3, collects: '10m' },
      secrets: ['another secret of mine'],
      unfired: 'ignore',
    });
    canaries.add('another secret of mine');
    sim.at('5m').rotateSecret();
    canaries.add(sim.env.clientSecret).add(sim.authorize());
    const heard: unknown[] = [];
    const hear = (error: unknown): void => void heard.push(error);
    process.on('unhandledRejection', hear);

    const error: unknown = await sim
      .run(() => leak(sim.env, [own, ...canaries], { every }))
      .catch((thrown: unknown) => thrown);
    process.off('unhandledRejection', hear);

    expectMany();
    const { trace } = sim;
    const evidence = sim.judge().map((one: Judgement) => JSON.stringify(one));
    const numbers = trace.entries.flatMap((entry) => (entry.kind === 'answer' ? [entry.exchange] : []));
    const said: Readonly<Record<string, string>> = {
      entries: JSON.stringify(trace.entries),
      lines: trace.lines().join('\n'),
      toJSONL: trace.toJSONL(),
      mask: trace.mask(String((error as Error).stack)),
      toHar: JSON.stringify(toHar(trace)),
      judge: evidence.join('\n'),
      explain: numbers.map((number) => JSON.stringify(sim.explain(number))).join('\n'),
      world: JSON.stringify([sim.queries, sim.assumed, sim.unfired]),
    };
    for (const [what, text] of Object.entries(said)) expect(findIn(text), what).toEqual([]);
    expect(Object.keys(exceptions)).toContain('the error of sim.run');
    expect(findIn(JSON.stringify([sim.env, sim.outbox, (error as Error).message])).length).toBeGreaterThan(6);
  });

  test('a failed check says nothing of them, nor does the message of its error', async () => {
    const error: unknown = await checkClient(
      (env) => leak(env, [own], { sent: amount({ usual: 6, deep: 20 }), every }),
      { runs: 1 },
    ).catch((thrown: unknown) => thrown);

    expectMany();
    const { message, timeline, shown, threw } = error as Error & Record<string, unknown>;
    expect(findIn(JSON.stringify([message, timeline, shown, threw]))).toEqual([]);
  });

  test('a secret has one name, in whatever form it stands', async () => {
    await using sim = await simulate({ secrets: [own] });
    const { clientSecret, emailUrl } = sim.env;
    const emailContent = [...formsOf(clientSecret), ...formsOf(own)].join(' ');
    const mail = { toEmailAddress: 'a@b.example', fromEmailAddress: 'c@d.example', emailContent };

    await sim.run(() => fetch(emailUrl, { method: 'POST', body: JSON.stringify(mail) }));

    const text = sim.trace.toJSONL();
    expect(new Set(text.match(/<(?:client )?secret \d+>/g))).toEqual(new Set(['<client secret 1>', '<secret 1>']));
    expect(text.match(/<client secret 1>/g)?.length).toBeGreaterThanOrEqual(formsOf(clientSecret).length);
  });
});

describe('a recording of the real service', () => {
  test('what was a token in one exchange is masked in all, before and after it', async () => {
    const [token, refresh] = ['Real|0a9s8d7f6g5h4j3k2l1q', 'refresh.real.0a9s8d7f6g5h4j3k2l1q'];
    canaries.add(token).add(refresh);
    const answer = { access_token: token, refresh_token: refresh, expires_in: 3600 };
    const recorder = recordTraffic(async (input) =>
      new Request(input).url.includes('token')
        ? Response.json(answer)
        : Response.json({ message: `no ${token}` }, { status: 400 }),
    );
    const base = 'https://api.example.com';

    await recorder.fetch(`${base}/logs/${encodeURIComponent(refresh)}?seen=${btoa(`x:${token}`)}`, { method: 'POST' });
    await recorder.fetch(`${base}/auth/o2/token`, { method: 'POST', body: 'grant_type=client_credentials' });
    await recorder.fetch(`${base}/orders/data-queries`, {
      method: 'POST',
      headers: { 'x-odd': `a ${token}` },
      body: token,
    });

    const har = await recorder.toHAR();
    const kept = await recorder.toHAR({ secrets: 'kept' });
    expect(findIn(JSON.stringify(har))).toEqual([]);
    expect(findIn(JSON.stringify(redactHar(kept)))).toEqual([]);
    const judgements = checkTrace(kept, { hosts: { token: base, 'eu-west-1': base }, judges: 'both' });
    expect(findIn(JSON.stringify(judgements))).toEqual([]);
    expect(findIn(JSON.stringify(kept)).length).toBe(2);
  });
});
