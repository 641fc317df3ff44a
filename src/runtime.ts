import process from 'node:process';
import { inspect } from 'node:util';
import { Misuse, refuse } from './misuse.ts';

/** What runs this. All of them have timers and `fetch`; what lies below those is within reach in Node alone. */
export const runtime: 'Node' | 'Bun' | 'Deno' =
  process.versions['bun'] !== undefined ? 'Bun' : process.versions['deno'] !== undefined ? 'Deno' : 'Node';

/** The major version of undici in Node, whose `fetch` it is; NaN elsewhere. */
export const undiciOfNode = runtime === 'Node' ? Number.parseInt(process.versions['undici'] ?? '', 10) : Number.NaN;

/**
 * Refuses at once, and by name, what would hang or get around the simulation elsewhere.
 *
 * @throws Misuse `UNSUPPORTED_RUNTIME` anywhere but in Node.
 */
export const needNode = (place: string, what: string, hint: string): void => {
  if (runtime !== 'Node') throw new Misuse('UNSUPPORTED_RUNTIME', place, `${what} in ${runtime}`, hint);
};

/** What a test of Jest is told that runs in another environment than ours. */
export const elsewhereInJest = (): Misuse =>
  refuse(
    'testEnvironment',
    'this test runs in an environment of Jest from which neither its sockets nor its time can be reached',
    'write testEnvironment: "stunt-double/jest-environment" in the configuration of Jest, or @jest-environment stunt-double/jest-environment in a comment at the top of the file',
  );

/**
 * Refuses in the realm that Jest makes for a test, unless the environment of this package has loaded the library outside of it:
 * requests would go unseen, and time would jump past them.
 */
export const needOuterRealm = (): void => {
  const isInside = Object.getPrototypeOf(inspect) !== Function.prototype;
  if (isInside && process.env['JEST_WORKER_ID'] !== undefined) throw elsewhereInJest();
};

/** A variable of the environment; where this process may not look, as in Deno without --allow-env, it is not there. */
export const readVariable = (name: string): string | undefined => {
  try {
    return process.env[name];
  } catch {
    return undefined;
  }
};
