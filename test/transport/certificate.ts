import { generateKeyPairSync, sign } from 'node:crypto';

/** One element of DER: a tag, the length, the content. */
const der = (tag: number, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const length = body.length < 128 ? [body.length] : [0x82, Math.floor(body.length / 256), body.length % 256];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};

const sequence = (...content: Uint8Array[]): Buffer => der(0x30, ...content);

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

const time = (text: string): Buffer => der(0x18, Buffer.from(text));

const ecdsaWithSha256 = sequence(der(0x06, bytes('2a8648ce3d040302')));
const localhost = sequence(der(0x31, sequence(der(0x06, bytes('550403')), der(0x0c, Buffer.from('localhost')))));
const validity = sequence(time('20200101000000Z'), time('21200101000000Z'));
const alternativeNames = sequence(der(0x82, Buffer.from('localhost')));

/** A fresh key with a self-signed certificate for localhost, so that no private key lies in the repository. */
export const makeCertificate = (): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extension = sequence(der(0x06, bytes('551d11')), der(0x04, alternativeNames));
  const content = sequence(
    der(0xa0, bytes('020102')),
    bytes('020101'),
    ecdsaWithSha256,
    localhost,
    validity,
    localhost,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  const signature = der(0x03, bytes('00'), sign('sha256', content, privateKey));
  const encoded = sequence(content, ecdsaWithSha256, signature).toString('base64').replace(/.{64}/g, '$&\n');
  const cert = `-----BEGIN CERTIFICATE-----\n${encoded}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
};
