import { isFields } from './data.ts';
import type { Source } from './yaml-source.ts';

type Path = readonly (string | number)[];

/** A scenario put together from its own file and those that it includes, and where each part of it was written. */
export interface Composed {
  readonly value: unknown;
  /** `file:line:col` of what stands at a path, with the lines around it. */
  readonly locate: (path: Path, onKey: boolean) => Location;
}

export interface Location {
  readonly place: string;
  /** Made when it is asked for: of many mistakes only a few are shown with their lines. */
  readonly frame: () => string;
  /** Where it comes among the others: files in the order of inclusion, then by what comes first. */
  readonly order: readonly [number, number];
}

/** What an included file says is added to, field by field. */
const merged: ReadonlySet<string> = new Set(['assumptions', 'limits', 'expect']);

/** Where the value of a field comes from; for what is merged, where each field of that does. */
type Origin = Composed | ReadonlyMap<string, Composed> | readonly { readonly from: Composed; readonly index: number }[];

export const asComposed = (source: Source, number = 0): Composed => ({
  value: source.value,
  locate: (path, onKey) => {
    const offset = source.findOffset(path, onKey);
    return { place: source.placeOf(offset), frame: () => source.frameAt(offset), order: [number, offset] };
  },
});

/**
 * The own file with what others say before it: their steps come first, and of other fields the last word counts. Who
 * includes must say its own name.
 */
export const compose = (own: Composed, included: readonly Composed[]): Composed => {
  if (included.length === 0 || !isFields(own.value)) return own;
  const value: Record<string, unknown> = {};
  const origins = new Map<string, Origin>();
  for (const one of [...included, own]) {
    if (!isFields(one.value)) continue;
    for (const [key, field] of Object.entries(one.value)) {
      if (one !== own && key === 'name') continue;
      add(value, origins, key, field, one);
    }
  }
  return {
    value,
    locate: (path, onKey) => {
      const [from, inside] = findOrigin(origins, path) ?? [own, path];
      return from.locate(inside, onKey);
    },
  };
};

const add = (
  value: Record<string, unknown>,
  origins: Map<string, Origin>,
  key: string,
  field: unknown,
  from: Composed,
): void => {
  const before = value[key];
  if (key === 'steps' && Array.isArray(field)) {
    const known = origins.get(key);
    const list = Array.isArray(before) ? (before as unknown[]) : [];
    value[key] = [...list, ...(field as unknown[])];
    origins.set(key, [...(Array.isArray(known) ? known : []), ...field.map((_, index) => ({ from, index }))]);
  } else if (merged.has(key) && isFields(field)) {
    const known = origins.get(key);
    value[key] = { ...(isFields(before) ? before : {}), ...field };
    const fields = Object.keys(field).map((name) => [name, from] as const);
    origins.set(key, new Map([...(known instanceof Map ? known : []), ...fields]));
  } else {
    // "customer" and "customers" say the same in two ways, so that one takes the place of the other.
    for (const twin of key === 'customer' || key === 'customers' ? ['customer', 'customers'] : []) {
      if (origins.get(twin) === from) continue;
      delete value[twin];
      origins.delete(twin);
    }
    value[key] = field;
    origins.set(key, from);
  }
};

const findOrigin = (origins: ReadonlyMap<string, Origin>, path: Path): readonly [Composed, Path] | undefined => {
  const [key, inner] = path;
  const origin = origins.get(String(key));
  if (origin === undefined) return undefined;
  if ('locate' in origin) return [origin, path];
  if (origin instanceof Map) {
    const from: Composed | undefined = origin.get(String(inner)) ?? [...origin.values()].at(-1);
    return from && [from, path];
  }
  const step = (origin as readonly { readonly from: Composed; readonly index: number }[])[Number(inner)];
  return step && [step.from, [String(key), step.index, ...path.slice(2)]];
};
