import { nearest, suggest } from '../nearest.ts';
import { type ExchangeFaultName, exchangeFaultNames, exchangeFaultRow, setupFaultNames } from '../spec/faults.ts';
import type { AssumptionId } from '../spec/assumptions.ts';
import { assumptionIds, assumptionRow } from '../spec/assumptions.ts';
import { showVariant } from '../spec/assumptions/variant.ts';
import { parseDuration } from '../spec/time.ts';
import { splitSpan } from './collection-time.ts';
import type { Problem } from './problem.ts';
import { hintDuration } from './hint-duration.ts';
import { show } from './show.ts';
import { verbs } from './words.ts';

/** A problem as the one text that a schema library can carry: cause, hint and code, a line each. */
export const say = (what: string, hint: string, code: Problem['code'] = 'BAD_OPTION'): string =>
  `${what}\n${hint}\n${code}`;

/** What `say` said. */
export const hear = (said: string): Pick<Problem, 'what' | 'hint' | 'code'> => {
  const [what = '', hint = '', code] = said.split('\n');
  return { what, hint, code: code === 'BAD_DURATION' ? code : 'BAD_OPTION' };
};

export const explainDuration = (value: unknown): string =>
  say(`${show(value)} is not a duration`, hintDuration(value), 'BAD_DURATION');

export const explainWord = (value: unknown, kind: string, known: readonly string[]): string =>
  say(`${show(value)} is not ${kind}`, suggest(typeof value === 'string' ? value : '', known));

const isExchangeFaultName = (value: unknown): value is ExchangeFaultName =>
  exchangeFaultNames.some((name) => name === value);

export const explainVerb = (value: unknown): string => {
  if (value === 'fail') return say('"fail" does not stand behind "do"', 'write "fail: 503", or the name of an error');
  if (value === 'elapse') return say('"elapse" does not stand behind "do"', 'write "elapse: 1h"');
  if (value === 'fault' || value === 'accident')
    return say(`"${value}" does not stand behind "do"`, 'write "fault: reset", for example');
  if (isExchangeFaultName(value)) return say(`"${value}" does not stand behind "do"`, `write "fault: ${value}"`);
  return explainWord(value, 'an action', verbs);
};

export const explainIdle = (key: 'by' | 'pieces', fault: ExchangeFaultName): string => {
  const others = exchangeFaultNames.filter((name) => exchangeFaultRow(name)[key] !== undefined);
  return say(`"${key}" does not go with "${fault}"`, `it goes with ${others.join(', ')}`);
};

export const explainWhole = (value: unknown, kind: string, least: number, most: number): string =>
  say(`${show(value)} is not ${kind}`, `write a whole number from ${least} to ${most}`);

export const explainText = (value: unknown, kind: string, hint: string): string =>
  say(`${show(value)} is not ${kind}`, typeof value === 'number' ? `put it in quotes: "${value}"` : hint);

export const explainUnknownKey = (key: string, owner: string, known: readonly string[]): string =>
  say(`${show(key)} is not a field of ${owner}`, suggest(key, known));

const additions: Readonly<Record<string, string>> = {
  name: 'name: what the story is about',
  store: 'store: submission',
  lacks: 'lacks: customerId',
  garbles: 'garbles: customerId',
  application: 'application: application-2',
  scope: 'scope: orders',
  api: 'api: portability',
  fault: 'fault: backendSilent',
  region: 'region: eu-west-1',
  by: 'by: 10s',
  fails: 'fails: part of the error message',
};

/** `quoted` is the missing key in quotes, which is how the schema library tells it. */
export const explainMissing = (quoted: string): string => {
  const key = quoted.slice(1, -1);
  return say(`${quoted} is missing`, `add "${additions[key] ?? `${key}: …`}"`);
};

export const explainOutage = (row: string): string =>
  say(
    `${show(row)} is no refusal of interface C`,
    `give a status, e.g. 503, an error of interface C, or ${setupFaultNames.join(', ')}`,
  );

export const explainTwin = (id: string, scope: string | undefined): string =>
  say(
    `customer "${id}" is described twice ${scope === undefined ? 'without a scope' : `for the scope "${scope}"`}`,
    'keep one row for each scope of a customer',
  );

export const explainTwinApplication = (id: string): string =>
  say(`application "${id}" is described twice`, 'give each application an id of its own');

export const explainSpan = (value: unknown): string => {
  if (typeof value !== 'string') return explainDuration(value);
  const [least, most] = splitSpan(value);
  const wrong = [least, most].find((one) => one !== undefined && parseDuration(one) === undefined);
  if (wrong !== undefined) return explainDuration(wrong);
  return say(`${show(value)} goes from the longer to the shorter`, `write "${most}..${least}"`);
};

export const explainSkew = (value: unknown): string => {
  const length = typeof value === 'string' ? value.replace(/^-/, '') : value;
  if (typeof length !== 'string' || parseDuration(length) === undefined) return explainDuration(length);
  return say(`${show(value)} is too far off`, 'a clock is ahead by a day at most, or behind: write "5m" or "-5m"');
};

export const explainCollects = (value: unknown): string =>
  typeof value === 'string' && !value.includes('..') && nearest(value, ['held']) !== undefined
    ? say(`${show(value)} is not a duration`, 'did you mean "held"?', 'BAD_DURATION')
    : explainSpan(value);

export const explainConsent = (value: unknown): string =>
  typeof value === 'string' && /^\s*\d/.test(value)
    ? explainDuration(value)
    : say(`${show(value)} is no consent`, 'write true, false, or how long it lasts, such as "1h"');

export const sizeOfOwnRecords = say(
  'the files of your own records are as large as they are',
  'remove "fileSize", or write a number of records',
);

export const schemaWithoutRecords = say(
  'a schema without records of your own',
  'remove "schema", or write the records it describes as a list',
);

export const explainColumn = (key: string): string =>
  say(
    `${show(key)} cannot be the name of a column`,
    'write letters, digits and _, as in "status", which "$status" stands for',
  );

export const explainVersion = (value: unknown): string =>
  say(`${show(value)} is not a version of the language that is known here`, 'write 1, or leave it out');

export const bothCustomers = say('"customer" and "customers" both describe the customers', 'keep one of them');

export const emptyCount = say('a count without numbers', 'write a number, or atLeast, atMost or both');

export const crossedCount = say('"atLeast" is more than "atMost"', 'no number is both');

export const resultOfFailure = say(
  'a client that fails has no result',
  'remove "result", or expect "client: succeeds"',
);

export const explainData = (value: unknown): string =>
  say(`${show(value)} is not plain data`, 'write text, finite numbers, booleans, null, lists and objects of them');

export const explainPlainObject = (value: unknown, kind: string): string =>
  say(`${show(value)} is not ${kind}`, 'write fields, with values of plain data: text, numbers, booleans, null, lists');

export const explainClient = (value: unknown): string =>
  value === 'fails'
    ? say('"fails" alone does not say how', 'write client: { fails: "part of the error message" }')
    : explainWord(value, 'an outcome of the client', ['succeeds', 'ends', '{ fails: "…" }']);

export const explainMatching = (value: unknown): string =>
  say(
    `${show(value)} is not a regular expression`,
    typeof value === 'number'
      ? `put it in quotes: "${value}"`
      : 'write one such as "revoked|canceled" or "/revoked/i"; flags are i, m, s and u',
  );

export const explainAssumptionId = (id: string): string =>
  say(`${show(id)} is not an assumption`, suggest(id, assumptionIds));

export const explainAssumption = (id: AssumptionId, value: unknown): string => {
  const { variants } = assumptionRow(id);
  const words = variants.filter((variant) => typeof variant === 'string');
  const near = typeof value === 'string' ? nearest(value, words) : undefined;
  const hint = near === undefined ? `it can be ${variants.map(showVariant).join(' or ')}` : `did you mean "${near}"?`;
  return say(`${id} cannot be ${show(value)}`, hint);
};
