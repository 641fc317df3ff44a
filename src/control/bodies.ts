import { errorText } from '../error-text.ts';
import { isFields } from '../language/data.ts';
import { parseSource, type Source } from '../language/yaml-source.ts';
import type { Json } from './json-schema.ts';
import { jsonOfFields, type Kinds, type Read, readFields } from './kinds.ts';
import { refuseRequest } from './problems.ts';
import type { BodyOf, MediaType } from './route.ts';

/** Enough for any scenario. */
const usualMost = 1_048_576;

/** How bodies are called where the place of a mistake is named. */
export const bodyPlace = 'body';

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuseRequest('NOT_READABLE', `the body is not JSON: ${errorText(error)}`, {
      place: bodyPlace,
      hint: 'send JSON, in UTF-8',
    });
  }
};

/** An object with these fields, as JSON. */
export const fieldsOf = <Fields extends Kinds>(
  what: string,
  kinds: Fields,
  example: Json,
  check?: (read: Read<Fields>) => void,
): BodyOf<Read<Fields>> => {
  const isNeeded = check !== undefined || Object.values(kinds).some(({ isOptional }) => isOptional !== true);
  return {
    what,
    json: jsonOfFields(kinds, what),
    mediaTypes: ['application/json'],
    example,
    most: usualMost,
    ...(!isNeeded && { isOptional: true, readNone: () => readFields(kinds, {}, bodyPlace) }),
    read: (text) => {
      const read = readFields(kinds, parseJson(text), bodyPlace);
      check?.(read);
      return read;
    },
  };
};

/** Data as JSON that is read elsewhere. */
export const dataOf = <T>(body: Omit<BodyOf<T>, 'mediaTypes' | 'read'>, read: (data: unknown) => T): BodyOf<T> => ({
  ...body,
  mediaTypes: ['application/json'],
  read: (text) => read(parseJson(text)),
});

/** What scenario files are written in: as JSON or YAML, with the place of each mistake. */
export const sourceOf = <T>(
  body: Omit<BodyOf<T>, 'mediaTypes' | 'read' | 'most'>,
  read: (source: Source, text: string) => T,
): BodyOf<T> => ({
  ...body,
  mediaTypes: ['application/json', 'application/yaml'],
  most: usualMost,
  read: (text, mediaType) => {
    checkSyntax(text, mediaType);
    return read(parseSource(text, bodyPlace), text);
  },
});

/** YAML is more than JSON: who says that it is JSON has to send that. */
const checkSyntax = (text: string, mediaType: MediaType): void => {
  if (mediaType === 'application/json' && !isFields(parseJson(text))) {
    throw refuseRequest('NOT_READABLE', 'the body is no object', { place: bodyPlace, hint: 'write { … }' });
  }
};
