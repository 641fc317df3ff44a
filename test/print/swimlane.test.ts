import { expect, test } from 'vitest';
import { readStyle } from '../../src/print/style.ts';
import { drawTimeline } from '../../src/print/timeline/swimlane.ts';
import type { Marks } from '../../src/print/timeline/marks.ts';
import { widthOf } from '../../src/print/width.ts';
import type { Entry } from '../../src/trace/entry.ts';
import { answer, hostileTexts, request } from '../report/sample.ts';

const minute = 60_000;

const ended = (at: number, error?: string): Entry => ({
  at,
  kind: 'ended',
  outcome: error === undefined ? 'fulfilled' : 'rejected',
  ...(error !== undefined && { error }),
});

const atTheEnd: Marks = { isEnd: true };

const exchanges = (...all: readonly number[]): Marks => ({
  moments: all.map((exchange) => ({ at: 0, exchange, who: 'client' })),
});

const draw = (entries: readonly Entry[], { columns = 100, env = {}, marks = atTheEnd } = {}): readonly string[] =>
  drawTimeline(entries, marks, readStyle({ columns } as never, env));

/** A query, a consent that is withdrawn, an answer that is lost on the network, a client that fails. */
const story: readonly Entry[] = [
  { at: 0, kind: 'began', epoch: '2024-02-29T00:00:00.000Z', seed: 0 },
  request(0, 1, 'createDataQuery'),
  {
    at: 0,
    kind: 'transition',
    query: '69197020-3fa5',
    customer: 'ann',
    scope: 'orders',
    from: 'none',
    to: 'inProgress',
  },
  answer(0, 1, 201),
  {
    at: 10 * minute,
    kind: 'action',
    action: { do: 'revokeConsent', customer: 'ann', scope: 'orders' },
    place: 'story.yaml:4:5',
  },
  {
    at: 10 * minute,
    kind: 'transition',
    query: '69197020-3fa5',
    customer: 'ann',
    scope: 'orders',
    from: 'inProgress',
    to: 'canceled',
    because: 'revoked',
  },
  {
    at: 10 * minute,
    kind: 'notification',
    notification: 1,
    query: '69197020-3fa5',
    status: 'CANCELED',
    region: 'eu-west-1',
    body: '',
  },
  { at: 10 * minute, kind: 'notificationFault', notification: 1, fault: { name: 'late', by: 1000 } },
  { at: 10 * minute + 1000, kind: 'delivered', notification: 1, status: 204 },
  request(10 * minute + 1000, 2, 'listDataQueryRecords'),
  {
    at: 10 * minute + 1000,
    kind: 'action',
    action: { do: 'fault', operation: 'listDataQueryRecords', fault: { name: 'reset' }, times: 1 },
    place: 'story.yaml:5:5',
  },
  answer(10 * minute + 1000, 2, 403, 'accessNotAuthorized'),
  { at: 10 * minute + 1000, kind: 'fault', exchange: 2, fault: { name: 'reset' } },
  ended(10 * minute + 1001, 'the connection was reset'),
];

/** Where each column begins, read from the header. */
const offsets = ([header = '']: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(['time', 'client', 'service', 'customer', 'network'].map((lane) => [lane, header.indexOf(lane)]));

test.each([80, 100, 120])('at %d columns each thing stands in the column of who did it', (columns) => {
  const lines = draw(story, { columns });

  const at = offsets(lines);
  const find = (lane: string, text: string): readonly string[] =>
    lines.slice(2).filter((line) => line.startsWith(text.slice(0, 11), at[lane]));
  for (const [lane, text] of [
    ['client', '#1 createDataQuery'],
    ['service', '201, query 6919'],
    ['customer', 'revokeConsent orders'],
    ['service', 'query 6919 canceled (revoked)'],
    ['service', 'notification 1 CANCELED'],
    ['network', 'notification 1 late'],
    ['client', 'notification 1: 204'],
    ['network', 'fault reset'],
    ['service', '403 accessNotAuthorized'],
    ['client', 'fails: the connection was reset'],
  ] as const) {
    expect([text, find(lane, text).length]).toEqual([text, 1]);
  }
});

test('an answer stands beside its request where no time lies between, and so does what happens to it on the network', () => {
  const lines = draw(story);

  expect(lines).toContainEqual(expect.stringMatching(/#1 createDataQuery +│ 201, query 6919/));
  expect(lines).toContainEqual(expect.stringMatching(/#2 listDataQueryRecords +│ 403 accessNotAuthorized +│ reset$/));
});

test('an answer that comes later has a line of its own, with the number of its exchange', () => {
  const lines = draw([request(0, 1, 'createDataQuery'), answer(1500, 1, 201), ended(1500)]);

  expect(lines[2]).toMatch(/ 0s │ #1 createDataQuery +│ +│ +│$/);
  expect(lines[3]).toMatch(/ 1\.500s │ +│ #1 201/);
});

test('a time is said once, and a pause of a minute or more is', () => {
  const lines = draw(story).slice(2);

  expect(lines.map((line) => line.slice(2, 11).trim())).toEqual([
    '0s',
    '⋮',
    '10m',
    '',
    '',
    '',
    '10m1s',
    '',
    '',
    '10m1.001s',
  ]);
  expect(lines[1]).toMatch(/⋮ 10m pass$/);
});

test('the place of the failure is marked, and nothing else is', () => {
  const marked = (line: string): boolean => line.startsWith('▶ ');

  expect(draw(story).filter(marked)).toEqual([expect.stringContaining('fails: the connection was reset')]);
  expect(draw(story, { marks: exchanges(2) }).filter(marked)).toEqual([
    expect.stringContaining('#2 listDataQueryRecords'),
  ]);
});

/** `count` rounds of the same three requests, `every` milliseconds apart. */
const rounds = (count: number, every: number): readonly Entry[] =>
  Array.from({ length: count }, (_, round) => round).flatMap((round) => [
    request(round * every, 3 * round + 1, 'listDataQueryRecords'),
    answer(round * every, 3 * round + 1, 403, 'tokenExpired'),
    request(round * every, 3 * round + 2, 'createDataQuery'),
    answer(round * every, 3 * round + 2, 409, 'requestConflict'),
  ]);

test('of several applications the one is named that a notification is for, and the endpoint where it is not its region’s', () => {
  const sent = { kind: 'notification', status: 'COMPLETED', region: 'eu-west-1', body: '' } as const;
  const two: readonly Entry[] = [
    { at: 0, kind: 'action', action: { do: 'createProfile', application: 'shop' }, place: 'now' },
    { at: 0, kind: 'action', action: { do: 'createProfile', application: 'audit' }, place: 'now' },
    { at: 1, ...sent, notification: 1, query: '69197020-3fa5', application: 'audit' },
    { at: 1, kind: 'delivered', notification: 1, status: 204, endpoint: 'us-east-1' },
  ];

  const words = (entries: readonly Entry[]): string =>
    draw(entries)
      .join('\n')
      .replaceAll(/[\s│]+/g, ' ');

  expect(words(two)).toContain('notification 1 for audit COMPLETED');
  expect(words(two)).toContain('notification 1: 204 in us-east-1');
  expect(words(two.slice(1))).toContain('notification 1 COMPLETED');
});

test('polling is shown once, with how often it came, and how often in time', () => {
  const polls = Array.from({ length: 12 }, (_, index) => index + 1).flatMap((number) => [
    request(number * 5000, number, 'listDataQueryRecords'),
    answer(number * 5000, number, 403, 'accessNotAuthorized'),
  ]);

  const lines = draw([...polls, ended(minute)]);

  expect(lines.filter((line) => line.includes('listDataQueryRecords'))).toHaveLength(1);
  expect(lines[3]).toMatch(/⋮ × 12, every 5s, until 1m$/);
});

test('so are several lines that repeat together; what comes twice is written out', () => {
  expect(draw([...rounds(7, 1000), ended(7000)])[4]).toMatch(/⋮ these 2 lines × 7, every 1s, until 6s$/);
  expect(draw([...rounds(2, 1000), ended(7000)]).join('\n')).not.toContain('×');
});

test('what is marked is never folded away', () => {
  const lines = draw([...rounds(9, 1000), ended(9000)], { marks: exchanges(13) });

  expect(lines).toContainEqual(expect.stringMatching(/^▶ +4s │ #13 listDataQueryRecords/));
});

/** A thousand requests of which no two in a row are alike. */
const long = Array.from({ length: 1000 }, (_, index) => [
  request(index * 1000, index + 1, index % 2 === 0 ? 'createDataQuery' : 'listDataQueryRecords'),
  answer(index * 1000, index + 1, 400 + ((index * index) % 97)),
]).flat();

test('a long run is cut to its beginning, its end, and what is around the marks, and says how much is missing', () => {
  const lines = draw([...long, ended(1_000_000)], { marks: exchanges(500) });

  expect(lines.length).toBeLessThan(40);
  expect(lines).toContainEqual(expect.stringContaining('#1 createDataQuery'));
  expect(lines).toContainEqual(expect.stringMatching(/^▶ .*#500 listDataQueryRecords/));
  expect(lines).toContainEqual(expect.stringContaining('#504 '));
  expect(lines.at(-1)).toContain('is done');
  const hidden = lines.flatMap((line) => /⋮ (\d+) more lines/.exec(line)?.[1] ?? []).map(Number);
  const shown = lines.filter((line) => /#\d|is done/.test(line)).length;
  expect(hidden).toHaveLength(2);
  expect(shown + hidden.reduce((sum, one) => sum + one, 0)).toBe(1001);
});

test('where everything is marked, a long run is cut all the same', () => {
  expect(
    draw([...long, ended(1_000_000)], { marks: exchanges(...Array.from({ length: 1001 }, (_, index) => index)) })
      .length,
  ).toBeLessThan(60);
});

const hostile: readonly Entry[] = hostileTexts.flatMap((text, index): readonly Entry[] => [
  { at: index, kind: 'undelivered', notification: index, why: text },
  { at: index, kind: 'action', action: { do: 'holdAccount', customer: text }, place: text },
  ended(index, text.repeat(20)),
]);

test.each([20, 40, 60, 80, 100, 120, 200])('at %d columns no line is wider, whatever the texts', (columns) => {
  for (const entries of [story, hostile, rounds(50, 90_000)]) {
    const lines = draw(entries, { columns });
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
    expect(lines.join('')).not.toMatch(/[\p{Cc}\u202E\u2028]/u);
  }
});

test('what does not fit ends in a mark', () => {
  const lines = draw([ended(0, 'long '.repeat(60))], { columns: 60 });

  expect(lines.at(-1)).toMatch(/^▶ .*…$/);
});

test.each([{ NO_UNICODE: '1' }, { TERM: 'dumb' }, { LANG: 'en_US.ISO-8859-1' }, { LC_ALL: 'C', LANG: 'en_US.UTF-8' }])(
  'with %j a timeline is plain ASCII',
  (env) => {
    const lines = draw([...hostile, ...rounds(12, 5000), ended(minute)], { env });

    expect(lines.join('')).toMatch(/^[\x20-\x7e]*$/);
    expect(lines[0]).toMatch(/^ {2}time +\| client +\| service +\| customer +\| network$/);
    expect(lines).toContainEqual(expect.stringContaining(': these 2 lines x 12, every 5s'));
    expect(lines.at(-1)).toMatch(/^> /);
  },
);

test.each([{}, { LANG: 'de_DE.UTF-8' }, { LC_ALL: 'C.utf8' }, { NO_UNICODE: '' }])('with %j it has lines', (env) => {
  expect(draw(story, { env })[0]).toContain('│');
});

test('a fault that is meant for one request is told without its number, which stands beside it', () => {
  const failure = { kind: 'row', row: 'integrationTimeout' } as const;
  const action = { do: 'fail', operation: 'createDataQuery', failure, times: 1, only: 2 } as const;

  const lines = draw([request(0, 2, 'createDataQuery'), { at: 0, kind: 'action', action, place: 'a.yaml:1:1' }], {
    columns: 200,
  });

  expect(lines.join('\n')).toContain('fail integrationTimeout cre');
});

test('what is said last on a line runs on behind the table, as far as the terminal goes', () => {
  const error = "Cannot read properties of undefined (reading 'map')";
  const lines = (columns: number) => draw([ended(0, error)], { columns }).at(-1);

  expect(lines(100)).toBe(`▶   0s │ fails: ${error}`);
  expect(lines(50)).toMatch(/^▶   0s │ fails: Cannot read properties .*…$/);
  expect(widthOf(lines(50) ?? '')).toBeLessThanOrEqual(50);
});
