import type { Effects } from './actions.ts';
import { digest } from './ids.ts';
import { key } from './key.ts';
import { type Application, count, type World } from './world.ts';

/*
 * The developer console: profiles, secrets, what they are attached to, allowlisting and scopes.
 * (Authentication, interface B, and interface C)
 */

/** What the developer does there, a row for each verb. */
export const consoleEffects = {
  createProfile: ({ world }, { application }) => {
    count(world, 'profile', application);
    world.applications.set(application, makeProfile(world, application));
  },
  deleteProfile: ({ world }, { application }) => {
    world.applications.delete(application);
  },
  rotateSecret: ({ world }, { application }) =>
    change(world, application, ({ clientId }) => ({ clientSecret: makeSecret(world, clientId) })),
  allowlistApp: ({ world }, { application }) => change(world, application, () => ({ allowlisted: true })),
  delistApp: ({ world }, { application }) => change(world, application, () => ({ allowlisted: false })),
  enableScope: ({ world }, { application, scope }) =>
    change(world, application, ({ scopes }) => {
      world.scopes.add(scope);
      return { scopes: new Set([...scopes, scope]) };
    }),
  disableScope: ({ world }, { application, scope }) =>
    change(world, application, ({ scopes }) => ({ scopes: without(scopes, scope) })),
  attachProfile: ({ world }, { application, api }) =>
    change(world, application, ({ attached }) => ({ attached: new Set([...attached, api]) })),
  detachProfile: ({ world }, { application, api }) =>
    change(world, application, ({ attached }) => ({ attached: without(attached, api) })),
} satisfies Partial<Effects>;

/** The applications whose profiles were made in the console, the oldest first: also those that are deleted by now. */
export const createdIn = (world: World): readonly string[] => madeOf(world, 'profile').map(([clientId]) => clientId);

/** For whom the console made things of a kind, and how many. Most that is counted is of customers: there may be a million. */
const madeOf = ({ made }: World, kind: string): readonly (readonly [clientId: string, count: number])[] => {
  const opening = key(kind, '');
  const found: [string, number][] = [];
  for (const [name, number] of made) if (name.startsWith(opening)) found.push([name.slice(opening.length), number]);
  return found;
};

/** A profile that was just made: known by id and secret, and not let in anywhere yet. */
const makeProfile = (world: World, clientId: string): Application => ({
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

/** All that were ever made, also those that are worth nothing any more. */
export const secretsMade = (world: World): readonly string[] => {
  const { applications, settings } = world;
  const none = [...applications.keys()].map((clientId) => [clientId, 0] as const);
  const counts = new Map([...none, ...madeOf(world, 'secret')]);
  return [...counts].flatMap(([clientId, last]) =>
    Array.from({ length: last + 1 }, (_, number) => secretOf(settings.seed, clientId, number)),
  );
};

/** Nothing is there to change of a profile that is deleted. */
const change = (world: World, name: string, changes: (application: Application) => Partial<Application>): void => {
  const application = world.applications.get(name);
  if (application !== undefined) world.applications.set(name, { ...application, ...changes(application) });
};

const without = <T>(set: ReadonlySet<T>, gone: T): ReadonlySet<T> => new Set([...set].filter((one) => one !== gone));
