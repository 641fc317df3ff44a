import { sequenceKey } from './words.ts';

/* What editors are told about a value, in the words of JSON Schema: what `scenario.schema.json` is made of. */

export type Json = Readonly<Record<string, unknown>>;

/** What must hold where a condition does, and where it does not. */
export const ifThen = (condition: Json, yes: Json, no?: Json): Json => ({
  if: condition,
  // The word is the same in both languages.
  [sequenceKey]: yes,
  ...(no !== undefined && { else: no }),
});

const amount = String.raw`\d{1,12}(\.\d{1,6})?`;

/** From the largest unit to the smallest, with single spaces between them or none. */
const lengthPattern = ['d', 'h', 'm', 's', 'ms'].map((unit) => `(${amount}${unit}( |$|(?=\\d)))?`).join('');

export const durationJson: Json = {
  type: 'string',
  pattern: `^(?=\\d)(?!.* $)${lengthPattern}$`,
  examples: ['500ms', '10s', '5m', '1h30m'],
};

/** A length of time within a text, as far as it can be told from what stands around it. */
const length = String.raw`\d[\d.dhms ]*[dhms]`;

/** `5m`, `-5m`. */
export const skewJson: Json = { type: 'string', pattern: String.raw`^-?${length}$`, examples: ['5m', '-5m'] };

/** `5m`, `5m..10m`. */
export const spanJson: Json = {
  type: 'string',
  pattern: String.raw`^${length}(\.\.${length})?$`,
  examples: ['50ms', '50ms..400ms'],
};

/** `5m`, `5m..10m`, `5m..`, `..10m`. */
export const boundsJson: Json = {
  type: 'string',
  pattern: String.raw`^(${length}(\.\.(${length})?)?|\.\.${length})$`,
  examples: ['10m', '1s..5s', '1s..', '..5s'],
};

export const nthJson: Json = {
  anyOf: [
    { type: 'integer', minimum: 1, maximum: 1_000_000 },
    { const: 'every' },
    { type: 'string', pattern: String.raw`^[1-9]\d{0,6}\.\.([1-9]\d{0,6})?$` },
  ],
  examples: [2, 'every', '2..4', '3..'],
};

/** `1..3`, `2..`, `..3`. */
export const countJson: Json = {
  type: 'string',
  pattern: String.raw`^(\d{1,7}\.\.\d{0,7}|\.\.\d{1,7})$`,
  examples: ['1..3', '2..', '..3'],
};

export const chanceJson: Json = {
  type: 'string',
  pattern: String.raw`^(?!0+(\.0+)?%)(\d{1,2}(\.\d{1,3})?|100(\.0{1,3})?)%$`,
  examples: ['30%'],
};

export const matchingJson: Json = { type: 'string', minLength: 1, examples: ['revoked|canceled', '/revoked/i'] };
