import { createWorld, type World, type WorldSettings } from './world.ts';

/* What of a world can change, as plain JSON, and back; settings, addresses and data it is given anew. */

type Changing = Omit<World, 'settings' | 'bases' | 'holdings'>;

/** All but what is named here, so that a new part cannot be forgotten. */
const changingIn = ({ settings: _settings, bases: _bases, holdings: _holdings, ...changing }: World): Changing =>
  changing;

export type SavedWorld = Readonly<Record<string, unknown>>;

export const saveWorld = (world: World): SavedWorld => {
  // Another simulation numbers its exchanges anew, so that what is meant for one of these would hit a stranger.
  const faults = world.faults.filter(({ action }) => action.only === undefined);
  return packAll({ ...changingIn(world), faults });
};

/** `links` is the base address that links in the saved answers begin with; the new world may have another. */
export const loadWorld = (settings: WorldSettings, saved: SavedWorld, links: string): World => {
  const world = createWorld(settings);
  const parts = Object.keys(changingIn(world));
  Object.assign(world, Object.fromEntries(parts.map((part) => [part, unpack(saved[part])])));
  for (const [name, kept] of world.memory) {
    const body = kept.answer.body.replaceAll(`${links}/`, `${settings.addresses.links}/`);
    world.memory.set(name, { ...kept, answer: { ...kept.answer, body } });
  }
  return world;
};

const packAll = (parts: object): SavedWorld =>
  Object.fromEntries(Object.entries(parts).map(([name, of]) => [name, pack(of)]));

const pack = (value: unknown): unknown => {
  if (value instanceof Map) return { $map: [...value].map(([name, of]) => [name, pack(of)]) };
  if (value instanceof Set) return { $set: [...value].map(pack) };
  if (Array.isArray(value)) return value.map(pack);
  if (value === undefined) return { $undefined: '' };
  if (typeof value !== 'object' || value === null) return value;
  return packAll(value);
};

const unpackAll = (parts: object): object =>
  Object.fromEntries(Object.entries(parts).map(([name, of]) => [name, unpack(of)]));

const unpack = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(unpack);
  if (typeof value !== 'object' || value === null) return value;
  if ('$undefined' in value) return undefined;
  const { $map, $set } = value as { $map?: readonly (readonly [unknown, unknown])[]; $set?: readonly unknown[] };
  if ($map !== undefined) return new Map($map.map(([name, of]) => [name, unpack(of)]));
  if ($set !== undefined) return new Set($set.map(unpack));
  return unpackAll(value);
};
