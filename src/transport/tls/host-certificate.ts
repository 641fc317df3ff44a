import { X509Certificate } from 'node:crypto';
import type { PeerCertificate } from 'node:tls';
import type { CertificateFaultName } from '../../spec/faults.ts';
import { type CertificateWish, century, type Identity, makeCertificate } from './certificate.ts';

/** What a simulated host shows: a certificate that it has, or one with something wrong about it. */
export type Shown = 'good' | CertificateFaultName;

const day = 86_400_000;
const authorityName = 'stunt-double';
const stranger = 'nobody known';

/** By host, what is shown, and the day: made once, since keys take their time, and clients connect often. */
const made = new Map<string, X509Certificate>();
const authorities = new Map<string, Authority>();

interface Authority {
  readonly identity: Identity;
  readonly certificate: X509Certificate;
}

/** The certificate of a host at a time: it has lasted for a month and has two more to go, unless that is what is wrong. */
export const certificateOf = (host: string, shown: Shown, now: number): X509Certificate => {
  const today = now - (now % day);
  const key = `${host} ${shown} ${today}`;
  const certificate = made.get(key) ?? new X509Certificate(makeCertificate(wishes[shown](host, today)).cert);
  if (made.size >= 100) made.clear();
  made.set(key, certificate);
  return certificate;
};

const lasting = (today: number, from = -30, until = 60): Pick<CertificateWish, 'from' | 'until'> => ({
  from: new Date(today + from * day),
  until: new Date(today + until * day),
});

const wishes: Readonly<Record<Shown, (host: string, today: number) => CertificateWish>> = {
  good: (host, today) => ({ names: [host], ...lasting(today), issuer: authority(authorityName) }),
  expiredCertificate: (host, today) => ({
    names: [host],
    ...lasting(today, -90, -1),
    issuer: authority(authorityName),
  }),
  wrongHostCertificate: (_host, today) => ({
    names: ['wrong-host.stunt-double.test'],
    ...lasting(today),
    issuer: authority(authorityName),
  }),
  selfSignedCertificate: (host, today) => ({ names: [host], ...lasting(today) }),
  unknownIssuer: (host, today) => ({ names: [host], ...lasting(today), issuer: authority(stranger) }),
};

const authority = (name: string): Identity => {
  const known = authorities.get(name);
  if (known !== undefined) return known.identity;
  const identity = makeCertificate({ names: [name], ...century, isAuthority: true });
  authorities.set(name, { identity, certificate: new X509Certificate(identity.cert) });
  return identity;
};

/**
 * A certificate in the words of `tlsSocket.getPeerCertificate`; where all of the chain is asked for with who signed it, if
 * that is known.
 */
export const describeChain = (certificate: X509Certificate, detailed: boolean): PeerCertificate => {
  const leaf = describe(certificate);
  const issuer = String(leaf.issuer.CN);
  if (!detailed || issuer === stranger) return leaf;
  const known = authorities.get(issuer);
  const root = known === undefined ? leaf : describe(known.certificate);
  return Object.assign(leaf, { issuerCertificate: Object.assign(root, { issuerCertificate: root }) });
};

/** Read once: every client asks for it whenever it connects. */
const described = new WeakMap<X509Certificate, PeerCertificate>();

const describe = (certificate: X509Certificate): PeerCertificate => {
  const known = described.get(certificate) ?? certificate.toLegacyObject();
  described.set(certificate, known);
  return { ...known };
};
