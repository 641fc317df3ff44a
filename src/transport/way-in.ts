import { withResolvers } from '../clock/with-resolvers.ts';
import type { Asking, Outcome, WireRequest } from '../core/wire.ts';
import type { Gateway } from './gateway.ts';

/*
 * The way into a simulation for our own transports that need no promise. A gateway shows `receive` alone; what is faster hangs on
 * that very function, and must stay the same in all else.
 */

/** Puts a request to the service, and tells by calls what becomes of it. */
type Take = (request: WireRequest, asking: Asking) => void;

type Receive = Gateway['receive'];

/** What a `receive` was made of. It hangs on the function: whoever wraps a gateway has another, and is then asked himself. */
const made = Symbol('made');

interface Made {
  readonly receive: { readonly [made]?: Take };
}

/** A gateway's `receive`, which promises what it is told. */
export const receiveBy = (take: Take): Receive => {
  const receive: Receive = (request, gone, overlooks, waits, reaches) => {
    const { promise, resolve: hear, reject: fail } = withResolvers<Outcome>();
    take(request, { gone, overlooks, waits, reaches, hear, fail });
    return promise;
  };
  return Object.assign(receive, { [made]: take });
};

/** Asks a gateway without a promise, where it can do without one. (docs/decisions/0033) */
export const take = (gateway: Gateway, request: WireRequest, asking: Asking): void => {
  const direct = (gateway as Made).receive[made];
  if (direct !== undefined) return direct(request, asking);
  const { gone, overlooks, waits, reaches, hear, fail } = asking;
  void gateway.receive(request, gone, overlooks, waits, reaches).then(hear, fail);
};
