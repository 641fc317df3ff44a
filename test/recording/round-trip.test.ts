import { beforeAll, expect, test } from 'vitest';
import { allRules, serviceRules } from '../../src/rules/catalogue.ts';
import { checkTrace, type CheckTraceOptions } from '../../src/recording/check-trace.ts';
import type { Har } from '../../src/recording/har.ts';
import { redactHar } from '../../src/recording/redact-har.ts';
import { toHar } from '../../src/recording/to-har.ts';
import type { RecordingSource } from '../../src/recording/read-recording.ts';
import { errors } from '../../src/spec/errors.ts';
import { createTrace, type Trace } from '../../src/trace/trace.ts';
import { minute, play, playWholeRun } from '../rules/service/whole-run.ts';

let trace: Trace;
let har: Har;

beforeAll(async () => {
  const { entries } = await playWholeRun();
  const recorder = createTrace();
  for (const entry of entries) recorder.record(entry);
  trace = recorder;
  har = toHar(trace);
});

/** What each rule says, by its id. */
const verdicts = (source: RecordingSource, options?: CheckTraceOptions): ReadonlyMap<string, string> =>
  new Map(checkTrace(source, options).map(({ rule, verdict }) => [rule.id, verdict]));

const broken = (source: RecordingSource, options?: CheckTraceOptions): readonly string[] =>
  [...verdicts(source, options)].flatMap(([id, verdict]) => (verdict === 'broken' ? [id] : []));

/** The recording with the answer to an exchange changed, as `whole-run.ts` counts them. */
const tamper = (number: number, status: number, text: string): Har => {
  const calls = har.log.entries.filter(({ request }) => !request.url.includes('/notifications/'));
  const meant = calls[number - 1];
  const entries = har.log.entries.map((entry) => {
    if (entry !== meant) return entry;
    return { ...entry, response: { ...entry.response, status, content: { ...entry.response.content, text } } };
  });
  return { log: { ...har.log, entries } };
};

const bodyOf = (number: number): string => {
  const calls = har.log.entries.filter(({ request }) => !request.url.includes('/notifications/'));
  return calls[number - 1]?.response.content.text ?? '';
};

test('a simulated run, recorded and read again, breaks no rule; what the wire does not show stays open', () => {
  const found = verdicts(har);

  expect(broken(har)).toEqual([]);
  expect([...found].filter(([, verdict]) => verdict === 'inconclusive').map(([id]) => id)).toEqual([
    'S2',
    'S3',
    'S11',
    'S16',
  ]);
});

test('a HAR as an object, as text, and redacted once more is judged the same', () => {
  const found = [...verdicts(har)];

  expect([...verdicts(JSON.stringify(har))]).toEqual(found);
  expect([...verdicts(`\uFEFF${JSON.stringify(har, undefined, 2)}`)]).toEqual(found);
  expect([...verdicts(redactHar(har))]).toEqual(found);
  expect(redactHar(redactHar(har))).toEqual(redactHar(har));
});

test('a trace and its JSON lines tell what a recording cannot', () => {
  const found = verdicts(trace);

  expect([...verdicts(trace.toJSONL())]).toEqual([...found]);
  expect(broken(trace)).toEqual([]);
  expect(['S2', 'S3', 'S11'].map((id) => found.get(id))).toEqual(['held', 'held', 'held']);
});

const row = (name: keyof typeof errors): string => {
  const { category, type, message } = errors[name];
  return JSON.stringify({ category, type, message });
};

test.each([
  {
    what: 'a listing an hour after the notification',
    breaks: 'S5',
    exchange: 30,
    status: 200,
    text: () => bodyOf(22).replaceAll(/issued=[^&]+/g, 'issued=7'),
  },
  { what: 'a link that works after an hour', breaks: 'S9', exchange: 32, status: 200, text: () => '' },
  { what: 'links older than the memory', breaks: 'S7', exchange: 15, status: 200, text: () => bodyOf(8) },
  { what: 'a store call with an expired token', breaks: 'S13', exchange: 33, status: 200, text: () => '{}' },
  { what: 'an error that is in no table', breaks: 'S12', exchange: 7, status: 409, text: () => '{"type":"BUSY"}' },
  { what: 'two regions that disagree', breaks: 'S14', exchange: 10, status: 404, text: () => row('queryIdNotFound') },
])('a recording of $what breaks $breaks and nothing else', ({ breaks, exchange, status, text }) => {
  const planted = tamper(exchange, status, text());

  expect(broken(planted)).toEqual([breaks]);
  expect(broken(redactHar(planted))).toEqual([breaks]);
});

test('a notification that comes once more breaks S4', () => {
  const notice = har.log.entries.find(({ request }) => request.url.includes('/notifications/'));
  if (notice === undefined) throw new Error('no notification was recorded');
  const again = { ...notice, startedDateTime: '2030-01-01T00:00:00.000Z', _notification: 7 };

  expect(broken({ log: { ...har.log, entries: [...har.log.entries, again] } })).toEqual(['S4']);
});

test('only what was asked for is judged: the service, the client, or both, by the rules that are chosen', () => {
  const judged = (options: CheckTraceOptions): readonly string[] =>
    checkTrace(har, options).map(({ rule }) => rule.judges);

  expect(new Set(judged({}))).toEqual(new Set(['service']));
  expect(new Set(judged({ judges: 'client' }))).toEqual(new Set(['client']));
  expect(judged({ judges: 'both' })).toHaveLength(allRules.length);
  expect(judged({ rules: { S5: 'off' } })).toHaveLength(serviceRules.length - 1);
  expect(judged({ rules: 'none' })).toEqual([]);
});

test('the order in which entries stand does not matter: their times do', () => {
  const entries = har.log.entries.toReversed();
  const apart = entries.filter((one, index) => one.startedDateTime !== entries[index + 1]?.startedDateTime);

  expect(broken({ log: { ...har.log, entries: apart } })).toEqual(
    broken({ log: { ...har.log, entries: apart.toReversed() } }),
  );
});

test('it is judged by the readings of open points and the limits that are given', () => {
  // A link of #8, sent again by #9 a second later, is refused by #14 four minutes and 59 seconds after that.
  expect(broken(har, { assumptions: { 'links.lifetimeUnderCache': 'every-sending' } })).toEqual(['S9']);
  expect(broken(har, { limits: { listDaily: 1 } }).includes('S10')).toBe(true);
});

test('what a scenario planted is not held against the service: lost and late answers, refusals, a token that dies early', async () => {
  const { entries } = await play({ customer: { records: 3, collects: '10m' } }, async (asker) => {
    const { sim, env, create, list, until } = asker;
    sim.on('createDataQuery').fault('reset');
    sim.on('createDataQuery', { nth: 2 }).fail('internalServerError');
    sim.on('notification').repeatNotification({ copies: 2, by: '5s' });
    const { refreshToken } = env.customer;
    const { access_token: token } = await asker.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
    await create(token).catch(() => undefined); // the connection breaks
    await create(token); // refused
    const { id } = await create(token);
    await until(11 * minute);
    await list(id, '', 'eu-west-1', token);
    await sim.now.expireToken();
    await list(id, '?maxResults=2', 'eu-west-1', token); // refused: its token is dead
  });
  const recorder = createTrace();
  for (const entry of entries) recorder.record(entry);

  const planted = toHar(recorder);

  expect(broken(planted)).toEqual([]);
  const isNotice = (url: string): boolean => url.includes('/notifications/');
  const calls = planted.log.entries.filter(({ request }) => !isNotice(request.url));
  expect(calls.map(({ response }) => response.status)).toEqual([200, 0, 500, 201, 200, 403]);
  expect(planted.log.entries.length - calls.length).toBe(2);
  // Without those marks it is what a service would have done.
  const bare = JSON.stringify(planted).replaceAll('"_injected":true', '"_other":true');
  expect(broken(bare)).toContain('S13');
});
