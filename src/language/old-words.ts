import { type Fields, isFields } from './data.ts';

/* Words of earlier versions that a file may hold: each is read as what is written today. */

interface OldVerb {
  /** What stands in place of `do` and the verb. */
  readonly now: Fields;
  readonly keys: Readonly<Record<string, string>>;
}

const oldVerbs: Readonly<Record<string, OldVerb>> = {
  beginTrouble: { now: { do: 'beginFault' }, keys: { trouble: 'fault' } },
  endTrouble: { now: { do: 'endFault' }, keys: { trouble: 'fault' } },
  loseAnswer: { now: { fault: 'reset' }, keys: { loss: 'fault' } },
  delayAnswer: { now: { fault: 'late' }, keys: {} },
};

const oldKeys: Readonly<Record<string, string>> = { accident: 'fault' };

/** Fields of expectations. */
const oldExpectations: Readonly<Record<string, string>> = { imported: 'arrived' };

/** What a verb was called before. */
export const oldNamesOf = (verb: string): readonly string[] => [
  ...Object.keys(oldKeys).filter((old) => oldKeys[old] === verb),
  ...Object.entries(oldVerbs).flatMap(([old, { now }]) => (now['do'] === verb || Object.hasOwn(now, verb) ? old : [])),
];

export const keyNow = (key: string, verb?: OldVerb): string =>
  verb?.keys[key] ?? (Object.hasOwn(oldKeys, key) ? oldKeys[key] : undefined) ?? key;

const verbOf = ({ do: verb }: Fields): OldVerb | undefined =>
  typeof verb === 'string' && Object.hasOwn(oldVerbs, verb) ? oldVerbs[verb] : undefined;

/** A step, or an action of a group, in the words of today. */
export const readOldWords = (written: Fields): Fields => {
  const verb = verbOf(written);
  const others = Object.entries(written).filter(([key]) => key !== 'do' || verb === undefined);
  const renamed = others.map(([key, value]) => [keyNow(key, verb), value] as const);
  // What says the same thing twice is left as it is, to be refused.
  if (new Set(renamed.map(([key]) => key)).size < renamed.length) return written;
  return { ...verb?.now, ...Object.fromEntries(renamed) };
};

/** Expectations in the words of today. */
export const readOldExpectation = (written: Fields): Fields => {
  const renamed = Object.entries(written).map(([key, value]) => [expectationNow(key), value] as const);
  return new Set(renamed.map(([key]) => key)).size < renamed.length ? written : Object.fromEntries(renamed);
};

const expectationNow = (key: string): string =>
  (Object.hasOwn(oldExpectations, key) ? oldExpectations[key] : undefined) ?? key;

type Path = readonly (string | number)[];

/** A path through what was read, as a path through what was written. */
export const pathAsWritten = (value: unknown, path: Path): Path => {
  const [key, ...rest] = path;
  if (key === undefined) return [];
  const own = isFields(value) && !Object.hasOwn(value, key) ? findOldKey(value, String(key)) : key;
  const inside: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, own) : undefined;
  return [own, ...pathAsWritten(inside, rest)];
};

const findOldKey = (written: Fields, key: string): string => {
  const verb = verbOf(written);
  const renamed = Object.keys(written).find((old) => keyNow(old, verb) === key || expectationNow(old) === key);
  return renamed ?? (verb !== undefined && Object.hasOwn(verb.now, key) ? 'do' : key);
};
