import { toJsonSchema } from '@valibot/to-json-schema';
import type { Json } from '../../src/language/json-shapes.ts';

/** What stands in the metadata of a schema: see `leaf`, `forEditors`, `definedAs` and `either` in src/language/shapes.ts. */
interface Notes {
  readonly json?: Json;
  readonly branches?: readonly unknown[];
  readonly form?: string;
}

type Valibot = Parameters<typeof toJsonSchema>[0];

/** The JSON Schema that says what a schema of the reader checks, as far as JSON Schema can say it. */
export const convert = (schema: unknown): Json => {
  const json = toJsonSchema(schema as Valibot, {
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      // What a lazy schema stands for, its metadata tells.
      if (valibotSchema.type === 'lazy') return {};
      if (jsonSchema.allOf !== undefined) return mergeParts(jsonSchema.allOf as unknown as readonly Json[]);
      return valibotSchema.type === 'record' ? nameKeys(jsonSchema as Json) : undefined;
    },
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type !== 'metadata') return jsonSchema;
      const { json: noted, branches, form } = (valibotAction as unknown as { readonly metadata: Notes }).metadata;
      if (form !== undefined) return { $ref: `#/definitions/${form}` };
      const { json: _told, branches: _branches, ...rest } = jsonSchema as Json;
      return { ...rest, ...noted, ...(branches !== undefined && { anyOf: branches.map(convert) }) };
    },
  });
  return tidy(json) as Json;
};

/** An object that is checked in several ways at once is strict: it has these fields and no others. */
const mergeParts = (parts: readonly Json[]): Json => {
  const [only, ...others] = parts.filter((part) => Object.keys(part).length > 0);
  if (only === undefined) return {};
  return others.length === 0 && only['type'] === 'object' ? { ...only, additionalProperties: false } : { allOf: parts };
};

/** Keys that are known are fields of their own: editors complete those. */
const nameKeys = ({ propertyNames, additionalProperties, ...rest }: Json): Json | undefined => {
  const names = (propertyNames as Json | undefined)?.['enum'] as readonly string[] | undefined;
  if (names === undefined) return undefined;
  const properties = Object.fromEntries(names.map((name) => [name, additionalProperties]));
  return { ...rest, properties, additionalProperties: false };
};

/** Without what says nothing, or only says how it was made. */
const tidy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([key, field]) => {
    if (key === '$schema' || key === '$defs') return false;
    return !(key === 'required' && Array.isArray(field) && field.length === 0);
  });
  return Object.fromEntries(fields.map(([key, field]) => [key, tidy(field)]));
};
