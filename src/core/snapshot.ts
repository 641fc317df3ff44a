import { createWorld, type World, type WorldSettings } from './world.ts';

/** What of a world can change, as plain JSON, and back; settings, addresses and data it is given anew. */

type Changing = Omit<World, 'settings' | 'bases' | 'holdings'>;

/** Which part of a world has which name: total, so that a new part cannot be forgotten. */
const parts = {
  applications: true,
  scopes: true,
  accountsOnHold: true,
  consents: true,
  tokens: true,
  families: true,
  refreshTokens: true,
  codes: true,
  queries: true,
  underWay: true,
  made: true,
  memory: true,
  sendings: true,
  outbox: true,
  faults: true,
  counters: true,
  open: true,
  troubles: true,
  outages: true,
} as const satisfies Record<keyof Changing, true>;

export type SavedWorld = Readonly<Record<string, unknown>>;

export const saveWorld = (world: World): SavedWorld => {
  // Another simulation numbers its exchanges anew, so that what is meant for one of these would hit a stranger.
  const lasting = { ...world, faults: world.faults.filter(({ action }) => action.only === undefined) };
  return Object.fromEntries(Object.keys(parts).map((part) => [part, pack(lasting[part as keyof Changing])]));
};

/** `links` is the base address that links in the saved answers begin with; the new world may have another. */
export const loadWorld = (settings: WorldSettings, saved: SavedWorld, links: string): World => {
  const world = createWorld(settings);
  const unpacked = Object.fromEntries(Object.keys(parts).map((part) => [part, unpack(saved[part])]));
  Object.assign(world, unpacked);
  for (const [name, kept] of world.memory) {
    const body = kept.answer.body.replaceAll(`${links}/`, `${settings.addresses.links}/`);
    world.memory.set(name, { ...kept, answer: { ...kept.answer, body } });
  }
  return world;
};

const pack = (value: unknown): unknown => {
  if (value instanceof Map) return { $map: [...value].map(([name, of]) => [name, pack(of)]) };
  if (value instanceof Set) return { $set: [...value].map(pack) };
  if (Array.isArray(value)) return value.map(pack);
  if (value === undefined) return { $undefined: true };
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, pack(of)]));
};

const unpack = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(unpack);
  if (typeof value !== 'object' || value === null) return value;
  if ('$undefined' in value) return undefined;
  if ('$map' in value && Array.isArray(value.$map)) {
    return new Map(value.$map.map(([name, of]: [unknown, unknown]) => [name, unpack(of)]));
  }
  if ('$set' in value && Array.isArray(value.$set)) return new Set(value.$set.map(unpack));
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, unpack(of)]));
};
