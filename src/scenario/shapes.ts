import * as v from 'valibot';
import { type Duration, parseDuration } from '../spec/time.ts';
import { isData } from './data.ts';
import * as explain from './explain.ts';
import type { Checked } from './problem.ts';
import { show } from './show.ts';

/** The pieces that the schema is made of. The schema library enters here and nowhere else. */
export {
  check,
  custom,
  exactOptional,
  intersect,
  lazy,
  literal,
  optional,
  picklist,
  pipe,
  rawCheck,
  rawTransform,
  record,
  transform,
  unknown,
  variant,
} from 'valibot';

export type Fields = Readonly<Record<string, unknown>>;
export type Schema<T> = v.GenericSchema<unknown, T>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema from a test and an explanation of what fails it. */
export const leaf = <T>(is: (value: unknown) => boolean, describe: (value: unknown) => string) =>
  v.custom<T>(is, (issue) => describe(issue.input));

/** Where an issue that the library does not place itself belongs. */
export const pathTo = (origin: 'key' | 'value', input: Fields, key: string): [v.IssuePathItem] => [
  { type: 'object', origin, input: { ...input }, key, value: input[key] },
];

type Look = (fields: Fields, report: (key: string | undefined, message: string) => void) => void;

/** Looks at an object's keys and passes nothing on: to be intersected with what reads the values. */
export const keysOf = (look: Look) =>
  v.pipe(
    v.custom<Fields>(isFields),
    v.rawCheck(({ dataset: { value: fields }, addIssue }) => {
      if (!isFields(fields)) return;
      look(fields, (key, message) =>
        addIssue(key === undefined ? { message } : { message, path: pathTo('key', fields, key) }),
      );
    }),
    v.transform(() => ({})),
  );

export const someFields = (owner: string) =>
  leaf<Fields>(isFields, (value) => explain.say(`${show(value)} is not ${owner}`, 'write its fields as "key: value"'));

export const fieldsOf = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(entries, (issue) => explain.explainMissing(issue.expected ?? ''));

/** An object with these fields and no others. Unlike the library's own it reports every unknown key, not the first. */
export const strict = <const Entries extends v.ObjectEntries>(owner: string, entries: Entries) => {
  const known = Object.keys(entries);
  const unknown = keysOf((fields, report) => {
    for (const key of Object.keys(fields)) {
      if (!known.includes(key)) report(key, explain.explainUnknownKey(key, owner, known));
    }
  });
  return v.pipe(someFields(owner), v.intersect([unknown, fieldsOf(entries)]));
};

export const list = <Item extends v.GenericSchema>(item: Item, kind: string, least: number) =>
  v.pipe(
    leaf<unknown[]>(
      (value) => Array.isArray(value) && value.length >= least,
      (value) =>
        explain.say(
          `${show(value)} is not ${kind}`,
          least > 0 ? 'write a list of at least one' : 'write a list, or nothing',
        ),
    ),
    v.array(item),
  );

export const duration = leaf<Duration>(
  (value) => typeof value === 'string' && parseDuration(value) !== undefined,
  explain.explainDuration,
);

export const word = <const Word extends string>(kind: string, known: readonly Word[]) =>
  leaf<Word>(
    (value) => known.some((one) => one === value),
    (value) => explain.explainWord(value, kind, known),
  );

export const whole = (kind: string, least: number, most: number) =>
  leaf<number>(
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    (value) => explain.explainWhole(value, kind, least, most),
  );

export const yesOrNo = (kind: string) =>
  leaf<boolean>(
    (value) => typeof value === 'boolean',
    (value) => explain.say(`${show(value)} is not ${kind}`, 'write true or false'),
  );

/** Fields that JSON can hold, whatever they are. */
export const plainObject = (kind: string) =>
  leaf<Fields>(
    (value) => isFields(value) && isData(value),
    (value) => explain.explainPlainObject(value, kind),
  );

const text = (kind: string, shape: RegExp, hint: string) =>
  leaf<string>(
    (value) => typeof value === 'string' && shape.test(value),
    (value) => explain.explainText(value, kind, hint),
  );

export const idText = (kind: string) =>
  text(kind, /^(?=.*[a-z0-9])[\w.:@~-]{1,100}$/i, 'write 1 to 100 letters, digits or . _ : @ ~ -');

/** One line, so that a message or a report never breaks over it. */
export const lineOf = (kind: string) =>
  text(kind, /^(?=.*\S)[^\p{Cc}\u2028\u2029]{1,200}$/u, 'write one line of 1 to 200 characters');

/** Reads a value by a schema, and the problems back from the library's issues. */
export const checkWith =
  <T>(schema: Schema<T>) =>
  (value: unknown): Checked<T> => {
    const result = v.safeParse(schema, value);
    if (result.success) return { ok: true, value: result.output };
    const problems = result.issues.map(({ path = [], message }) => ({
      path: path.map(({ key }) => (typeof key === 'number' ? key : String(key))),
      onKey: path.at(-1)?.origin === 'key',
      ...explain.hear(message),
    }));
    return { ok: false, problems };
  };
