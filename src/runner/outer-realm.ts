import type * as StuntDouble from '../index.ts';
import { elsewhereInJest } from '../runtime.ts';

/**
 * Jest runs tests in a realm of their own, with a module registry of their own. The library works outside of both, where
 * the environment of `stunt-double/jest-environment` loads it, and is handed in under this name.
 */
export const outerName: symbol = Symbol.for('stunt-double/outer-realm');

export type OuterRealm = typeof StuntDouble;

/** The library outside. Throws Misuse `BAD_OPTION` where the environment is another one. */
export const readOuterRealm = (): OuterRealm => {
  const found = Reflect.get(globalThis, outerName) as OuterRealm | undefined;
  if (found !== undefined) return found;
  throw elsewhereInJest();
};

/** From inside a test, and only once it is called: the matchers alone need no environment. */
export const simulateOutside: OuterRealm['simulate'] = async (options) => readOuterRealm().simulate(options);
