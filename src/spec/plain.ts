/**
 * Whether an object is plain data, and of no class. Told without `Object.prototype`, because each realm (a Jest environment, `node:vm`)
 * has its own.
 */
export const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

/** Keys that mean something to JavaScript itself. No field is named so, and none in a file that is read. */
export const reservedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
