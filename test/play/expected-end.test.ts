import { expect, test } from 'vitest';
import type { Observations } from '../../src/play/observations.ts';
import { judge } from '../../src/play/expectations.ts';
import { readScenario } from '../../src/language/read-scenario.ts';

const nothing: Observations = {
  times: {},
  arrived: {},
  queries: { inProgress: 0, completed: 0, canceled: 0 },
  mails: [],
};

const mail = (content: string, to = 'a@b.example') => ({ at: 0, to, from: 'c@d.example', content });

/** What is found of a run in which these things happened, as [claim, found, place]. */
const findings = (expectation: string, changes: Partial<Observations>): readonly (readonly string[])[] => {
  const scenario = readScenario(`name: x\nexpect: ${expectation}`, 'x.yaml');
  const run = { scenario, outcome: { ok: true, result: 1 } as const, elapsed: 0, unfired: [] };
  return judge({ ...run, observations: { ...nothing, ...changes } }).map(({ claim, found, place }) => [
    claim,
    found,
    place,
  ]);
};

// What is expected of e-mails at these milliseconds, and what is found of it: nothing where it is met.
test.each([
  ['{ first: 0s }', [0, 5000], []],
  ['{ first: 1s }', [999], ['the first sendEmail comes after exactly 1.000s', 'it came after 0.999s', 'first']],
  ['{ first: 1s..2s }', [2000], []],
  ['{ first: 1s..2s }', [2001], ['the first sendEmail comes after 1.000s to 2.000s', 'it came after 2.001s', 'first']],
  ['{ last: ..10m }', [0, 600_000], []],
  [
    '{ last: ..10m }',
    [0, 600_001],
    ['the last sendEmail comes after at most 10m0.000s', 'it came after 10m0.001s', 'last'],
  ],
  ['{ last: 1s.. }', [], ['the last sendEmail comes after at least 1.000s', 'it never happened', 'last']],
  ['{ waits: 1s.. }', [0, 1000, 2500], []],
  ['{ waits: 1s.. }', [5], []],
  [
    '{ waits: 1s.. }',
    [0, 1000, 1999],
    ['from one sendEmail to the next pass at least 1.000s', 'from the 2nd to the 3rd passed 0.999s', 'waits'],
  ],
  ['{ waits: [1s, 2s, 4s] }', [500, 1500, 3500, 7500], []],
  [
    '{ waits: [1s, 2s..3s] }',
    [0, 1000, 4001],
    [
      'the waits from one sendEmail to the next are exactly 1.000s, 2.000s to 3.000s',
      'they were 1.000s, 3.001s',
      'waits',
    ],
  ],
  [
    '{ waits: [1s] }',
    [0, 1000, 2000],
    ['the waits from one sendEmail to the next are exactly 1.000s', 'they were 1.000s, 1.000s', 'waits'],
  ],
  ['{ waits: [1s] }', [0], ['the waits from one sendEmail to the next are exactly 1.000s', 'there were none', 'waits']],
  ['{ waits: [] }', [0, 5], ['the waits from one sendEmail to the next are none', 'they were 0.005s', 'waits']],
] as const)('sendEmail: %s, when it happened at %j', (expectation, sendEmail, [claim, found, field]) => {
  const place: unknown = expect.stringMatching(
    new RegExp(`^x\\.yaml:\\d+:\\d+, expect\\.when\\.sendEmail\\.${field}$`),
  );

  expect(findings(`{ when: { sendEmail: ${expectation} } }`, { times: { sendEmail } })).toEqual(
    claim === undefined ? [] : [[claim, found, place]],
  );
});

test.each([
  ['arrived: 600', { arrived: { ann: 400, bob: 200 } }, undefined, undefined],
  ['arrived: 600', { arrived: { ann: 599 } }, 'records that arrive whole: exactly 600', '599'],
  ['arrived: 1..', {}, 'records that arrive whole: at least 1', 'none'],
  ['arrived: ..2', { arrived: { ann: 3 } }, 'records that arrive whole: at most 2', '3'],
  ['arrived: { ann: 400, bob: 0..200 }', { arrived: { ann: 400 } }, undefined, undefined],
  ['arrived: { ann: 0 }', { arrived: { ann: 1 } }, 'records of ann that arrive whole: none', '1'],
  ['mails: 1', { mails: [mail('x')] }, undefined, undefined],
  ['mails: 0', { mails: [mail('x')] }, 'e-mails that are accepted: none', '1'],
  ['mails: { atMost: 1 }', { mails: [mail('x'), mail('y')] }, 'e-mails that are accepted: at most 1', '2'],
  ['mails: []', { mails: [mail('x')] }, 'e-mails that are accepted: none', '1'],
  ['mails: [{ to: a@b.example, content: "6\\\\d\\\\d" }]', { mails: [mail('all 600')] }, undefined, undefined],
  [
    'mails: [{ to: b@b.example }]',
    { mails: [mail('x')] },
    '"to" of the e-mail is "b@b.example"',
    'it is "a@b.example"',
  ],
  [
    'mails: [{}, { content: /done/i }]',
    { mails: [mail('x'), mail('no')] },
    '"content" of the e-mail matches /done/i',
    'it is "no"',
  ],
  ['queries: { completed: 1, canceled: 0 }', { queries: { ...nothing.queries, completed: 1 } }, undefined, undefined],
  [
    'queries: { canceled: 2 }',
    { queries: { ...nothing.queries, canceled: 1 } },
    'queries that are canceled in the end: exactly 2',
    '1',
  ],
  ['queries: { inProgress: { atLeast: 1 } }', {}, 'queries that are inProgress in the end: at least 1', 'none'],
])('%s of %o', (expectation, observations, claim, found) => {
  const all = findings(`{ ${expectation} }`, observations);

  expect(all.map(([says, finds]) => [says, finds])).toEqual(claim === undefined ? [] : [[claim, found]]);
});
