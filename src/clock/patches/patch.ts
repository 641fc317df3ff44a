/** Puts something in place of a part of the process; the returned function takes it out again. */
export type Patch = () => Undo;
export type Undo = () => void;

/**
 * Replaces one property. The undo restores the descriptor there was before, unless somebody else has replaced the property
 * in the meantime: theirs is then left alone, and ours below it is inert as soon as no simulation is alive. Fake timers are
 * told to put back what was there before ours.
 */
export const replace = (owner: object, key: PropertyKey, value: unknown): Undo => {
  const before = Object.getOwnPropertyDescriptor(owner, key);
  put(owner, key, { value, enumerable: before?.enumerable ?? false, writable: true, configurable: true }, before);
  return () => {
    const present: unknown = Object.getOwnPropertyDescriptor(owner, key)?.value;
    if (present !== value) {
      tellFakes(present, key, value, before?.value);
      return;
    }
    if (before === undefined) Reflect.deleteProperty(owner, key);
    else put(owner, key, before, before);
  };
};

/** What is done in the place of a method: `go` calls what was there before. */
export type Deputy<Self, Result = unknown> = (self: Self, args: readonly unknown[], go: () => Result) => unknown;

/** A method, for as long as there is anybody who may call what once stood in its place. */
interface Place {
  /** Of the present, the last one first. */
  readonly deputies: Deputy<unknown>[];
  /** For whom they act just now. */
  self: unknown;
}

const places = new WeakMap<object, Map<PropertyKey, Place>>();

const nobody = {};

const placeOf = (owner: object, key: PropertyKey): Place => {
  let ofOwner = places.get(owner);
  if (ofOwner === undefined) places.set(owner, (ofOwner = new Map()));
  let place = ofOwner.get(key);
  if (place === undefined) ofOwner.set(key, (place = { deputies: [], self: nobody }));
  return place;
};

/**
 * Replaces a method. Libraries keep what they find: whoever calls what was put there in an earlier simulation reaches the deputies of
 * the present, and when there are none what was there before. Of those one below another, the first to be called acts for all.
 */
export const replaceMethod = <Self, Result = unknown>(
  owner: object,
  key: PropertyKey,
  deputy: Deputy<Self, Result>,
): Undo => {
  const real = Reflect.get(owner, key) as (...args: unknown[]) => unknown;
  const place = placeOf(owner, key);
  const mine = deputy as Deputy<unknown>;
  place.deputies.unshift(mine);
  const undo = replace(owner, key, function (this: unknown, ...args: unknown[]): unknown {
    const { deputies, self } = place;
    if (deputies.length === 0 || self === this) return real.apply(this, args);
    const act = (at: number): unknown =>
      deputies[at] === undefined ? real.apply(this, args) : deputies[at](this, args, () => act(at + 1));
    place.self = this;
    try {
      return act(0);
    } finally {
      place.self = self;
    }
  });
  return () => {
    undo();
    place.deputies.splice(place.deputies.indexOf(mine), 1);
  };
};

/** Has one property of an object, its own or from its prototype, read by a function. */
export const replaceGetter = (owner: object, key: PropertyKey, get: () => unknown): Undo => {
  const before = Object.getOwnPropertyDescriptor(owner, key);
  Object.defineProperty(owner, key, { get, enumerable: before?.enumerable ?? true, configurable: true });
  return () => {
    if (Object.getOwnPropertyDescriptor(owner, key)?.get !== get) return;
    if (before === undefined) Reflect.deleteProperty(owner, key);
    else Object.defineProperty(owner, key, before);
  };
};

/**
 * What can be set is set, and stays what it was: to define it anew takes twice as long, and is not to be done with the globals of
 * some environments.
 */
const put = (owner: object, key: PropertyKey, wanted: PropertyDescriptor, before?: PropertyDescriptor): void => {
  if (before?.writable !== true || !Reflect.set(owner, key, wanted.value)) Object.defineProperty(owner, key, wanted);
};

/** What sinon, vitest and jest keep on a clock for the time after: what they found as a global, or in a module. */
interface Finds {
  readonly timersModuleMethods?: readonly Find[];
  readonly timersPromisesModuleMethods?: readonly Find[];
}

interface Faked {
  readonly clock?: Finds;
}

interface Find {
  readonly methodName: string;
  original: unknown;
}

const tellFakes = (fake: unknown, key: PropertyKey, ours: unknown, before: unknown): void => {
  // Not every fake has its clock on it, but this one has.
  const clock = ((fake as Faked | undefined) ?? {}).clock ?? (globalThis.setTimeout as Faked).clock;
  if (clock === undefined || before === undefined) return;
  if (Reflect.get(clock, `_${String(key)}`) === ours) Reflect.set(clock, `_${String(key)}`, before);
  for (const found of [...(clock.timersModuleMethods ?? []), ...(clock.timersPromisesModuleMethods ?? [])]) {
    if (found.original === ours) found.original = before;
  }
};

/** Undoes in reverse order, all of them, even when one fails. */
export const undoAll = (undos: readonly Undo[]): void => {
  const failures: unknown[] = [];
  for (const undo of undos.toReversed()) {
    try {
      undo();
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'could not restore the process');
};

/** The same as one. */
export const undoing =
  (...undos: readonly Undo[]): Undo =>
  () =>
    undoAll(undos);

/** Applies patches in order; when one fails, those before it are taken out again. */
export const applyAll = (patches: readonly Patch[]): Undo => {
  const undos: Undo[] = [];
  try {
    for (const patch of patches) undos.push(patch());
  } catch (failure) {
    undoAll(undos);
    throw failure;
  }
  return () => undoAll(undos);
};

/** Something that the first of all who use it puts into the process, and the last to release it takes out again. */
export const shareable = <Installed extends { readonly undo: Undo }, Given extends readonly unknown[]>(
  install: (...given: Given) => Installed,
): ((...given: Given) => { readonly installed: Installed; readonly release: Undo }) => {
  let present: Installed | undefined;
  let users = 0;
  return (...given) => {
    const installed = (present ??= install(...given));
    users++;
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      if (--users > 0) return;
      present = undefined;
      installed.undo();
    };
    return { installed, release };
  };
};
