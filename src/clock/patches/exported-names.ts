import crypto from 'node:crypto';
import * as cryptoNames from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { builtinNames } from '../builtin-names.ts';
import { replace, type Undo, undoAll } from './patch.ts';

/**
 * What named imports of built-in modules get: copies, that have to be told of every change. `setImmediate` and `nextTick`
 * are not told of: our own transports wait by them, and fake timers may have replaced them.
 */
const told: readonly { readonly owner: object; readonly names: object; readonly keys: readonly string[] }[] = [
  { owner: timers, names: builtinNames.timers, keys: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] },
  { owner: timersPromises, names: builtinNames.timersPromises, keys: ['setTimeout', 'setInterval'] },
  { owner: process, names: builtinNames.process, keys: ['hrtime'] },
  {
    owner: crypto,
    names: cryptoNames,
    keys: [
      'randomBytes',
      'randomFill',
      'randomFillSync',
      'randomInt',
      'randomUUID',
      ...('randomUUIDv7' in crypto ? ['randomUUIDv7'] : []),
    ],
  },
];
const kept: typeof told = [
  { owner: timers, names: builtinNames.timers, keys: ['setImmediate', 'clearImmediate'] },
  { owner: timersPromises, names: builtinNames.timersPromises, keys: ['setImmediate'] },
  { owner: process, names: builtinNames.process, keys: ['nextTick'] },
];

interface Export {
  readonly owner: object;
  readonly key: string;
  readonly value: unknown;
}

/** What is to be told at the end of `tellingOnce`. */
let postponed: Export[] | undefined;

/** The names as they are, or as they are going to be told. */
const read = (which: typeof told): readonly Export[] =>
  which.flatMap(({ owner, names, keys }) =>
    keys.map((key) => postponed?.findLast(isSame({ owner, key })) ?? { owner, key, value: Reflect.get(names, key) }),
  );

/** What the modules themselves have. */
const readModules = (which: typeof told): readonly Export[] =>
  which.flatMap(({ owner, keys }) => keys.map((key) => ({ owner, key, value: Reflect.get(owner, key) })));

/** Tells the names of all that `work` replaces, or puts back, at its end: that is dear, whatever there is to tell. */
export const tellingOnce = <T>(work: () => T): T => {
  if (postponed !== undefined) return work();
  postponed = [];
  try {
    return work();
  } finally {
    const all = postponed;
    postponed = undefined;
    if (all.length > 0) tell(all.filter((one) => all.findLast(isSame(one)) === one));
  }
};

const isSame =
  ({ owner, key }: Omit<Export, 'value'>) =>
  (other: Export): boolean =>
    other.owner === owner && other.key === key;

/** Brings about these exports without a change to the modules themselves, whoever may have replaced what in them. */
const tell = (exports: readonly Export[]): void => {
  if (postponed !== undefined) {
    postponed.push(...exports);
    return;
  }
  const undos: Undo[] = exports
    .filter(({ owner, key, value }) => Reflect.get(owner, key) !== value)
    .map(({ owner, key, value }) => replace(owner, key, value));
  syncBuiltinESMExports();
  for (const { owner, key, value } of exports) if (owner === process) Reflect.set(builtinNames.process, key, value);
  undoAll(undos);
};

/** To be called before anything is replaced; what it returns tells the named exports of it, and that tells them back. */
export const watchNames = (): (() => Undo) => {
  const before = read(told);
  return () => {
    tell([...readModules(told), ...read(kept)]);
    return () => tell([...before, ...read(kept)]);
  };
};

/** Tells named exports of all modules but those above, which fake timers may have replaced: theirs stay as they are. */
export const tellOtherNames = (): void => tell([...read(told), ...read(kept)]);
