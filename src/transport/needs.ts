import { refuse } from '../misuse.ts';

/**
 * Looks at what a program hands over that no compiler has read: the functions that it has to have, by their paths.
 *
 * @throws Misuse `BAD_OPTION`, which names the call and the first that is missing.
 */
export const needFunctions = (place: string, given: unknown, paths: readonly string[], hint: string): void => {
  const missing = paths.find((path) => typeof readPath(given, path) !== 'function');
  if (missing !== undefined) throw refuse(place, `what it is given has no function "${missing}"`, hint);
};

const readPath = (from: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at == null ? undefined : Reflect.get(Object(at), name)), from);
