import { crc32 } from 'node:zlib';
import { loadWorld, type SavedWorld, saveWorld } from '../core/snapshot.ts';
import type { Addresses } from '../spec/hosts.ts';
import type { Due } from '../core/turn.ts';
import type { Holding, World, WorldSettings } from '../core/world.ts';
import { isFields } from '../language/data.ts';
import { Misuse, refuse } from '../misuse.ts';
import type { Assumptions } from '../spec/assumptions.ts';
import type { Limits } from '../spec/limits.ts';
import type { Instant } from '../spec/time.ts';
import type { Engine } from '../driver/service.ts';
import { createApplication } from './application.ts';
import type { CustomerTokens } from './customers.ts';

/**
 * A simulation at one instant: its world, its clock, and what was due. Plain JSON, so that it can be kept in a file; it
 * holds the simulation's own secrets, and more fields than these.
 */
export interface Snapshot {
  readonly version: 4;
  /** By the service's clock, as all instants in it. */
  readonly now: Instant;
  readonly seed: number;
  /** All that the service knew. */
  readonly world: object;
  /** Of all the rest: a snapshot that was changed since is not what a simulation can go on from. */
  readonly checksum: number;
}

export interface WholeSnapshot extends Snapshot {
  /** What its texts bear, and those of the simulations before it. */
  readonly marks: readonly string[];
  readonly assumptions: Assumptions;
  readonly limits: Limits;
  readonly holdings: readonly Holding[];
  readonly applications: readonly SnapshotApplication[];
  /** The address that the links in remembered answers begin with. */
  readonly links: string;
  readonly world: SavedWorld;
  readonly pending: readonly { readonly at: Instant; readonly due: Due }[];
}

/** An application and the tokens that customers gave it, one pair for each holding. */
export interface SnapshotApplication {
  readonly id: string;
  readonly tokens: readonly CustomerTokens[];
}

/** Throws Misuse `SNAPSHOT_BUSY` while something is under way that plain data cannot hold. */
export const takeSnapshot = (
  engine: Engine,
  world: World,
  now: Instant,
  applications: readonly SnapshotApplication[],
): WholeSnapshot => {
  const [busy] = [...engine.waiting(), ...engine.underway()];
  if (busy !== undefined) {
    const hint = 'take it when nothing is on its way, for example after sim.run() or sim.elapse()';
    throw new Misuse('SNAPSHOT_BUSY', 'sim.snapshot', `${busy} is under way`, hint);
  }
  const { seed, mark, earlierMarks, assumptions, limits, holdings, addresses } = world.settings;
  const marks = [mark, ...earlierMarks];
  const { links } = addresses;
  const saved = { version: 4, now, seed, marks, assumptions, limits, holdings, applications, links } as const;
  const snapshot = structuredClone({ ...saved, world: saveWorld(world), pending: [...engine.pending()] });
  return { ...snapshot, checksum: sum(snapshot) };
};

/** Whatever kept it in between may have put its fields in another order. */
const sum = (snapshot: Omit<WholeSnapshot, 'checksum'>): number =>
  crc32(
    JSON.stringify(snapshot, (_, value: unknown) =>
      isFields(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value,
    ),
  );

/** The world of a snapshot, at addresses of its own and with a mark of its own. */
export const restoreWorld = (snapshot: WholeSnapshot, addresses: Addresses, mark: string): World => {
  const { seed, marks: earlierMarks, assumptions, limits, holdings } = snapshot;
  // What has become of them stands in the world.
  const applications = snapshot.applications.map(({ id }) => createApplication(seed, { id }, holdings));
  const settings: WorldSettings = { seed, mark, earlierMarks, addresses, assumptions, limits, applications, holdings };
  return loadWorld(settings, structuredClone(snapshot.world), snapshot.links);
};

/** Throws Misuse `BAD_OPTION` for what is no snapshot, one of another version, or one that was changed. */
export const checkSnapshot = (given: unknown, place = 'simulate({ from })'): WholeSnapshot => {
  const version = isFields(given) && 'world' in given ? given['version'] : undefined;
  if (earlier.has(version))
    throw refuse(place, 'this snapshot is of an earlier version of stunt-double', 'take it again');
  if (version !== 4) throw refuse(place, 'this is no snapshot', 'give what sim.snapshot() or GET /snapshot gave');
  const snapshot = given as WholeSnapshot;
  const { checksum, ...rest } = snapshot;
  if (sum(rest) === checksum) return snapshot;
  throw refuse(
    place,
    'this snapshot was changed since it was taken',
    'give it as it was, and change what comes of it by steps',
  );
};

/** Their worlds have other words for what goes wrong, page tokens of another form, or nothing that shows a change. */
const earlier: ReadonlySet<unknown> = new Set([1, 2, 3]);
