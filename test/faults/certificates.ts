import tls, { createSecureContext } from 'node:tls';
import { type CertificateWish, makeCertificate } from '../../src/transport/tls/certificate.ts';

/** What real servers of these tests show, and how their clients come to trust one root. */

const days = (number: number): Date => new Date(Date.now() + number * 86_400_000);
const names = ['localhost'] as const;
const lasting = { from: days(-30), until: days(60) };
const root = makeCertificate({ names: ['root'], ...lasting, isAuthority: true });
const stranger = makeCertificate({ names: ['stranger'], ...lasting, isAuthority: true });
const contextOf = (wish: CertificateWish) => createSecureContext(makeCertificate(wish));

export const contexts = {
  good: contextOf({ names, ...lasting, issuer: root }),
  expiredCertificate: contextOf({ names, from: days(-90), until: days(-1), issuer: root }),
  wrongHostCertificate: contextOf({ names: ['wrong-host.stunt-double.test'], ...lasting, issuer: root }),
  selfSignedCertificate: contextOf({ names, ...lasting }),
  unknownIssuer: contextOf({ names, ...lasting, issuer: stranger }),
} as const;

interface Native {
  readonly context: { addCACert(pem: string): void };
}

/** Every client of this process takes its contexts from there, unless it has some of its own. Returns the undo. */
export const trustRoot = (): (() => void) => trust(root.cert);

/** The same for any authority, such as a certificate that is its own. */
export const trust = (pem: string): (() => void) => {
  const before = tls.createSecureContext;
  tls.createSecureContext = (options) => {
    const made = before(options);
    (made as unknown as Native).context.addCACert(pem);
    return made;
  };
  return () => {
    tls.createSecureContext = before;
  };
};
