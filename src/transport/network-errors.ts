import { constants } from 'node:os';
import type { Break } from '../core/wire.ts';
import { errorText } from '../error-text.ts';
import { sayBug } from '../simulator-bug.ts';
import { type TlsFaultName, isTlsFault } from '../spec/faults.ts';
import { type Origin, domainOf, showOrigin } from './origins.ts';
import { type Target, tlsError } from './tls/errors.ts';

/** Network errors shaped as Node shapes its own, so that clients class them alike; their messages name this library. */
const networkError = (code: keyof typeof numbers, syscall: string, why: string, more: object): Error =>
  Object.assign(new Error(`${syscall} ${code} ${why}`), { code, errno: -numbers[code], syscall }, more);

const { ECONNREFUSED, ECONNRESET, EPROTO, ETIMEDOUT } = constants.errno;

/** A name that is not found is no error of the operating system: its number is libuv's. */
const numbers = { ECONNREFUSED, ECONNRESET, EPROTO, ETIMEDOUT, ENOTFOUND: 3008 } as const;

const refused = ({ host, port }: Origin, why: string): Error =>
  networkError('ECONNREFUSED', 'connect', why, { address: host, port });

const notFound = (host: string, why: string): Error =>
  networkError('ENOTFOUND', 'getaddrinfo', `${host}${why}`, { hostname: host });

/** For a connection to a simulated host where it has no server. */
export const noServer = (wanted: Origin, simulated: readonly Origin[]): Error => {
  const there = simulated.filter((origin) => domainOf(origin) === domainOf(wanted) || origin.host === wanted.host);
  const at = there.length === 0 ? 'no more' : `at ${there.map(showOrigin).join(', ')} only`;
  return refused(wanted, `${showOrigin(wanted)}: stunt-double simulates this host ${at}`);
};

/** For a connection to another machine while a simulation keeps the network closed. */
export const networkClosed = (origin: Origin): Error =>
  refused(
    origin,
    `${showOrigin(origin)}: simulate({ network: 'closed' }) lets nothing out of this machine; what is simulated has its addresses in sim.env, or those you give as hosts`,
  );

/** For a request to another machine that is handed to a proxy meanwhile. */
export const networkClosedToProxies = (origin: Origin): Error =>
  refused(origin, `${showOrigin(origin)} by a proxy: simulate({ network: 'closed' }) lets nothing out of this machine`);

/** For a look-up of a name meanwhile: whoever is asked for it is on the network. */
export const networkClosedToNames = (host: string): Error =>
  notFound(host, `: simulate({ network: 'closed' }) of stunt-double lets nothing out of this machine`);

/** The default transport, in whose reach all connections are but for those that were open before. */
export const sockets = 'transport "sockets"';

let bypasses = 0;

/** How often somebody was kept from going around a transport so far. */
export const countBypasses = (): number => bypasses;

const bypass = (transport: string): string => {
  bypasses++;
  const hint =
    transport === sockets ? 'connect anew, with a socket of Node' : 'use the default transport "sockets", or sim.fetch';
  return `stunt-double simulates this host by ${transport}, which this client goes around: ${hint}`;
};

/** For a connection to a simulated host that its transport has not caught. */
export const bypassing = (origin: Origin, transport: string): Error =>
  refused(origin, `${showOrigin(origin)}: ${bypass(transport)}`);

/** For the look-up of a name that is simulated, and known nowhere else. */
export const bypassingByName = (host: string, transport: string): Error => notFound(host, `: ${bypass(transport)}`);

/** For a request to a simulated host that is handed to a proxy. */
export const bypassingByProxy = (origin: Origin, transport: string): Error => {
  bypasses++;
  const why = `${showOrigin(origin)} by a proxy: stunt-double simulates this host by ${transport}`;
  const hint = `a proxy (HTTPS_PROXY, or one given to the client) leads around it: set NO_PROXY=${origin.host}`;
  return refused(origin, `${why}, and ${hint}`);
};

/** For an answer that the simulator could not bring over: its own bug. */
export const simulatorBug = (cause: unknown): Error => {
  return networkError('ECONNRESET', 'read', `after ${sayBug(cause)}`, { cause });
};

/** For a request still unanswered when its simulation ends. */
export const simulationOver = (): Error =>
  networkError('ECONNRESET', 'read', 'since stunt-double ended the simulation before it answered', {});

const asTold = 'as the scenario given to stunt-double has it';

/** For a request whose connection a scenario breaks. */
export const connectionReset = (): Error => networkError('ECONNRESET', 'read', asTold, {});

/**
 * For a request whose connection a scenario breaks in some way. Undefined for an end in good order, which is no error of
 * the connection: clients make their own of it.
 */
export const brokenConnection = (how: Break, origin: Origin): Error | undefined => {
  const { scheme, host, port } = origin;
  if (isTlsFault(how)) return scheme === 'https' ? brokenHandshake(how, { host, port }) : connectionReset();
  switch (how) {
    case 'refused':
      return refused(origin, `${host}:${port} ${asTold}`);
    case 'timeout':
      return networkError('ETIMEDOUT', 'connect', `${host}:${port} ${asTold}`, { address: host, port });
    case 'unresolved':
      return notFound(host, ` ${asTold}`);
    case 'stale':
    case 'reset':
      return connectionReset();
    case 'closed':
      return undefined;
    default:
      return how satisfies never;
  }
};

/** Whether the connection was there, and carried its request, before it broke. */
export const hasCarried = (error: NodeJS.ErrnoException): boolean => error.syscall === 'read';

/** For a request whose connection comes to nothing while TLS is agreed on. Where there is no TLS, it is reset. */
export const brokenHandshake = (how: TlsFaultName, target: Target): Error | undefined =>
  tlsError(how, target, `, ${asTold}`);

/** What `fetch` makes of a connection that ends in good order before its answer does; undici's own cannot be had. */
class SocketError extends Error {
  override readonly name = 'SocketError';
  readonly code = 'UND_ERR_SOCKET';
  /** There is none. */
  readonly socket = null;
}

export const otherSideClosed = (): Error => new SocketError(`other side closed, ${asTold}`);

/** For a body whose rest is not to be had: a file of the user's that is gone, or has become shorter. */
export const bodyCutShort = (cause: unknown): Error =>
  networkError('ECONNRESET', 'read', `since stunt-double cannot read the rest: ${errorText(cause)}`, { cause });

/** For a client that speaks neither HTTP/2 nor HTTP/1.1. */
export const noCommonProtocol = (offered: readonly string[]): Error =>
  networkError(
    'EPROTO',
    'connect',
    `since stunt-double speaks h2 and http/1.1, the client ${offered.join(', ')} only`,
    {},
  );
