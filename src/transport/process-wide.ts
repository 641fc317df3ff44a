import { Misuse } from '../misuse.ts';

/** A value that all copies of this package in a process share, for as long as there is any use for it. */
export interface ProcessWide<T> {
  find(): T | undefined;
  put(value: T): void;
  remove(value: T): void;
}

/**
 * Such a value by its name. `version` changes with the shape of the value.
 *
 * @throws Misuse `INTERCEPTORS_CONFLICT` from `find` and `put` when a copy with another version has put a value there
 */
export const processWide = <T>(name: string, version: number): ProcessWide<T> => {
  const key = Symbol.for(`stunt-double.${name}`);
  const find = (): T | undefined => {
    const found = Reflect.get(globalThis, key) as { readonly version?: unknown; readonly value: T } | undefined;
    if (found === undefined || found.version === version) return found?.value;
    throw new Misuse(
      'INTERCEPTORS_CONFLICT',
      name,
      'another version of stunt-double is active in this process',
      'let npm install one version of stunt-double',
    );
  };
  return {
    find,
    put: (value) => {
      find();
      Object.defineProperty(globalThis, key, { value: { version, value }, configurable: true });
    },
    remove: (value) => {
      if (find() === value) Reflect.deleteProperty(globalThis, key);
    },
  };
};
