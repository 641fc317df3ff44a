import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import type { CertificateFaultName, TlsFaultName } from '../../spec/faults.ts';
import { certificateOf, describeChain } from './host-certificate.ts';

/* Errors of the TLS handshake, shaped as Node shapes its own, so that clients class them alike. */

/** Where a client connects to, and how it checks who is there: options of `tls.connect`. */
export interface Target {
  readonly host: string;
  readonly port?: unknown;
  readonly path?: unknown;
  readonly localAddress?: unknown;
  readonly servername?: string | undefined;
  readonly checkServerIdentity?: CheckServerIdentity;
}

export type CheckServerIdentity = (host: string, certificate: PeerCertificate) => Error | undefined;

/** Node 24 and later have advice on what can be a root of the user's own. */
const advice =
  Number.parseInt(process.versions.node, 10) < 24
    ? ''
    : '; if the root CA is installed locally, try running Node.js with --use-system-ca';

/** What OpenSSL says about a certificate. (X509_verify_cert_error_string) */
const verdicts = {
  expiredCertificate: { code: 'CERT_HAS_EXPIRED', message: 'certificate has expired' },
  selfSignedCertificate: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: `self-signed certificate${advice}` },
  unknownIssuer: {
    code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    message: `unable to verify the first certificate${advice}`,
  },
} as const satisfies Partial<Record<CertificateFaultName, object>>;

/** Whether the user has told all of this process not to verify certificates. */
export const overlooksAll = (): boolean => process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';

/**
 * The error that a client gets, or none from a check of its own that finds nothing wrong about a certificate for another
 * host. `why` comes behind the words of Node. Called as part of the simulation, for certificates have dates.
 */
export const tlsError = (fault: TlsFaultName, target: Target, why: string): Error | undefined => {
  switch (fault) {
    case 'cutHandshake':
      return cutOff(target, why);
    case 'wrongHostCertificate':
      return checkNames(target, why);
    default: {
      const { code, message } = verdicts[fault];
      return Object.assign(new Error(`${message}${why}`), { code });
    }
  }
};

const cutOff = ({ path, host, port, localAddress }: Target, why: string): Error =>
  Object.assign(new Error(`Client network socket disconnected before secure TLS connection was established${why}`), {
    code: 'ECONNRESET',
    path,
    host,
    port,
    localAddress,
  });

/** What a check of the client's own says stays as it is. */
const checkNames = (target: Target, why: string): Error | undefined => {
  const { host, servername = host, checkServerIdentity: check = checkServerIdentity } = target;
  const error = check(servername, describeChain(certificateOf(host, 'wrongHostCertificate', Date.now()), true));
  if (error !== undefined && Reflect.get(error, 'code') === 'ERR_TLS_CERT_ALTNAME_INVALID') error.message += why;
  return error;
};
