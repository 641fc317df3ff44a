import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMisuse } from '../../src/misuse.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { misuseOf } from '../misuse-of.ts';

const bomb = ['a: &a0 [x]', ...Array.from({ length: 30 }, (_, n) => `b${n}: &a${n + 1} [*a${n}, *a${n}]`)].join('\n');

const circle = '&a [*a, *a]';

// What it is, its text, the place of the refusal, and what it says.
const files: readonly (readonly [string, string, string, string])[] = [
  ['an empty file', '', '1:1', 'the file is empty'],
  ['only a comment', '# later\n', '1:1', 'the file is empty'],
  ['only a byte order mark', '\uFEFF', '1:1', 'the file is empty'],
  ['prose', 'Dear diary', '1:1', '"Dear diary" is not a scenario'],
  ['a list', '- name: x', '1:1', 'a list of 1 is not a scenario'],
  ['a number', '42', '1:1', '42 is not a scenario'],
  ['an open bracket', 'name: [x', '1:9', 'this is not YAML'],
  ['a program', 'function f() { return 1; }\nconst x = {', '1:1', 'is not a scenario'],
  ['a tab for indentation', 'name: x\nsteps:\n\t- { at: 1h }', '3:1', 'Tabs are not allowed'],
  ['a colon in bare text', 'name: a: b', '1:7', 'this is not YAML'],
  ['a key twice', 'name: x\nseed: 1\nname: y', '3:1', '"name" is here twice'],
  ['a key twice, written in two ways', 'name: x\n"\\u006eame": y', '2:1', '"name" is here twice'],
  ['a key that is a list', 'name: x\n? [a]\n: b', '2:3', 'a key that is not text'],
  ['a key that is a number', 'name: x\n1: b', '2:1', 'a key that is not text'],
  ['two documents', 'name: x\n---\nname: y', '3:1', 'a second document begins'],
  ['a tag', 'name: !!js/function "f"', '1:7', 'a tag has no meaning here'],
  ['an alias for nothing', 'name: *x', '1:7', 'nothing above is marked "&x"'],
  ['a bomb of aliases', bomb, '2:10', 'more than 20000 values'],
  ['a value that holds itself', `name: x\nexpect: { result: ${circle} }`, '2:23', 'more than 64 levels'],
  ['10 000 levels of brackets', '['.repeat(10_000), '1:65', 'more than 64 levels'],
  ['10 000 levels of braces', '{a: '.repeat(10_000), '1:254', 'more than 64 levels'],
  ['10 000 levels of dashes', '- '.repeat(10_000), '1:128', 'more than 64 levels'],
  ['10 000 levels of question marks', '? '.repeat(10_000), '1:128', 'more than 64 levels'],
  ['10 MB', 'name: x\n'.repeat(1_310_720), '1:1', 'the file has 10485760 characters'],
  ['a NUL', 'name: x\nseed: "\0"', '2:8', 'there is a NUL character'],
  ['the key __proto__', 'name: x\n__proto__: { polluted: yes }', '2:1', '"__proto__" cannot be a key'],
  ['the key constructor', 'name: x\nconstructor: { prototype: {} }', '2:1', '"constructor" cannot be a key'],
  ['__proto__ within a result', 'name: x\nexpect: { result: { __proto__: { a: 1 } } }', '2:21', '"__proto__"'],
  ['__proto__ as a count', 'name: x\nexpect: { requests: { __proto__: 1 } }', '2:23', '"__proto__"'],
  ['__proto__ in JSON', '{ "name": "x", "__proto__": { "a": 1 } }', '1:16', '"__proto__" cannot be a key'],
  ['60 000 commas', `[${','.repeat(60_000)}]`, '1:3', 'this is not YAML'],
  ['a key of two lines', 'name: { "a\\nb": 1 }', '1:7', 'an object with "a\\nb" is not a name (write one line'],
  ['the key toString', 'name: x\ntoString: 1', '2:1', '"toString" is not a field of a scenario'],
  ['toString in a verb', 'name: x\nsteps: [{ at: 1h, do: { toString: y } }]', '2:23', 'is not an action'],
  ['toString in a time', 'name: x\nsteps: [{ at: { toString: y }, do: revokeConsent }]', '2:15', 'is not a duration'],
  [
    'toString in a chance',
    'name: x\nsteps: [{ on: createDataQuery, chance: { toString: y }, fault: reset }]',
    '2:40',
    'is not a chance',
  ],
  ['a merge key', 'name: x\n<<: { seed: 1 }', '2:1', '"<<" is not a field of a scenario'],
  ['a lone surrogate', 'name: x\nseed: "\\uD800"', '2:7', 'is not a seed'],
  ['a name of two lines', 'name: "a\\nb"', '1:7', 'is not a name'],
  [
    '9 000 keys that nobody knows',
    `name: x\n${Array.from({ length: 9_000 }, (_, n) => n.toString(36)).join(': \n')}:`,
    '2:1',
    'a key that is not text',
  ],
  ['15 000 steps that say nothing', `name: x\nsteps: [${'{},'.repeat(15_000)}]`, '2:9', 'and 29980 more'],
];

test.each(files)('%s is refused quickly, with its place', (_, text, place, what) => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  const began = process.cpuUsage();
  const refusal = misuseOf(() => readScenario(text, 'f.yaml'));
  const took = process.cpuUsage(began).user / 1000;

  expect(refusal).toMatchObject({ code: 'SCENARIO_INVALID', place: `f.yaml:${place}` });
  expect(String(refusal)).toContain(what);
  expect(String(refusal).length).toBeLessThan(10_000);
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  // Of the processor, which others may keep busy; far above what it takes, far below what hanging takes.
  expect(took).toBeLessThan(2000);
});

/** Scraps that mean something to YAML or to scenarios, so that random text gets further than its first character. */
const scraps = [
  ...'name: x¶steps:¶  - |{ | }|[|]|, |: |¶|¶  |\t|"|\'|#|&a |*a|!!map |? |>-¶|---¶|...¶|%YAML 1.1¶|<<|\0|\r|\uFEFF|\uD800|\\x'
    .replaceAll('¶', '\n')
    .split('|'),
  ...'1h|-1|.inf|null|at|after|on|do|fail|elapse|expect|result|client|requests|customers|assumptions|atLeast'.split(
    '|',
  ),
  ...'toString|__proto__|constructor|expireToken|createDataQuery|notified|holdAccount|503|10m|5m..10m|held|limits'.split(
    '|',
  ),
];

test('any text is a scenario or a refusal with a place', () => {
  const text = fc.array(fc.constantFrom(...scraps), { maxLength: 40 }).map((parts) => parts.join(''));

  fc.assert(
    fc.property(text, (written) => {
      try {
        expect(readScenario(written, 'f.yaml').version).toBe(1);
      } catch (error) {
        if (!isMisuse(error)) throw error;
        expect(error.place).toMatch(/^f\.yaml:\d+:\d+$/);
      }
    }),
    { numRuns: 2000, seed: 7 },
  );
});
