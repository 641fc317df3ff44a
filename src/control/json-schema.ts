/** What is said of data in the OpenAPI document, in the words of JSON Schema. */
export type Json = Readonly<Record<string, unknown>>;

export const text = (description: string, more: Json = {}): Json => ({ type: 'string', description, ...more });

export const whole = (description: string, minimum = 0): Json => ({ type: 'integer', minimum, description });

export const truth = (description: string): Json => ({ type: 'boolean', description });

export const words = (description: string, all: readonly string[]): Json => ({ enum: all, description });

export const list = (description: string, items: Json): Json => ({ type: 'array', description, items });

/** An object that has all of its fields, apart from those that are optional, and no others. */
export const object = (
  description: string,
  properties: Readonly<Record<string, Json>>,
  optional: readonly string[] = [],
): Json => {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return {
    type: 'object',
    description,
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
};

/** An object of which more is known elsewhere: fields that are worth naming, and others. */
export const openObject = (description: string, properties: Readonly<Record<string, Json>> = {}): Json => ({
  type: 'object',
  description,
  ...(Object.keys(properties).length > 0 && { properties, required: Object.keys(properties) }),
});

export const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
