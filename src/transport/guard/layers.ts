import { Misuse } from '../../misuse.ts';
import { processWide } from '../process-wide.ts';

/** A place of the process that only one value can hold, such as `globalThis.fetch`. */
export interface Slot<T> {
  readonly name: string;
  read(): T;
  write(value: T): void;
  isSame(one: T, other: T): boolean;
}

/** A value of ours in such a place, and what it stands upon. */
interface Layer<T> {
  readonly domains: ReadonlySet<string>;
  readonly value: T;
  under: T;
}

/**
 * Puts a value on top of what is there; `make` is told how to find what lies under it. The returned undo takes it out
 * again, in any order: the last one taken out leaves what was there before the first. When somebody else has put their own
 * value on top meanwhile it is left alone, and ours, which it may still call, has to hand everything on.
 *
 * @throws Misuse `HOST_TAKEN` when another layer has one of the domains.
 */
export const putOnTop = <T>(slot: Slot<T>, domains: readonly string[], make: (under: () => T) => T): (() => void) => {
  const shared = processWide<Layer<T>[]>(`layers.${slot.name}`, 2);
  const layers = shared.find() ?? [];
  const taken = domains.find((domain) => layers.some((layer) => layer.domains.has(domain)));
  if (taken !== undefined) throw hostTaken(slot.name, taken);
  const layer: Layer<T> = { domains: new Set(domains), under: slot.read(), value: make(() => layer.under) };
  layers.push(layer);
  shared.put(layers);
  slot.write(layer.value);
  return () => {
    const at = layers.indexOf(layer);
    if (at < 0) return;
    layers.splice(at, 1);
    if (layers.length === 0) shared.remove(layers);
    if (slot.isSame(slot.read(), layer.value)) slot.write(layer.under);
    for (const other of layers) if (slot.isSame(other.under, layer.value)) other.under = layer.under;
  };
};

export const hostTaken = (place: string, domain: string): Misuse =>
  new Misuse(
    'HOST_TAKEN',
    place,
    `${domain} belongs to another simulation of this process`,
    'dispose of that one first, or give this one other hosts',
  );
