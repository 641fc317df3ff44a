import type { Json } from '../../src/language/json-shapes.ts';

/** A text in which a value of a table's row is put. */
const placeholder: Json = { type: 'string', pattern: String.raw`\$[A-Za-z_]` };

/**
 * A schema of what stands beside a table: every value may be one of the row's, or have it in its text, and so may keys.
 */
export const loosen = (json: Json): Json => {
  const { $ref: ref, ...rest } = json;
  if (typeof ref === 'string') return { ...rest, ...orPlaceholder({ $ref: `${ref}Template` }) };
  const { description, default: usual, ...checks } = loosenParts(rest);
  const said = { ...(description !== undefined && { description }), ...(usual !== undefined && { default: usual }) };
  return isValue(json) ? { ...said, ...orPlaceholder(checks) } : { ...said, ...checks };
};

const orPlaceholder = (json: Json): Json => ({ anyOf: [json, placeholder] });

/** Whether it is about a whole value, and not only about some of what belongs to one. */
const isValue = (json: Json): boolean => ['type', 'enum', 'anyOf'].some((key) => key in json) && !('allOf' in json);

const loosenParts = (json: Json): Json => {
  const { properties, items, anyOf, additionalProperties, ...rest } = json;
  return {
    ...rest,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Readonly<Record<string, Json>>).map(([key, field]) => [key, loosen(field)]),
      ),
    }),
    ...(items !== undefined && { items: loosen(items as Json) }),
    ...(anyOf !== undefined && { anyOf: (anyOf as readonly Json[]).map(loosen) }),
    ...(additionalProperties === false && {
      additionalProperties: false,
      patternProperties: { [String(placeholder['pattern'])]: {} },
    }),
  };
};
