import process from 'node:process';
import { Misuse } from './misuse.ts';

/** What runs this. All of them have timers and `fetch`; what lies below those is within reach in Node alone. */
export const runtime: 'Node' | 'Bun' | 'Deno' =
  process.versions['bun'] !== undefined ? 'Bun' : process.versions['deno'] !== undefined ? 'Deno' : 'Node';

/**
 * Refuses at once, and by name, what would hang or get around the simulation elsewhere.
 *
 * @throws Misuse `UNSUPPORTED_RUNTIME` anywhere but in Node.
 */
export const needNode = (place: string, what: string, hint: string): void => {
  if (runtime !== 'Node') throw new Misuse('UNSUPPORTED_RUNTIME', place, `${what} in ${runtime}`, hint);
};
