import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A private key and the certificate for it, both as PEM. The certificate is its own authority: give it as `ca`. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/**
 * A fresh key with a self-signed certificate for this machine (`localhost`, `127.0.0.1`, `::1`), which lasts for a hundred
 * years, so that no virtual time is outside of it; and no private key lies in a repository. (X.509: RFC 5280 section 4.1)
 */
export const makeCertificate = (): Identity => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const content = sequence(
    der(0xa0, bytes('020102')), // version 3
    der(0x02, Buffer.from([1, ...randomBytes(8)])), // serial number
    ecdsaWithSha256,
    localhost, // issuer
    sequence(time('20000101000000Z'), time('21000101000000Z')),
    localhost, // subject
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension('551d11', alternativeNames))),
  );
  const signature = der(0x03, bytes('00'), sign('sha256', content, privateKey));
  const encoded = sequence(content, ecdsaWithSha256, signature).toString('base64').replace(/.{64}/g, '$&\n');
  const cert = `-----BEGIN CERTIFICATE-----\n${encoded}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
};

/** One element of DER: a tag, the length, the content. */
const der = (tag: number, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const length = body.length < 128 ? [body.length] : [0x82, Math.floor(body.length / 256), body.length % 256];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};

const sequence = (...content: Uint8Array[]): Buffer => der(0x30, ...content);

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

const time = (text: string): Buffer => der(0x18, Buffer.from(text));

const extension = (id: string, value: Buffer): Buffer => sequence(der(0x06, bytes(id)), der(0x04, value));

const ecdsaWithSha256 = sequence(der(0x06, bytes('2a8648ce3d040302')));
const localhost = sequence(der(0x31, sequence(der(0x06, bytes('550403')), der(0x0c, Buffer.from('localhost')))));
const alternativeNames = sequence(
  der(0x82, Buffer.from('localhost')),
  der(0x87, bytes('7f000001')),
  der(0x87, bytes(`${'00'.repeat(15)}01`)),
);
