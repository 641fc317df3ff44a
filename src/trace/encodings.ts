/**
 * The ways in which software writes down a secret: as it is, in a URL, in a form, in JSON, in JSON within JSON, in markup, and in
 * base64, alone or in the midst of a longer text, as in `Basic` credentials.
 */
type Encoding = (secret: string) => string;

const jsonEscape: Encoding = (secret) => JSON.stringify(secret).slice(1, -1);

const percentEncode: Encoding = (secret) => {
  try {
    return encodeURIComponent(secret);
  } catch {
    // Half a surrogate pair stands in no URL.
    return secret;
  }
};

/** As `new URL` writes what nobody has encoded: only what may stand in no URL. */
const urlEscape: Encoding = (secret) => secret.replace(/[\s"<>`{}]|[^\u0021-\u007e]+/gu, percentEncode);

const lowerHex: Encoding = (encoded) => encoded.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());

const formEncode: Encoding = (secret) => percentEncode(secret).replaceAll('%20', '+');

/** What `encodeURIComponent` leaves alone, and others do not. */
const strictly = (encode: Encoding): Encoding => {
  const strict: Encoding = (secret) =>
    encode(secret).replace(/[!'()*~]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return strict;
};

const markupEscape: Encoding = (secret) =>
  secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');

/**
 * The digits in base64 that are the same whatever stands before and behind the secret, where so many bytes stand before it
 * (modulo three).
 */
const base64Behind = (bytes: 0 | 1 | 2): Encoding => {
  const padding = '0'.repeat(bytes);
  const first = Math.ceil((bytes * 8) / 6);
  return (secret) => {
    const whole = Buffer.from(padding + secret);
    return whole.toString('base64').slice(first, Math.floor((whole.length * 8) / 6));
  };
};

const base64s: readonly Encoding[] = [base64Behind(0), base64Behind(1), base64Behind(2)];

const toBase64Url: Encoding = (encoded) => encoded.replaceAll('+', '-').replaceAll('/', '_');

/** Those that change no letter, digit, dot, dash or underscore. */
const escapes: readonly Encoding[] = [
  percentEncode,
  (secret) => percentEncode(percentEncode(secret)),
  urlEscape,
  (secret) => urlEscape(secret).replaceAll("'", '%27'),
  formEncode,
  strictly(percentEncode),
  strictly(formEncode),
  (secret) => lowerHex(percentEncode(secret)),
  (secret) => lowerHex(strictly(formEncode)(secret)),
  jsonEscape,
  (secret) => jsonEscape(jsonEscape(secret)),
  (secret) => jsonEscape(secret).replaceAll('/', '\\/'),
  markupEscape,
];

const needsNoEscape = /^[\w.-]+$/;

/** All forms of a secret that differ, itself first. */
export const formsOf = (secret: string): readonly string[] => {
  const encoded = base64s.map((encode) => encode(secret));
  if (needsNoEscape.test(secret)) return [...new Set([secret, ...encoded, ...encoded.map(toBase64Url)])];
  const written = escapes.map((escape) => escape(secret));
  // The credentials of OAuth are a form before they are base64.
  const twice = base64s.flatMap((encode) =>
    [percentEncode, formEncode, jsonEscape].map((first) => encode(first(secret))),
  );
  return [...new Set([secret, ...written, ...[...encoded, ...twice].flatMap((text) => [text, toBase64Url(text)])])];
};
