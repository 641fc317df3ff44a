import type { ConsoleAction, ProfileChange } from './action.ts';
import { digest } from './ids.ts';
import type { Turn } from './turn.ts';
import { type Application, count, partsOf, type World } from './world.ts';

/**
 * The developer console: profiles, secrets, what they are attached to, allowlisting and scopes.
 * (Authentication, interface B, and interface C)
 */

export const useConsole = (turn: Turn, action: ConsoleAction): void => {
  const { world } = turn;
  switch (action.do) {
    case 'deleteProfile':
      world.applications.delete(action.application);
      return;
    case 'createProfile':
      count(world, 'profile', action.application);
      world.applications.set(action.application, createProfile(world, action.application));
      return;
    default: {
      const application = world.applications.get(action.application);
      if (application !== undefined) world.applications.set(action.application, change(world, application, action));
    }
  }
};

/** The applications whose profiles were made in the console, the oldest first: also those that are deleted by now. */
export const createdIn = ({ made }: World): readonly string[] =>
  [...made.keys()].map(partsOf).flatMap(([kind, clientId = '']) => (kind === 'profile' ? [clientId] : []));

/** A profile that was just made: known by id and secret, and not let in anywhere yet. */
const createProfile = (world: World, clientId: string): Application => ({
  clientId,
  clientSecret: makeSecret(world, clientId),
  allowlisted: false,
  attached: new Set(),
  scopes: new Set(),
});

const makeSecret = (world: World, clientId: string): string =>
  secretOf(world.settings.seed, clientId, count(world, 'secret', clientId));

/** The `number`-th secret made for an application; 0 is the one that it starts with. */
export const secretOf = (seed: number, clientId: string, number: number): string =>
  `secret-${digest(seed, 'client secret', clientId, number)}`;

const change = (world: World, application: Application, action: ProfileChange): Application => {
  const { clientId, attached, scopes } = application;
  switch (action.do) {
    case 'rotateSecret':
      return { ...application, clientSecret: makeSecret(world, clientId) };
    case 'allowlistApp':
      return { ...application, allowlisted: true };
    case 'delistApp':
      return { ...application, allowlisted: false };
    case 'enableScope':
      world.scopes.add(action.scope);
      return { ...application, scopes: new Set([...scopes, action.scope]) };
    case 'disableScope':
      return { ...application, scopes: without(scopes, action.scope) };
    case 'attachProfile':
      return { ...application, attached: new Set([...attached, action.api]) };
    case 'detachProfile':
      return { ...application, attached: without(attached, action.api) };
  }
};

const without = <T>(set: ReadonlySet<T>, gone: T): ReadonlySet<T> => new Set([...set].filter((one) => one !== gone));
