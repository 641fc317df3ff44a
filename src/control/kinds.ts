import { hintDuration } from '../language/spans.ts';
import { show } from '../language/show.ts';
import { durationJson } from '../language/json-shapes.ts';
import { isFields } from '../language/data.ts';
import { Misuse, refuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import { parseInstant } from '../language/instant.ts';
import { parseDuration } from '../spec/time.ts';
import { type Json, object } from './json-schema.ts';

/** What a field of a request holds: how the document tells it, and how it is read. */
export interface Kind<T> {
  readonly json: Json;
  /** Throws Misuse; `place` is where it stands. */
  readonly read: (written: unknown, place: string) => T;
  readonly isOptional?: true;
}

export type Kinds = Readonly<Record<string, Kind<unknown>>>;

/** What is read from fields of these kinds. */
export type Read<Fields extends Kinds> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Kind<infer T> ? T : never;
};

export const optional = <T>({ json, read }: Kind<T>): Kind<T | undefined> => ({
  json,
  read: (written, place) => (written === undefined ? undefined : read(written, place)),
  isOptional: true,
});

export const aText = (description: string, longest = 500): Kind<string> => ({
  json: { type: 'string', minLength: 1, maxLength: longest, description },
  read: (written, place) => {
    if (typeof written === 'string' && written.length > 0 && written.length <= longest) return written;
    throw refuse(place, `${show(written)} is no text`, `write 1 to ${longest} characters in quotes`);
  },
});

export const aWord = <const Word extends string>(description: string, all: readonly Word[]): Kind<Word> => ({
  json: { enum: all, description },
  read: (written, place) => {
    const found = all.find((word) => word === written);
    if (found !== undefined) return found;
    throw refuse(place, `${show(written)} is not known`, suggest(written, all));
  },
});

/** A whole number, which addresses write as text. */
export const aCount = (description: string, least = 0): Kind<number> => ({
  json: { type: 'integer', minimum: least, maximum: Number.MAX_SAFE_INTEGER, description },
  read: (written, place) => {
    const count = typeof written === 'string' && /^\d{1,16}$/.test(written) ? Number(written) : written;
    if (typeof count === 'number' && Number.isSafeInteger(count) && count >= least) return count;
    throw refuse(place, `${show(written)} is no such number`, `write a whole number from ${least} on`);
  },
});

export const aTruth = (description: string): Kind<boolean> => ({
  json: { type: 'boolean', description },
  read: (written, place) => {
    if (typeof written === 'boolean') return written;
    throw refuse(place, `${show(written)} is neither true nor false`, 'write true or false');
  },
});

/** Milliseconds in a length of time. */
export const aDuration = (description: string): Kind<number> => ({
  json: { ...durationJson, description },
  read: (written, place) => {
    const length = typeof written === 'string' ? parseDuration(written) : undefined;
    if (typeof written === 'string' && length !== undefined) return length;
    throw typeof written === 'string'
      ? new Misuse('BAD_DURATION', place, `${show(written)} is not a duration`, hintDuration(written))
      : new Misuse('BAD_DURATION', place, `${show(written)} is not a duration`, 'write one such as "10m" or "1h30m"');
  },
});

/** A moment of virtual time: ISO 8601, with a time zone. */
export const aMoment = (description: string): Kind<number> => ({
  json: { type: 'string', format: 'date-time', description, examples: ['2024-02-29T01:00:00.000Z'] },
  read: (written, place) => {
    const instant = parseInstant(written);
    if (instant !== undefined) return instant;
    throw refuse(place, `${show(written)} is no moment`, 'write one such as "2024-02-29T01:00:00.000Z"');
  },
});

/** All fields of an object, and no others. `place` stands before their names. */
export const readFields = <Fields extends Kinds>(kinds: Fields, written: unknown, place: string): Read<Fields> => {
  if (!isFields(written)) throw refuse(place, `${show(written)} is no object`, 'write fields between { and }');
  const names = Object.keys(kinds);
  const stranger = Object.keys(written).find((name) => !Object.hasOwn(kinds, name));
  if (stranger !== undefined) {
    const hint = names.length === 0 ? 'nothing can be said here' : suggest(stranger, names);
    throw refuse(place, `${show(stranger)} is not known here`, hint);
  }
  const read = names.map((name) => {
    const value = Object.hasOwn(written, name) ? written[name] : undefined;
    const kind = kinds[name];
    if (value === undefined && kind?.isOptional !== true)
      throw refuse(place, `"${name}" is missing`, `write "${name}"`);
    return [name, kind?.read(value, `${place}, "${name}"`)];
  });
  // Each was read by the kind of its name.
  return Object.fromEntries(read) as Read<Fields>;
};

/** The object as the document tells it. */
export const jsonOfFields = (kinds: Kinds, description: string): Json =>
  object(
    description,
    Object.fromEntries(Object.entries(kinds).map(([name, { json }]) => [name, json])),
    Object.keys(kinds).filter((name) => kinds[name]?.isOptional === true),
  );
