import type { TLSSocket } from 'node:tls';
import { ofSymbol } from '../../clock/http2-internals.ts';
import type { TlsFaultName } from '../../spec/faults.ts';
import { brokenHandshake } from '../network-errors.ts';
import { certificateOf, describeChain, type Shown } from './host-certificate.ts';
import type { CheckServerIdentity, Target } from './errors.ts';

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
    // One that was made while the client was connecting stays.
    objection ??= check(...given);
    return objection;
  };
  // The interceptor sets one that finds everything in order.
  Object.defineProperty(options, 'checkServerIdentity', { get: () => verify, set: () => {} });
  define(socket, 'getPeerCertificate', (detailed = false) => describeChain(certificate(), detailed));
  define(socket, 'getPeerX509Certificate', certificate);
  giveSession(socket);
  // The interceptor's own listener is put in front of this one, and so heard before.
  socket.prependOnceListener('secureConnect', tell);
  return (fault) => {
    if (fault !== 'cutHandshake') shown = fault;
    objection = enter(() =>
      brokenHandshake(fault, { ...options, host: options.host ?? host, checkServerIdentity: check }),
    );
    tell();
    return options.rejectUnauthorized === false && fault !== 'cutHandshake' ? undefined : objection;
  };
};

/**
 * A session of TLS 1.3 without a secret, as OpenSSL writes one, and which is never resumed. Of the interceptor's it can read nothing,
 * and tells that to whoever has a real connection open when a client comes back with it.
 */
const session = Buffer.concat([Buffer.from('303f020101020203040402130204000430', 'hex'), Buffer.alloc(48)]);

type Tell = (id: unknown, session: Buffer) => unknown;

const giveSession = (socket: TLSSocket): void => {
  const handle = Reflect.get(socket, '_handle') as { onnewsession: Tell } | null;
  if (handle === null) return;
  const tell: Tell = handle.onnewsession.bind(handle);
  handle.onnewsession = (id) => tell(id, session);
  define(socket, 'getSession', () => session);
};

/** Kept by Node on the socket. */
const findOptions = (socket: TLSSocket): ConnectOptions => {
  const options = ofSymbol(socket, 'connect-options');
  if (options === undefined) throw new Error('this TLS socket was not made by tls.connect');
  return options as ConnectOptions;
};

const define = (socket: TLSSocket, name: keyof TLSSocket, value: unknown): void => {
  Object.defineProperty(socket, name, { value, configurable: true, writable: true });
};
