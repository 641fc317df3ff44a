import { expect, test } from 'vitest';
import { readScenario, readScenarios } from '../../src/language/read-scenario.ts';
import { misuseOf } from '../misuse-of.ts';

const refuse = (text: string) => misuseOf(() => readScenarios(text, 'f.yaml'));

const story = `name: status $status is retried $times times
each:
  - { status: 500, times: 2, operation: sendEmail }
  - { status: 503, times: 5, operation: createDataQuery }
steps:
  - { on: $operation, fail: $status, times: $times }
expect:
  requests: { $operation: $times }
  client: { fails: "boom$" }
`;

test('a table makes one scenario of each row, and values keep their types', () => {
  const scenarios = readScenarios(story, 'f.yaml');

  expect(scenarios.map(({ name }) => name)).toEqual(['status 500 is retried 2 times', 'status 503 is retried 5 times']);
  expect(scenarios.map(({ steps }) => steps)).toEqual([
    [
      {
        trigger: { kind: 'on', exchange: 'sendEmail', nth: 1 },
        action: { do: 'fail', failure: { kind: 'status', status: 500 }, times: 2 },
        place: 'f.yaml:6:5',
      },
    ],
    [
      {
        trigger: { kind: 'on', exchange: 'createDataQuery', nth: 1 },
        action: { do: 'fail', failure: { kind: 'status', status: 503 }, times: 5 },
        place: 'f.yaml:6:5',
      },
    ],
  ]);
  expect(scenarios.map(({ expect: wanted }) => wanted.requests)).toEqual([
    { sendEmail: { atLeast: 2, atMost: 2 } },
    { createDataQuery: { atLeast: 5, atMost: 5 } },
  ]);
  expect(scenarios[0]?.expect.client).toEqual({ outcome: 'fails', matching: 'boom$' });
});

test.each([
  ['a list', '[{ a: 1 }, { a: 2 }]', 'records: $value', { records: [{ a: 1 }, { a: 2 }] }],
  ['a number', '7', 'records: $value', { records: 7 }],
  ['a truth value', 'false', 'consent: $value', { consent: false }],
  ['a duration', '10m', 'collects: $value', { collects: '10m' }],
  ['a number within text', '10', 'collects: "$value$$m"', undefined],
  ['text within text', 'ann', 'id: "$value-1"', { id: 'ann-1' }],
])('%s stays what it is', (_, value, field, customer) => {
  const text = `name: x\neach: [{ value: ${value} }]\ncustomer: { ${field} }`;

  if (customer === undefined) expect(refuse(text).what).toContain('"10$m" is not a duration');
  else expect(readScenarios(text, 'f.yaml')[0]?.customers).toEqual([customer]);
});

test('where the name says nothing of the row, the row is added to it', () => {
  const text = 'name: late\neach: [{ wait: 1m }, { wait: 2h, of: [1, 2] }]\nsteps: [{ at: $wait, elapse: 1s }]';

  expect(readScenarios(text, 'f.yaml').map(({ name }) => name)).toEqual([
    'late (wait 1m)',
    'late (wait 2h, of a list of 2)',
  ]);
});

test('without a table a dollar sign is one', () => {
  expect(readScenario('name: costs $5 and $more', 'f.yaml').name).toBe('costs $5 and $more');
});

test('one row is one scenario, several are not', () => {
  expect(readScenario('name: $a\neach: [{ a: x }]', 'f.yaml').name).toBe('x');
  expect(() => readScenario('name: $a\neach: [{ a: x }, { a: y }]', 'f.yaml')).toThrow('the file holds 2 scenarios');
});

test.each([
  ['name: x\neach: []', 'f.yaml:2:7', 'an empty list is not a table', 'at least one'],
  ['name: x\neach: { a: 1 }', 'f.yaml:2:7', 'is not a table', 'a list'],
  ['name: x\neach: [7]', 'f.yaml:2:8', '7 is not a row', 'write fields'],
  ['name: x\neach: [{ a-b: 1 }]', 'f.yaml:2:10', '"a-b" cannot be the name of a column', 'letters, digits and _'],
  ['name: $b\neach: [{ bb: 1 }]', 'f.yaml:1:7', 'in row 1: "$b" is no column of this row', 'did you mean "$bb"?'],
  [
    'name: x\neach: [{ a: 1 }]\nsteps: [{ at: 1s, elapse: $z }]',
    'f.yaml:3:27',
    '"$z" is no column',
    'did you mean "$a"?',
  ],
  [
    'name: x $a\neach: [{ a: [1] }]',
    'f.yaml:1:7',
    '"$a" is a list of 1, which has no place within a text',
    'stand alone',
  ],
  ['name: $a\neach: [{ a: 1 }]', 'f.yaml:1:7', 'in row 1: 1 is not a name', 'put it in quotes'],
  [
    'name: x\neach: [{ a: 500 }, { a: 300 }, { a: 700 }]\nsteps:\n  - { on: sendEmail, fail: $a }',
    'f.yaml:4:28',
    'in row 2: 300 is not a failing status',
    '400 to 599',
  ],
  ['name: x\neach: [{ a: 1 }, { a: 2 }]\nseed: no', 'f.yaml:3:7', '"no" is not a seed', 'a whole number'],
  [
    'name: x\neach: [{ a: sendMail }]\nexpect: { requests: { $a: 2 } }',
    'f.yaml:3:23',
    '"sendMail" is not an operation',
    'did you mean "sendEmail"?',
  ],
])('%j is refused at %s', (text, place, what, hint) => {
  const misuse = refuse(text);

  expect(misuse.place).toBe(place);
  expect(misuse.message).toContain(what);
  expect(misuse.message).toContain(hint);
});

test('what is wrong in every row is said once', () => {
  const text = 'name: x\neach: [{ a: 1 }, { a: 2 }]\nseed: no';

  expect(refuse(text).message.split('\n')).toHaveLength(1);
});

// What a short text could be blown up to, were it let.
test.each([
  ['texts within texts', `name: x\neach: [{ a: ${'x'.repeat(30_000)} }]\nexpect: { result: "${'$a'.repeat(10_000)}" }`],
  [
    'lists in many places',
    `name: x\neach: [{ a: [${'1,'.repeat(4000)}] }]\nexpect: { result: [${'$a,'.repeat(4000)}] }`,
  ],
  ['many rows', `name: x\neach: [${'{ a: 1 },'.repeat(1000)}]\nexpect: { result: [${'1,'.repeat(5000)}] }`],
  ['too many rows', `name: x\neach: [${'{},'.repeat(1001)}]`],
])('%s are refused quickly', (_, text) => {
  const began = performance.now();

  expect(refuse(text).message).toMatch(/too much|too many/);
  expect(performance.now() - began).toBeLessThan(3000);
});
