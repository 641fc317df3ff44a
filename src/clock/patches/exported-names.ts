import crypto from 'node:crypto';
import * as cryptoNames from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { builtinNames } from '../builtin-names.ts';
import { replace, type Undo, undoAll } from './patch.ts';

interface Name {
  readonly owner: object;
  /** Where a named import looks it up. */
  readonly names: object;
  readonly key: string;
  /** Whether named imports are to get what stands in the module. */
  readonly isTold: boolean;
}

const namesOf = (owner: object, names: object, keys: readonly string[], isTold: boolean): readonly Name[] =>
  keys.map((key) => ({ owner, names, key, isTold }));

const draws = ['randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID', 'randomUUIDv7'];
const random = draws.filter((key) => key in crypto);

/**
 * What named imports of built-in modules get: copies, that have to be told of every change. `setImmediate` and `nextTick`
 * are not told of: our own transports wait by them, and fake timers may have replaced them.
 */
const allNames: readonly Name[] = [
  ...namesOf(timers, builtinNames.timers, ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'], true),
  ...namesOf(timersPromises, builtinNames.timersPromises, ['setTimeout', 'setInterval'], true),
  ...namesOf(process, builtinNames.process, ['hrtime'], true),
  ...namesOf(crypto, cryptoNames, random, true),
  ...namesOf(timers, builtinNames.timers, ['setImmediate', 'clearImmediate'], false),
  ...namesOf(timersPromises, builtinNames.timersPromises, ['setImmediate'], false),
  ...namesOf(process, builtinNames.process, ['nextTick'], false),
];

/** What each of them gives, in their order. */
type Exports = readonly unknown[];

let isPostponed = false;

/** What is to be told at the end of `tellingOnce`. */
let postponed: Exports | undefined;

/** The names as they are, or as they are going to be told. */
const read = (): Exports => postponed ?? allNames.map(({ names, key }) => Reflect.get(names, key) as unknown);

/** Those that are told of from `exports`, and the others as they are. */
const withTold = (exports: Exports): Exports => {
  const present = read();
  return allNames.map(({ isTold }, at) => (isTold ? exports : present)[at]);
};

/** Tells the names of all that `work` replaces, or puts back, at its end: that is dear, whatever there is to tell. */
export const tellingOnce = <T>(work: () => T): T => {
  if (isPostponed) return work();
  isPostponed = true;
  try {
    return work();
  } finally {
    const last = postponed;
    isPostponed = false;
    postponed = undefined;
    if (last !== undefined) tell(last);
  }
};

/** Brings about these exports without a change to the modules themselves, whoever may have replaced what in them. */
const tell = (exports: Exports): void => {
  if (isPostponed) {
    postponed = exports;
    return;
  }
  const undos: Undo[] = [];
  for (const [at, { owner, key }] of allNames.entries())
    if (Reflect.get(owner, key) !== exports[at]) undos.push(replace(owner, key, exports[at]));
  syncBuiltinESMExports();
  for (const [at, { owner, key }] of allNames.entries())
    if (owner === process) Reflect.set(builtinNames.process, key, exports[at]);
  undoAll(undos);
};

/** To be called before anything is replaced; what it returns tells the named exports of it, and that tells them back. */
export const watchNames = (): (() => Undo) => {
  const before = read();
  return () => {
    tell(withTold(allNames.map(({ owner, key }) => Reflect.get(owner, key) as unknown)));
    return () => tell(withTold(before));
  };
};

/** Tells named exports of all modules but those above, which fake timers may have replaced: theirs stay as they are. */
export const tellOtherNames = (): void => tell(read());
