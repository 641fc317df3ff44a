import { constants } from 'node:os';
import type { Break } from '../core/wire.ts';
import { errorText } from '../error-text.ts';
import { type TlsFaultName, isTlsFault } from '../spec/faults.ts';
import { type Place, domainOf, showPlace } from './places.ts';
import { type Target, tlsError } from './tls-errors.ts';

/** A network error shaped as Node shapes its own, so that clients class it alike; its message names this library. */
export const broken = (code: keyof typeof numbers, syscall: string, why: string, more: object): Error =>
  Object.assign(new Error(`${syscall} ${code} ${why}`), { code, errno: -numbers[code], syscall }, more);

const { ECONNREFUSED, ECONNRESET, EPROTO, ETIMEDOUT } = constants.errno;

/** A name that is not found is no error of the operating system: its number is libuv's. */
const numbers = { ECONNREFUSED, ECONNRESET, EPROTO, ETIMEDOUT, ENOTFOUND: 3008 } as const;

/** For a connection to a simulated host where it has no server. */
export const refusal = (wanted: Place, simulated: readonly Place[]): Error => {
  const there = simulated.filter((place) => domainOf(place) === domainOf(wanted) || place.host === wanted.host);
  const at = there.length === 0 ? 'no more' : `at ${there.map(showPlace).join(', ')} only`;
  const why = `${showPlace(wanted)}: stunt-double simulates this host ${at}`;
  return broken('ECONNREFUSED', 'connect', why, { address: wanted.host, port: wanted.port });
};

/** For a connection to another machine while a simulation keeps the network closed. */
export const barred = ({ scheme, host, port }: Place): Error => {
  const why = `${showPlace({ scheme, host, port })}: simulate({ network: 'closed' }) lets nothing out of this machine`;
  return broken('ECONNREFUSED', 'connect', why, { address: host, port });
};

/** For a look-up of a name while a simulation keeps the network closed: whoever is asked for it is on the network. */
export const unasked = (host: string): Error => {
  const why = `${host}: simulate({ network: 'closed' }) of stunt-double lets nothing out of this machine`;
  return broken('ENOTFOUND', 'getaddrinfo', why, { hostname: host });
};

/** For a request that the simulator itself could not answer: its own bug, never an answer. */
export const failure = (cause: unknown): Error => {
  const why = `after a bug of the simulator stunt-double, not of your client: ${errorText(cause)}`;
  return broken('ECONNRESET', 'read', why, { cause });
};

/** For a request still unanswered when its simulation ends. */
export const farewell = (): Error =>
  broken('ECONNRESET', 'read', 'since stunt-double ended the simulation before it answered', {});

const asTold = 'as the scenario given to stunt-double has it';

/** For a request whose connection a scenario breaks. */
export const reset = (): Error => broken('ECONNRESET', 'read', asTold, {});

/**
 * For a request whose connection a scenario breaks in some way. Undefined for an end in good order, which is no error of
 * the connection: clients make their own of it.
 */
export const breakOf = (how: Break, { scheme, host, port }: Place): Error | undefined => {
  if (isTlsFault(how)) return scheme === 'https' ? breakTls(how, { host, port }) : reset();
  switch (how) {
    case 'refused':
      return broken('ECONNREFUSED', 'connect', `${host}:${port} ${asTold}`, { address: host, port });
    case 'timeout':
      return broken('ETIMEDOUT', 'connect', `${host}:${port} ${asTold}`, { address: host, port });
    case 'unresolved':
      return broken('ENOTFOUND', 'getaddrinfo', `${host} ${asTold}`, { hostname: host });
    case 'stale':
    case 'reset':
      return reset();
    case 'closed':
      return undefined;
    default:
      return how satisfies never;
  }
};

/** For a request whose connection comes to nothing while TLS is agreed on. Where there is no TLS, it is reset. */
export const breakTls = (how: TlsFaultName, target: Target): Error | undefined => tlsError(how, target, `, ${asTold}`);

/** What `fetch` makes of a connection that ends in good order before its answer does; undici's own cannot be had. */
class SocketError extends Error {
  override readonly name = 'SocketError';
  readonly code = 'UND_ERR_SOCKET';
  /** There is none. */
  readonly socket = null;
}

export const ended = (): Error => new SocketError(`other side closed, ${asTold}`);

/** For a body whose rest is not to be had: a file of the user's that is gone, or has become shorter. */
export const cutShort = (cause: unknown): Error =>
  broken('ECONNRESET', 'read', `since stunt-double cannot read the rest: ${errorText(cause)}`, { cause });

/** For a client that speaks neither HTTP/2 nor HTTP/1.1. */
export const mismatch = (offered: readonly string[]): Error =>
  broken('EPROTO', 'connect', `since stunt-double speaks h2 and http/1.1, the client ${offered.join(', ')} only`, {});
