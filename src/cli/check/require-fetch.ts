import { refuse } from '../../misuse.ts';
import type { Failure } from './summary.ts';

/**
 * A client that sends its requests by something else fails for our fault when only the global fetch is listened to. Throws
 * Misuse BAD_OPTION.
 */
export const requireFetch = (failure: Failure | undefined, transport: string | undefined): void => {
  if (transport !== 'fetch' || failure?.run !== 0) return;
  if (failure.timeline.some((line) => / #\d+ /.test(line))) return;
  throw refuse(
    '--transport',
    'the client sent nothing by the global fetch, and failed',
    'leave it out: then all that it sends is caught',
  );
};
