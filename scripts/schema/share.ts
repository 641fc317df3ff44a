import { boundsJson, durationJson, type Json, spanJson } from '../../src/language/json-shapes.ts';

import type { Definitions } from './steps.ts';

/** What stands in many places stands once, under a name, and is referred to. What is said of a place stays there. */
export const shareParts = (definitions: Definitions): Definitions => {
  const named = Object.entries(findParts(definitions));
  const share = (value: unknown, self?: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => share(item));
    if (typeof value !== 'object' || value === null) return value;
    const { description, default: usual, ...checks } = value as Json;
    const [name] = named.find(([key, part]) => key !== self && sameAs(checks, part)) ?? [];
    const kept = { ...(description !== undefined && { description }), ...(usual !== undefined && { default: usual }) };
    if (name !== undefined) return { ...kept, $ref: `#/definitions/${name}` };
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, share(inner)]));
  };
  const parts = named.map(([name, part]) => [name, share(part, name)] as const);
  const rest = Object.entries(definitions).map(([name, json]) => [name, share(json)] as const);
  return Object.fromEntries([...rest, ...parts]) as Definitions;
};

const sameAs = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);

const propertyOf = (json: Json | undefined, ...path: readonly string[]): Json => {
  let found = json;
  for (const key of path) found = (found?.['properties'] as Definitions | undefined)?.[key];
  const { description: _, default: _default, ...checks } = found ?? {};
  return checks;
};

const findParts = ({ scenario, failure }: Definitions): Definitions => ({
  customer: propertyOf(scenario, 'customer'),
  timing: propertyOf(scenario, 'expect', 'when', 'sendEmail'),
  count: propertyOf(scenario, 'expect', 'requests', 'sendEmail'),
  duration: durationJson,
  error: (failure?.['anyOf'] as readonly Json[] | undefined)?.[0] ?? {},
  bounds: boundsJson,
  span: spanJson,
});
