import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

/** A private key and the certificate for it, both as PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateWish {
  /** Host names and addresses of machines that it is for. The first is its subject. */
  readonly names: readonly [string, ...string[]];
  readonly from: Date;
  readonly until: Date;
  /** Who signs it, and has its own name from its certificate; without one it is self-signed. */
  readonly issuer?: Identity;
  /** Whether it may sign others. */
  readonly isAuthority?: true;
}

/** No virtual time is outside of it. */
export const century = { from: new Date('2000-01-01T00:00:00Z'), until: new Date('2100-01-01T00:00:00Z') } as const;

/** For this machine. It is its own authority: give it as `ca`. */
const thisMachine: CertificateWish = { names: ['localhost', '127.0.0.1', '::1'], ...century };

/** The same, and for a name by which clients reach this machine. */
export const certificateFor = (name: string): CertificateWish =>
  thisMachine.names.includes(name) ? thisMachine : { ...thisMachine, names: [name, ...thisMachine.names] };

/** A fresh key with a certificate for it, so that no private key lies in a repository. (X.509: RFC 5280 section 4.1) */
export const makeCertificate = (wish: CertificateWish = thisMachine): Identity => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const subject = commonName(wish.names[0]);
  const extensions = [
    extension('551d11', sequence(...wish.names.map(alternativeName))),
    ...(wish.isAuthority === true ? [extension('551d13', sequence(der(0x01, bytes('ff'))))] : []),
  ];
  const content = sequence(
    der(0xa0, bytes('020102')), // version 3
    der(0x02, Buffer.from([1, ...randomBytes(8)])), // serial number
    ecdsaWithSha256,
    wish.issuer === undefined ? subject : subjectOf(wish.issuer),
    sequence(time(wish.from), time(wish.until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = der(0x03, bytes('00'), sign('sha256', content, wish.issuer?.key ?? key));
  const encoded = sequence(content, ecdsaWithSha256, signature)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n');
  return { key, cert: `-----BEGIN CERTIFICATE-----\n${encoded}\n-----END CERTIFICATE-----\n` };
};

/** One element of DER: a tag, the length in as few bytes as it takes, the content. */
const der = (tag: number, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const { length } = body;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
};

const sequence = (...content: Uint8Array[]): Buffer => der(0x30, ...content);

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** A year has four digits; whatever is later never comes. (RFC 5280 section 4.1.2.5) */
const latest = new Date('9999-12-31T23:59:59Z');

/** As `20260101000000Z`. */
const time = (at: Date): Buffer => {
  const shown = at < latest ? at : latest;
  return der(0x18, Buffer.from(`${shown.toISOString().slice(0, 19).replace(/\D/g, '')}Z`));
};

const extension = (id: string, value: Buffer): Buffer => sequence(der(0x06, bytes(id)), der(0x04, value));

const ecdsaWithSha256 = sequence(der(0x06, bytes('2a8648ce3d040302')));

const commonName = (name: string): Buffer =>
  sequence(der(0x31, sequence(der(0x06, bytes('550403')), der(0x0c, Buffer.from(name)))));

/** All that is signed here has one common name and nothing else. */
const subjectOf = ({ cert }: Identity): Buffer => commonName(new X509Certificate(cert).subject.replace(/^CN=/, ''));

const alternativeName = (name: string): Buffer => {
  if (isIPv4(name)) return der(0x87, Buffer.from(name.split('.').map(Number)));
  return isIPv6(name) ? der(0x87, readIPv6(name)) : der(0x82, Buffer.from(name));
};

const readIPv6 = (address: string): Buffer => {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  return bytes(groups.map((group) => group.padStart(4, '0')).join(''));
};
