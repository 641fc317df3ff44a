import { beforeAll, expect, test } from 'vitest';
import { createTrace } from '../../../src/trace/trace.ts';
import type { Entry } from '../../../src/trace/entry.ts';
import { bodyOf, brokenIn, changeAnswer, instead, judge, refused } from './tamper.ts';
import { minute, playWholeRun, type Run } from './whole-run.ts';

/** What someone who listens on the wire gets to know: requests, answers, and notifications that came. */
const record = ({ entries, context }: Run): Run => ({ entries: entries.flatMap(overheard), context });

const overheard = (entry: Entry): readonly Entry[] => {
  switch (entry.kind) {
    case 'request':
    case 'notification':
    case 'delivered':
      return [entry];
    case 'answer': {
      const { at, kind, exchange, answer, section } = entry;
      // A real service takes its time.
      return [{ at: at + 40, kind, exchange, answer, section, leaned: [] }];
    }
    default:
      return [];
  }
};

let whole: Run;
let recording: Run;

beforeAll(async () => {
  whole = await playWholeRun();
  recording = record(whole);
});

const keepsOrder = ({ entries, context }: Run): Run => ({
  entries: entries.toSorted((one, other) => one.at - other.at),
  context,
});

test('a recording breaks no rule; what it cannot tell stays open', () => {
  const verdicts = judge(keepsOrder(recording));

  const open = [...verdicts].filter(([, verdict]) => verdict === 'inconclusive').map(([id]) => id);
  expect(brokenIn(keepsOrder(recording))).toEqual([]);
  expect(open).toEqual(['S2', 'S3', 'S11', 'S16']);
});

test.each([
  {
    what: 'a listing an hour after the notification',
    breaks: 'S5',
    exchange: 30,
    into: (run: Run) => bodyOf(run.entries, 22).replaceAll(/issued=\d+/g, 'issued=7'),
    status: 200,
  },
  { what: 'a link that works after an hour', breaks: 'S9', exchange: 32, into: () => '{}', status: 200 },
  {
    what: 'a listing answered with links that were given six minutes before',
    breaks: 'S7',
    exchange: 15,
    into: (run: Run) => bodyOf(run.entries, 8),
    status: 200,
  },
  { what: 'a store call with an expired token', breaks: 'S13', exchange: 33, into: () => '{}', status: 200 },
  { what: 'an error that is in no table', breaks: 'S12', exchange: 7, into: () => '{"type":"BUSY"}', status: 409 },
])('$breaks is broken by a recording of $what', ({ breaks, exchange, into, status }) => {
  const run = changeAnswer(recording, exchange, (entry) => instead(entry, status, into(recording)));

  expect(brokenIn(keepsOrder(run))).toEqual([breaks]);
});

test('S14 is broken by a recording of two regions that disagree', () => {
  const run = changeAnswer(recording, 10, (entry) => refused(entry, 'queryIdNotFound'));

  expect(brokenIn(keepsOrder(run))).toEqual(['S14']);
});

test('S1 is broken by a recording of two notifications that contradict each other', () => {
  const canceled = recording.entries.flatMap((entry): readonly Entry[] =>
    entry.kind === 'notification'
      ? [entry, { ...entry, notification: 2, status: 'CANCELED', body: entry.body.replace('COMPLETED', 'CANCELED') }]
      : [entry],
  );

  // It is also one notification too many.
  expect(brokenIn(keepsOrder({ ...recording, entries: canceled }))).toEqual(['S1', 'S4']);
});

test('a trace as it is shown, with names for secrets, is judged like the one behind it', () => {
  const shown = createTrace();
  for (const entry of whole.entries) shown.record(entry);

  const masked: Run = { entries: JSON.parse(JSON.stringify(shown.entries)) as Entry[], context: whole.context };

  expect(JSON.stringify(masked.entries)).not.toContain('sdt-');
  expect([...judge(masked)]).toEqual([...judge(whole)]);
});

test('a run that goes on from a saved world is judged by what it shows', () => {
  const at = whole.entries.findIndex((entry) => entry.kind === 'request' && entry.exchange === 15);
  const began = whole.entries[0];
  if (began?.kind !== 'began' || began.world === undefined) throw new Error('the run has no beginning');
  const query = whole.entries.find((entry) => entry.kind === 'transition');
  if (query?.kind !== 'transition') throw new Error('no query began');
  const now = 17 * minute;
  const saved = {
    query: query.query,
    application: 'application-1',
    customer: query.customer,
    scope: query.scope,
    region: 'eu-west-1',
    state: 'completed',
    sentAt: 10 * minute - now,
    acceptedAt: 10 * minute - now,
  } as const;
  const tokens = began.world.tokens.map((token) => ({ ...token, expiresAt: token.expiresAt - now }));
  const world = { ...began.world, continues: true, tokens, queries: [saved] } as const;
  const later = whole.entries.slice(at).map((entry) => ({ ...entry, at: entry.at - now }));

  expect(brokenIn({ entries: [{ ...began, world }, ...later], context: whole.context })).toEqual([]);
});
