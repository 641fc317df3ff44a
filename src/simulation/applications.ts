import { createdIn } from '../core/console.ts';
import type { Holding, World } from '../core/world.ts';
import { Misuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import { show } from '../language/show.ts';
import { describeApplication, type SimulatedApplication } from './application.ts';
import type { CustomerTokens } from './customers.ts';
import type { Mailbox } from './mailbox.ts';
import type { SnapshotApplication } from './snapshot.ts';

/** The developer's applications: those there were at first, then those whose profiles are made in the console. */
export interface Applications {
  /** As they are now, also those whose profiles are deleted. */
  readonly all: readonly SimulatedApplication[];
  /** Throws Misuse `UNKNOWN_APPLICATION`. */
  find(id: string, place: string): SimulatedApplication;
  /** For a snapshot. */
  readonly saved: readonly SnapshotApplication[];
}

interface Parts {
  readonly world: World;
  /** The tokens that those had who were there at first. */
  readonly authorized: readonly SnapshotApplication[];
  readonly mailbox: Mailbox;
  readonly signal: AbortSignal;
  /** The customer of a holding authorizes an application: the tokens that this gives. */
  readonly authorize: (clientId: string, holding: Holding) => CustomerTokens;
}

export const createApplications = ({ world, authorized, mailbox, signal, authorize }: Parts): Applications => {
  const known = new Map<string, SimulatedApplication>();
  const add = ({ id, tokens }: SnapshotApplication): void => {
    const application = describeApplication({
      world,
      clientId: id,
      tokens,
      authorize: (holding) => authorize(id, holding),
      onNotification: (...endpoint) => mailbox.registerClient(id, ...endpoint),
      as: (other) => find(other, 'env.as').env,
      signal,
    });
    known.set(id, application);
  };
  const all = (): readonly SimulatedApplication[] => {
    for (const id of createdIn(world)) if (!known.has(id)) add({ id, tokens: [] });
    return [...known.values()];
  };
  const find = (id: string, place: string): SimulatedApplication => {
    const ids = all().map((application) => application.id);
    const found = known.get(id);
    if (found !== undefined) return found;
    throw new Misuse('UNKNOWN_APPLICATION', place, `there is no application ${show(id)}`, suggest(id, ids));
  };
  for (const one of authorized) add(one);
  return {
    get all() {
      return all();
    },
    find,
    get saved() {
      return all().map(({ id, customers }) => ({
        id,
        tokens: customers.map(({ accessToken, refreshToken }) => ({ accessToken, refreshToken })),
      }));
    },
  };
};
