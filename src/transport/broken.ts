import { constants } from 'node:os';
import { type Place, domainOf, showPlace } from './places.ts';

/** A network error shaped as Node shapes its own, so that clients class it alike; its message names this library. */
const broken = (code: 'ECONNREFUSED' | 'ECONNRESET' | 'EPROTO', syscall: string, why: string, more: object): Error =>
  Object.assign(new Error(`${syscall} ${code} ${why}`), { code, errno: -constants.errno[code], syscall }, more);

/** For a connection to a simulated host where it has no server. */
export const refusal = (wanted: Place, simulated: readonly Place[]): Error => {
  const there = simulated.filter((place) => domainOf(place) === domainOf(wanted) || place.host === wanted.host);
  const why = `${showPlace(wanted)}: stunt-double simulates this host at ${there.map(showPlace).join(', ')} only`;
  return broken('ECONNREFUSED', 'connect', why, { address: wanted.host, port: wanted.port });
};

/** For a connection to another machine while a simulation keeps the network closed. */
export const barred = ({ scheme, host, port }: Place): Error => {
  const why = `${showPlace({ scheme, host, port })}: simulate({ network: 'closed' }) lets nothing out of this machine`;
  return broken('ECONNREFUSED', 'connect', why, { address: host, port });
};

/** For a request that the simulator itself could not answer: its own bug, never an answer. */
export const failure = (cause: unknown): Error => {
  const why = `after a bug of the simulator stunt-double, not of your client: ${textOf(cause)}`;
  return broken('ECONNRESET', 'read', why, { cause });
};

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** For a request still unanswered when its simulation ends. */
export const farewell = (): Error =>
  broken('ECONNRESET', 'read', 'since stunt-double ended the simulation before it answered', {});

/** For a request whose connection a scenario breaks. */
export const reset = (): Error => broken('ECONNRESET', 'read', 'as the scenario given to stunt-double has it', {});

/** For a body whose rest is not to be had: a file of the user's that is gone, or has become shorter. */
export const cutShort = (cause: unknown): Error =>
  broken('ECONNRESET', 'read', `since stunt-double cannot read the rest: ${textOf(cause)}`, { cause });

/** For a client that speaks nothing but HTTP/2. */
export const mismatch = (offered: readonly string[]): Error =>
  broken('EPROTO', 'connect', `since stunt-double speaks HTTP/1.1 only, the client ${offered.join(', ')} only`, {});
