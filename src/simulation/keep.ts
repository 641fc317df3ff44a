import type { World } from '../core/world.ts';
import { refuse } from '../misuse.ts';
import type { Keeping } from '../trace/trace.ts';
import type { SimulateOptions } from './options.ts';

const usual = 50_000;
const least = 100;

/** How many entries of its trace a simulation keeps. Throws Misuse BAD_OPTION. */
export const readKeep = ({ keep, clock, transport }: SimulateOptions): number => {
  const isServer = transport === 'server' || (typeof transport === 'object' && 'server' in transport);
  const most: unknown = keep ?? (clock === 'real' || isServer ? usual : Number.POSITIVE_INFINITY);
  const isNumber = typeof most === 'number' && (Number.isInteger(most) || most === Number.POSITIVE_INFINITY);
  if (isNumber && most >= least) return most;
  throw refuse('simulate({ keep })', 'this is no number of entries to keep', `write ${least} or more, or Infinity`);
};

/** A mail is told by two entries at least, so that there are never more of them than of entries. */
export const keepNewest = ({ outbox }: World, most: number): Keeping => ({
  most,
  onDrop: () => outbox.splice(0, outbox.length - most),
});
