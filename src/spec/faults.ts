import { namesOf } from './names-of.ts';
import type { Duration } from './time.ts';

/**
 * When an accident happens: before there is a connection, while TLS is agreed on, or on the way of the request, so that
 * nothing reaches the service; once the service has acted and before its answer has begun to arrive; or while it arrives.
 */
export type AccidentPhase = 'connect' | 'handshake' | 'request' | 'answer' | 'body';

export interface AccidentRow {
  /** What happens, as a sentence. */
  readonly what: string;
  readonly phase: AccidentPhase;
  /** How long it takes, or for what comes in pieces how long each of them, unless told otherwise. */
  readonly by?: Duration;
  /** In how many pieces it comes, unless told otherwise. */
  readonly pieces?: number;
  /** It is for the client to mind: one that does not verify certificates, or not this of them, gets through. */
  readonly verified?: true;
  /** What a proxy in front of the service answers in its place. */
  readonly status?: number;
}

/** What can happen to an exchange on the network. */
export const accidents = {
  refused: { phase: 'connect', what: 'Nobody listens: the connection is refused.' },
  unresolved: { phase: 'connect', what: 'The name of the host is not found.' },
  timeout: { phase: 'connect', what: 'Nobody takes the connection, and the attempt to connect times out.', by: '127s' },
  expiredCertificate: { phase: 'handshake', what: 'The certificate of the host has expired.', verified: true },
  wrongHostCertificate: { phase: 'handshake', what: 'The certificate is for another host.', verified: true },
  selfSignedCertificate: {
    phase: 'handshake',
    what: 'The certificate of the host is signed by itself.',
    verified: true,
  },
  unknownIssuer: { phase: 'handshake', what: 'Nobody knows who issued the certificate of the host.', verified: true },
  cutHandshake: { phase: 'handshake', what: 'The connection ends in the midst of the TLS handshake.' },
  stale: {
    phase: 'request',
    what: 'The server has just closed the connection, which was kept open: the request meets a reset, and gets nowhere.',
  },
  movedPermanently: {
    phase: 'request',
    what: 'A proxy redirects to the very same address, by 301, after which clients repeat a POST as GET.',
    status: 301,
  },
  found: {
    phase: 'request',
    what: 'A proxy redirects to the very same address, by 302, after which clients repeat a POST as GET.',
    status: 302,
  },
  temporaryRedirect: {
    phase: 'request',
    what: 'A proxy redirects to the very same address, by 307, after which a POST stays one.',
    status: 307,
  },
  permanentRedirect: {
    phase: 'request',
    what: 'A proxy redirects to the very same address, by 308, after which a POST stays one.',
    status: 308,
  },
  reset: { phase: 'answer', what: 'The connection is reset before the answer.' },
  closed: { phase: 'answer', what: 'The connection ends in good order before the answer.' },
  silence: { phase: 'answer', what: 'The connection stays, and the answer never comes.' },
  late: { phase: 'answer', what: 'The answer comes late, as a whole.', by: '10s' },
  doubledRequest: {
    phase: 'answer',
    what: 'The request arrives twice: the service acts twice, and the second answer is the one that comes.',
  },
  connectionClose: {
    phase: 'answer',
    what: 'The answer is the last of its connection, and says so: "connection: close".',
  },
  slowHeaders: { phase: 'answer', what: 'The head of the answer comes piece by piece.', by: '1s', pieces: 10 },
  resetInBody: { phase: 'body', what: 'The connection is reset after half of the body.' },
  truncated: { phase: 'body', what: 'The connection ends in good order after half of the body.' },
  drip: { phase: 'body', what: 'The body comes piece by piece.', by: '1s', pieces: 10 },
  malformedJson: { phase: 'body', what: 'Half of the body comes as if it were the whole, which is no JSON.' },
  wrongContentType: {
    phase: 'body',
    what: 'A page of HTML comes in place of the body, with the status of the answer.',
  },
  emptyBody: { phase: 'body', what: 'The answer comes without its body.' },
} as const satisfies Record<string, AccidentRow>;

export type AccidentName = keyof typeof accidents;

export const accidentNames: readonly AccidentName[] = namesOf(accidents);

export const accidentRow = (name: AccidentName): AccidentRow => accidents[name];

type During<Phase extends AccidentPhase> = {
  [Name in AccidentName]: (typeof accidents)[Name]['phase'] extends Phase ? Name : never;
}[AccidentName];

/** Accidents that keep a client from a connection. */
export type ConnectAccident = During<'connect' | 'handshake'>;

/** Those of them that happen while TLS is agreed on, and so only where there is TLS. */
export type TlsAccident = During<'handshake'>;

/** Accidents that keep a request from reaching the service at all. */
export type EarlyAccident = ConnectAccident | During<'request'>;

/** Those of them that are seen by clients that verify certificates. */
export type CertificateAccident = {
  [Name in AccidentName]: (typeof accidents)[Name] extends { readonly verified: true } ? Name : never;
}[AccidentName];

export const isTlsAccident = (name: AccidentName): name is TlsAccident => accidents[name].phase === 'handshake';

export const isConnectAccident = (name: AccidentName): name is ConnectAccident =>
  accidents[name].phase === 'connect' || isTlsAccident(name);

export const isEarlyAccident = (name: AccidentName): name is EarlyAccident =>
  accidents[name].phase === 'request' || isConnectAccident(name);

export const isCertificateAccident = (name: AccidentName): name is CertificateAccident =>
  accidentRow(name).verified === true;

export const connectAccidents: readonly ConnectAccident[] = accidentNames.filter(isConnectAccident);
