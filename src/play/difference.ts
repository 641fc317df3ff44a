import { show } from '../language/show.ts';

/** Where a value first falls short of what is expected, and how. */
export interface Difference {
  /** As JavaScript writes it: `result.pages[2].id`. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

/**
 * The first place where `found` lacks something of `expected`, or has it otherwise; undefined when it has it all.
 * Objects may have more fields than expected, lists must have as many items.
 *
 * @example
 * findDifference({ records: 600 }, { records: 599, pages: 3 })
 * // { path: 'result.records', expected: '600', found: '599' }
 */
export const findDifference = (expected: unknown, found: unknown, path = 'result'): Difference | undefined => {
  if (Array.isArray(expected)) {
    if (!Array.isArray(found) || found.length !== expected.length) return differ(path, expected, found);
    return firstOf(
      expected.map((item: unknown, index) => () => findDifference(item, found[index], `${path}[${index}]`)),
    );
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return differ(path, expected, found);
    return firstOf(
      Object.entries(expected).map(
        ([key, value]) =>
          () =>
            findDifference(value, readField(found, key), `${path}${showKey(key)}`),
      ),
    );
  }
  // JSON knows one zero only.
  return expected === found || Object.is(expected, found) ? undefined : differ(path, expected, found);
};

const differ = (path: string, expected: unknown, found: unknown): Difference => ({
  path,
  expected: show(expected),
  found: show(found),
});

const firstOf = (searches: readonly (() => Difference | undefined)[]): Difference | undefined => {
  for (const search of searches) {
    const difference = search();
    if (difference !== undefined) return difference;
  }
  return undefined;
};

const showKey = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);

/** Fields of classes count, also inherited ones; what every object inherits does not. */
const readField = (holder: object, key: string): unknown =>
  Object.hasOwn(holder, key) || !(key in Object.prototype) ? Reflect.get(holder, key) : undefined;
