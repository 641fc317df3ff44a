import type { TLSSocket } from 'node:tls';
import type { TlsFaultName } from '../spec/faults.ts';
import { breakTls } from './broken.ts';
import { certificateOf, describeChain, type Shown } from './host-certificate.ts';
import type { CheckServerIdentity, Target } from './tls-errors.ts';

/** Says with which error a client turns its connection down, if it does. One that goes on sees what it goes on with. */
export type Objection = (fault: TlsFaultName) => Error | undefined;

/** What `tls.connect` was told, with what Node takes where nothing is said. */
interface ConnectOptions extends Omit<Target, 'host'> {
  readonly host?: string;
  readonly rejectUnauthorized?: boolean;
  readonly checkServerIdentity: CheckServerIdentity;
}

/**
 * Gives a TLS connection that the interceptor emulates the identity of its host, before it is claimed: the interceptor
 * itself has no certificate to show, lets nobody check one, and says that the connection is not authorized.
 */
export const identify = (socket: TLSSocket, host: string, enter: <T>(work: () => T) => T): Objection => {
  const options = findOptions(socket);
  const check = options.checkServerIdentity.bind(options);
  let shown: Shown = 'good';
  let objection: Error | undefined;
  const certificate = () => enter(() => certificateOf(host, shown, Date.now()));
  const tell = (): void => {
    const { code, message } = (objection ?? {}) as Partial<NodeJS.ErrnoException>;
    Object.assign(socket, { authorized: objection === undefined, authorizationError: code ?? message ?? null });
  };
  const verify: CheckServerIdentity = (...given) => {
    objection = check(...given);
    return objection;
  };
  // The interceptor sets one that finds everything in order.
  Object.defineProperty(options, 'checkServerIdentity', { get: () => verify, set: () => {} });
  define(socket, 'getPeerCertificate', (detailed = false) => describeChain(certificate(), detailed));
  define(socket, 'getPeerX509Certificate', certificate);
  // The interceptor's own listener is put in front of this one, and so heard before.
  socket.prependOnceListener('secureConnect', tell);
  return (fault) => {
    if (fault !== 'cutHandshake') shown = fault;
    objection = enter(() => breakTls(fault, { ...options, host: options.host ?? host, checkServerIdentity: check }));
    tell();
    return options.rejectUnauthorized === false && fault !== 'cutHandshake' ? undefined : objection;
  };
};

/** Kept by Node on the socket, by a symbol of its own. */
const findOptions = (socket: TLSSocket): ConnectOptions => {
  const key = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'connect-options');
  if (key === undefined) throw new Error('this TLS socket was not made by tls.connect');
  return Reflect.get(socket, key) as ConnectOptions;
};

const define = (socket: TLSSocket, name: 'getPeerCertificate' | 'getPeerX509Certificate', value: unknown): void => {
  Object.defineProperty(socket, name, { value, configurable: true, writable: true });
};
