import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventNames } from '../../src/core/event.ts';
import { isMisuse } from '../../src/misuse.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { exchangeFaultNames, serviceFaultNames } from '../../src/spec/faults.ts';
import { apiNames } from '../../src/spec/hosts.ts';
import { assumptionIds } from '../../src/spec/assumptions.ts';
import { refusalNames } from '../../src/spec/refusals.ts';
import { regionNames } from '../../src/spec/regions.ts';
import { operationNames } from '../../src/spec/routes.ts';
import { storeFamilies } from '../../src/spec/scopes.ts';
import { doVerbs } from '../../src/language/verbs.ts';
import { tokenIds, exchangeNames, grants } from '../../src/language/words.ts';

/** A kind of word, those of the kind, and a file in which one of them stands. */
type Kind = readonly [kind: string, words: readonly string[], write: (word: string) => string];

const step = (fields: string): string => `name: x\nsteps: [{ ${fields} }]`;
const quoted = (word: string): string => JSON.stringify(word);

const settable = [
  'createRate',
  'createBurst',
  'createOverall',
  'listRate',
  'listBurst',
  'listDaily',
  'pageSize',
  'answerMemory',
  'linkLifetime',
  'listingWindow',
];

const kinds: readonly Kind[] = [
  ['verb', doVerbs, (word) => step(`at: 1s, do: ${quoted(word)}`)],
  ['event', eventNames, (word) => step(`after: ${quoted(word)}, elapse: 1s`)],
  ['exchange', exchangeNames, (word) => step(`on: ${quoted(word)}, elapse: 1s`)],
  ['operation', operationNames, (word) => step(`at: 1s, fail: 503, operation: ${quoted(word)}`)],
  ['refusal', refusalNames, (word) => step(`on: createDataQuery, fail: ${quoted(word)}`)],
  ['fault', exchangeFaultNames, (word) => step(`on: createDataQuery, fault: ${quoted(word)}`)],
  ['service fault', serviceFaultNames, (word) => step(`at: 1s, do: beginFault, fault: ${quoted(word)}`)],
  ['region', regionNames, (word) => step(`at: 1s, do: regionUp, region: ${quoted(word)}`)],
  ['API', apiNames, (word) => step(`at: 1s, do: attachProfile, api: ${quoted(word)}`)],
  ['store', storeFamilies, (word) => step(`at: 1s, do: expireStoreToken, store: ${quoted(word)}`)],
  ['id', tokenIds, (word) => step(`at: 1s, do: blankToken, lacks: ${quoted(word)}`)],
  ['grant', grants, (word) => step(`on: requestToken, where: { grant: ${quoted(word)} }, elapse: 1s`)],
  ['assumption', assumptionIds, (word) => `name: x\nassumptions: { ${quoted(word)}: x }`],
  [
    'field of a scenario',
    [
      'include',
      'each',
      'client',
      'seed',
      'profile',
      'latency',
      'clockSkew',
      'limits',
      'applications',
      'customers',
      'assumptions',
      'steps',
      'expect',
    ],
    (word) => `name: x\n${quoted(word)}: 1`,
  ],
  [
    'field of a customer',
    ['scope', 'records', 'fileSize', 'schema', 'collects', 'notifiedAfter', 'consent'],
    (word) => `name: x\ncustomer: { ${quoted(word)}: 1 }`,
  ],
  ['limit', settable, (word) => `name: x\nlimits: { ${quoted(word)}: 1 }`],
  [
    'field of a fault',
    ['times', 'operation', 'chance', 'where'],
    (word) => step(`on: createDataQuery, fail: 503, ${quoted(word)}: 1`),
  ],
  [
    'field of a filter',
    ['region', 'customer', 'scope', 'application', 'page', 'record', 'grant', 'status'],
    (word) => step(`on: createDataQuery, elapse: 1s, where: { ${quoted(word)}: 1 }`),
  ],
  [
    'expectation',
    ['client', 'result', 'requests', 'when', 'within', 'arrived', 'mails', 'queries', 'unfired', 'rules', 'example'],
    (word) => `name: x\nexpect: { ${quoted(word)}: 1 }`,
  ],
  ['exchange that is counted', exchangeNames, (word) => `name: x\nexpect: { requests: { ${quoted(word)}: 1 } }`],
];

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.';

/** A word with one letter missing, too much, wrong, or in the place of its neighbour. */
const typo = (word: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('drop', 'add', 'change', 'swap'), fc.nat(word.length - 1), fc.constantFrom(...letters))
    .map(([edit, at, letter]) => {
      const before = word.slice(0, at);
      const rest = word.slice(at + 1);
      if (edit === 'drop') return before + rest;
      if (edit === 'add') return before + letter + word.slice(at);
      if (edit === 'change') return before + letter + rest;
      return before + rest.slice(0, 1) + word.charAt(at) + rest.slice(1);
    });

const messageOf = (text: string): string => {
  try {
    readScenario(text, 'f.yaml');
    return '';
  } catch (error) {
    if (isMisuse(error)) return error.message;
    throw error;
  }
};

test.each(kinds)('of 100 single slips in a %s at least 95 are answered with the word', (_, words, write) => {
  const all = [...new Set(words)];
  const slips = fc.sample(
    fc.constantFrom(...all).chain((word) => typo(word).map((typed) => ({ word, typed }))),
    { numRuns: 300, seed: 20_240_229 },
  );
  const wrong = slips.filter(({ word, typed }) => !all.includes(typed) && typed !== word);

  const missed = wrong.filter(({ word, typed }) => !messageOf(write(typed)).includes(`did you mean "${word}"?`));

  expect(wrong.length).toBeGreaterThan(200);
  // What was missed is shown, should there be too much of it.
  expect(missed.length / wrong.length, JSON.stringify(missed.slice(0, 20))).toBeLessThanOrEqual(0.05);
});
