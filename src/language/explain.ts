import { nearest, suggest } from '../nearest.ts';
import { type AssumptionId, assumptionIds, assumptionRow } from '../spec/assumptions.ts';
import { showVariant } from '../spec/assumptions/variant.ts';
import { type Explanation, explanation } from './problem.ts';
import { show } from './show.ts';
import { explainDuration } from './spans.ts';

export const explainWord = (value: unknown, kind: string, known: readonly string[]): Explanation =>
  explanation(`${show(value)} is not ${kind}`, suggest(typeof value === 'string' ? value : '', known));

export const explainWhole = (value: unknown, kind: string, least: number, most: number): Explanation =>
  explanation(`${show(value)} is not ${kind}`, `write a whole number from ${least} to ${most}`);

export const explainText = (value: unknown, kind: string, hint: string): Explanation =>
  explanation(`${show(value)} is not ${kind}`, typeof value === 'number' ? `put it in quotes: "${value}"` : hint);

export const explainUnknownKey = (key: string, owner: string, known: readonly string[]): Explanation =>
  explanation(`${show(key)} is not a field of ${owner}`, suggest(key, known));

/** `quoted` is the missing key in quotes, which is how the schema library names it. */
export const explainMissing = (quoted: string, examples: Readonly<Record<string, string>>): Explanation => {
  const key = quoted.slice(1, -1);
  return explanation(`${quoted} is missing`, `add "${key}: ${examples[key] ?? '…'}"`);
};

export const explainTwin = (id: string, scope: string | undefined): Explanation =>
  explanation(
    `customer "${id}" is described twice ${scope === undefined ? 'without a scope' : `for the scope "${scope}"`}`,
    'keep one row for each scope of a customer',
  );

export const explainTwinApplication = (id: string): Explanation =>
  explanation(`application "${id}" is described twice`, 'give each application an id of its own');

export const explainConsent = (value: unknown): Explanation =>
  typeof value === 'string' && /^\s*\d/.test(value)
    ? explainDuration(value)
    : explanation(`${show(value)} is no consent`, 'write true, false, or how long it lasts, such as "1h"');

export const sizeOfOwnRecords = explanation(
  'the files of your own records are as large as they are',
  'remove "fileSize", or write a number of records',
);

export const schemaWithoutRecords = explanation(
  'a schema without records of your own',
  'remove "schema", or write the records it describes as a list',
);

export const explainColumn = (key: string): Explanation =>
  explanation(
    `${show(key)} cannot be the name of a column`,
    'write letters, digits and _, as in "status", which "$status" stands for',
  );

export const explainVersion = (value: unknown): Explanation =>
  explanation(`${show(value)} is not a version of the language that is known here`, 'write 1, or leave it out');

export const bothCustomers = explanation('"customer" and "customers" both describe the customers', 'keep one of them');

export const emptyCount = explanation('a count without numbers', 'write a number, or atLeast, atMost or both');

export const crossedCount = explanation('"atLeast" is more than "atMost"', 'no number is both');

export const resultOfFailure = explanation(
  'a client that fails has no result',
  'remove "result", or expect "client: succeeds"',
);

export const explainData = (value: unknown): Explanation =>
  explanation(
    `${show(value)} is not plain data`,
    'write text, finite numbers, booleans, null, lists and objects of them',
  );

export const explainPlainObject = (value: unknown, kind: string): Explanation =>
  explanation(
    `${show(value)} is not ${kind}`,
    'write fields, with values of plain data: text, numbers, booleans, null, lists',
  );

export const explainClient = (value: unknown): Explanation =>
  value === 'fails'
    ? explanation('"fails" alone does not say how', 'write client: { fails: "part of the error message" }')
    : explainWord(value, 'an outcome of the client', ['succeeds', 'ends', '{ fails: "…" }']);

export const explainMatching = (value: unknown): Explanation =>
  explanation(
    `${show(value)} is not a regular expression`,
    typeof value === 'number'
      ? `put it in quotes: "${value}"`
      : 'write one such as "revoked|canceled" or "/revoked/i"; flags are i, m, s and u',
  );

export const explainAssumptionId = (id: string): Explanation =>
  explanation(`${show(id)} is not an assumption`, suggest(id, assumptionIds));

export const explainAssumption = (id: AssumptionId, value: unknown): Explanation => {
  const { variants } = assumptionRow(id);
  const words = variants.filter((variant) => typeof variant === 'string');
  const near = typeof value === 'string' ? nearest(value, words) : undefined;
  const hint = near === undefined ? `it can be ${variants.map(showVariant).join(' or ')}` : `did you mean "${near}"?`;
  return explanation(`${id} cannot be ${show(value)}`, hint);
};
