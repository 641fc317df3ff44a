import { suggest } from '../nearest.ts';
import * as v from 'valibot';
import { type Duration, parseDuration } from '../spec/time.ts';
import { type Fields, isData, isFields } from './data.ts';
import { durationJson, type Json } from './json-shapes.ts';
import { type Checked, type Explanation, explanation, type Mismatch } from './problem.ts';
import { explainDuration } from './spans.ts';
import { show } from './show.ts';
import { suggestVerb } from './suggest-verb.ts';

export const explainWord = (value: unknown, kind: string, known: readonly string[]): Explanation =>
  explanation(`${show(value)} is not ${kind}`, suggestVerb(typeof value === 'string' ? value : '', known));

const explainWhole = (value: unknown, kind: string, least: number, most: number): Explanation =>
  explanation(`${show(value)} is not ${kind}`, `write a whole number from ${least} to ${most}`);

const explainText = (value: unknown, kind: string, hint: string): Explanation =>
  explanation(`${show(value)} is not ${kind}`, typeof value === 'number' ? `put it in quotes: "${value}"` : hint);

export const explainUnknownKey = (key: string, owner: string, known: readonly string[]): Explanation =>
  explanation(`${show(key)} is not a field of ${owner}`, suggest(key, known));

/** `quoted` is the missing key in quotes, which is how the schema library names it. */
const explainMissing = (quoted: string, examples: Readonly<Record<string, string>>): Explanation => {
  const key = quoted.slice(1, -1);
  return explanation(`${quoted} is missing`, `add "${key}: ${examples[key] ?? '…'}"`);
};

const explainPlainObject = (value: unknown, kind: string): Explanation =>
  explanation(
    `${show(value)} is not ${kind}`,
    'write fields, with values of plain data: text, numbers, booleans, null, lists',
  );

/** The pieces that the schema is made of. The schema library enters here and nowhere else. */
export {
  custom,
  exactOptional,
  intersect,
  lazy,
  optional,
  pipe,
  rawCheck,
  rawTransform,
  record,
  transform,
  unknown,
} from 'valibot';

export { type Fields, isFields } from './data.ts';
export type Schema<T> = v.GenericSchema<unknown, T>;

/** The library hands on what it is given as a message, and looks at it nowhere: ours is data, and comes back as such. */
const carry = (why: Explanation): string => why as unknown as string;

const unpack = (message: unknown): Explanation =>
  typeof message === 'object' && message !== null
    ? (message as Explanation)
    : { what: String(message), hint: '', code: 'BAD_OPTION' };

type Path = [v.IssuePathItem, ...v.IssuePathItem[]];

/** What is wrong, and where, if not with the value itself. */
export const issue = (why: Explanation, path?: Path) => ({
  message: carry(why),
  ...(path !== undefined && { path }),
});

export const check = <T>(is: (value: T) => boolean, why: Explanation) => v.check<T, string>(is, carry(why));

/** A schema from a test, an explanation of what fails it, and what editors are told about it. */
export const leaf = <T>(is: (value: unknown) => boolean, describe: (value: unknown) => Explanation, json: Json = {}) =>
  v.pipe(
    v.custom<T>(is, ({ input }) => carry(describe(input))),
    v.metadata({ json }),
  );

/** A text that a parser understands. */
export const spelled = (parse: (text: string) => unknown, describe: (value: unknown) => Explanation, json: Json) =>
  leaf<string>((value) => typeof value === 'string' && parse(value) !== undefined, describe, json);

/** Looks at a value that has been read; `isSound` where nothing has been wrong with it so far. */
export const consistent = <T>(find: (value: T, isSound: boolean) => readonly Mismatch[]) =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const { message, path } of find(dataset.value, dataset.issues === undefined)) {
      addIssue(issue(message, pathThrough(path)));
    }
  });

/** What editors are told about a schema in place of what it is made of. */
export const forEditors = <T>(json: Json) => v.metadata<T, { readonly json: Json }>({ json });

/** What editors are told about a schema is made from tables, under this name: see scripts/schema. */
export const definedAs = <T>(form: 'step' | 'follower' | 'member' | 'assumptions') =>
  v.metadata<T, { readonly form: string }>({ form });

/** One of several schemas, whichever the value is for. Editors are told of all. */
export const either = <T>(branches: readonly Schema<T>[], choose: (value: unknown) => Schema<T>): Schema<T> =>
  v.pipe(v.lazy(choose), v.metadata({ branches }));

/** A list, or what is written plainly. */
export const orList = <T>(plain: Schema<T>, ofMany: Schema<T>): Schema<T> =>
  either([plain, ofMany], (written) => (Array.isArray(written) ? ofMany : plain));

/** Fields, or what is written plainly. */
export const orFields = <T>(plain: Schema<T>, fields: Schema<T>): Schema<T> =>
  either([plain, fields], (written) => (isFields(written) ? fields : plain));

/** Where an issue that the library does not place itself belongs. */
export const pathTo = (origin: 'key' | 'value', input: Fields, key: string): [v.IssuePathItem] => [
  { type: 'object', origin, input: { ...input }, key, value: input[key] },
];

const pathThrough = (keys: readonly (string | number)[]): Path | undefined => {
  const [first, ...others] = keys.map(
    (key): v.IssuePathItem =>
      typeof key === 'number'
        ? { type: 'array', origin: 'value', input: [], key, value: undefined }
        : { type: 'object', origin: 'key', input: {}, key, value: undefined },
  );
  return first && [first, ...others];
};

export const pathToItem = (list: readonly unknown[], index: number, value: unknown): Path => [
  { type: 'array', origin: 'value', input: [...list], key: index, value },
];

type Look = (fields: Fields, report: (key: string | undefined, why: Explanation) => void) => void;

export const lookAt = (look: Look) =>
  v.rawCheck<Fields>(({ dataset: { value: fields }, addIssue }) => {
    if (!isFields(fields)) return;
    look(fields, (key, why) => addIssue(issue(why, key === undefined ? undefined : pathTo('key', fields, key))));
  });

/** Looks at an object's keys and passes nothing on: to be intersected with what reads the values. */
export const keysOf = (look: Look) =>
  v.pipe(
    v.custom<Fields>(isFields),
    lookAt(look),
    v.transform(() => ({})),
  );

export const someFields = (owner: string) =>
  leaf<Fields>(isFields, (value) => explanation(`${show(value)} is not ${owner}`, 'write its fields as "key: value"'));

/** `examples` are shown where a field is missing. */
export const fieldsOf = <const Entries extends v.ObjectEntries>(
  entries: Entries,
  examples: Readonly<Record<string, string>> = {},
) => v.object(entries, ({ expected }) => carry(explainMissing(expected ?? '', examples)));

/** An object with these fields and no others. Unlike the library's own it reports every unknown key, not the first. */
export const strict = <const Entries extends v.ObjectEntries>(
  owner: string,
  entries: Entries,
  examples: Readonly<Record<string, string>> = {},
) => {
  const known = Object.keys(entries);
  const unknown = keysOf((fields, report) => {
    for (const key of Object.keys(fields)) {
      if (!known.includes(key)) report(key, explainUnknownKey(key, owner, known));
    }
  });
  return v.pipe(someFields(owner), v.intersect([unknown, fieldsOf(entries, examples)]));
};

export const list = <Item extends v.GenericSchema>(item: Item, kind: string, least: number) =>
  v.pipe(
    leaf<unknown[]>(
      (value) => Array.isArray(value) && value.length >= least,
      (value) =>
        explanation(
          `${show(value)} is not ${kind}`,
          least > 0 ? 'write a list of at least one' : 'write a list, or nothing',
        ),
      least > 0 ? { minItems: least } : {},
    ),
    v.array(item),
  );

export const duration: Schema<Duration> = spelled(parseDuration, explainDuration, durationJson);

export const word = <const Word extends string>(kind: string, known: readonly Word[]) =>
  leaf<Word>(
    (value) => known.some((one) => one === value),
    (value) => explainWord(value, kind, known),
    { enum: known },
  );

export const whole = (kind: string, least: number, most: number) =>
  leaf<number>(
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    (value) => explainWhole(value, kind, least, most),
    { type: 'integer', minimum: least, maximum: most },
  );

export const yesOrNo = (kind: string) =>
  leaf<boolean>(
    (value) => typeof value === 'boolean',
    (value) => explanation(`${show(value)} is not ${kind}`, 'write true or false'),
    { type: 'boolean' },
  );

/** Fields that JSON can hold, whatever they are. */
export const plainObject = (kind: string) =>
  leaf<Fields>(
    (value) => isFields(value) && isData(value),
    (value) => explainPlainObject(value, kind),
    { type: 'object' },
  );

const text = (kind: string, shape: RegExp, hint: string, pattern = shape.source) =>
  leaf<string>(
    (value) => typeof value === 'string' && shape.test(value),
    (value) => explainText(value, kind, hint),
    { type: 'string', pattern },
  );

export const idText = (kind: string) =>
  text(kind, /^(?=.*[A-Za-z0-9])[\w.:@~-]{1,100}$/, 'write 1 to 100 letters, digits or . _ : @ ~ -');

/** One line, so that a message or a report never breaks over it. */
export const lineOf = (kind: string) =>
  text(
    kind,
    /^(?=.*\S)[^\p{Cc}\u2028\u2029]{1,200}$/u,
    'write one line of 1 to 200 characters',
    // The same for engines that know no properties of characters.
    String.raw`^(?=.*\S)[^\u0000-\u001F\u007F-\u009F\u2028\u2029]{1,200}$`,
  );

/** Reads a value by a schema, and the problems back from the library's issues. */
export const checkWith =
  <T>(schema: Schema<T>) =>
  (value: unknown): Checked<T> => {
    const result = v.safeParse(schema, value);
    if (result.success) return { ok: true, value: result.output };
    const problems = result.issues.map(({ path = [], message }) => ({
      path: path.map(({ key }) => (typeof key === 'number' ? key : String(key))),
      onKey: path.at(-1)?.origin === 'key',
      ...unpack(message),
    }));
    return { ok: false, problems };
  };
