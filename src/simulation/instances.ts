import { Misuse } from '../misuse.ts';

/** Shared by all copies of the package in a process, as what a client keeps is. */
const registry = globalThis as { [key: symbol]: number | undefined };
const countKey = Symbol.for('stunt-double.instances');

/** Which simulation of the process one is: it is told, or else counted. Only those that are counted count. */
export const nameInstance = (told?: string): string => {
  if (told === undefined) return countInstance();
  if (typeof told === 'string') return told;
  throw new Misuse('BAD_OPTION', 'simulate({ instance })', 'this is no text', 'write a name, as "import 1"');
};

/** The next number in this process. */
export const countInstance = (): string => {
  const next = (registry[countKey] ?? 0) + 1;
  registry[countKey] = next;
  return String(next);
};
