import type { Outcome, WireAnswer } from '../core/wire.ts';
import { sayBug } from '../simulator-bug.ts';
import type { Gateway } from './gateway.ts';

/**
 * Puts a request to a simulation. A bug of ours on the way is answered, for a connection that breaks has no words over a network
 * and in some libraries: in words that no service has, in no trace, and the simulation ends with the error.
 */
export const receive = (gateway: Gateway, ...request: Parameters<Gateway['receive']>): Promise<Outcome> =>
  gateway.enter(() => gateway.receive(...request)).catch(ownFault);

/** What a client is told of a bug of ours. */
export const ownFault = (error: unknown): WireAnswer => ({
  status: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${sayBug(error)}\n`,
});
