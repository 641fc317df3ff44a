import tls, { type SecureContext, type SecureContextOptions } from 'node:tls';
import { replaceMethod, type Undo } from '../../clock/patches/patch.ts';

/** What a client says of its own: Node makes a context of it, or refuses it. */
const own: readonly (keyof SecureContextOptions)[] = [
  'ca',
  'cert',
  'key',
  'pfx',
  'passphrase',
  'crl',
  'dhparam',
  'ecdhCurve',
  'maxVersion',
  'minVersion',
  'privateKeyEngine',
  'privateKeyIdentifier',
  'secureOptions',
  'secureProtocol',
  'sessionIdContext',
  'sessionTimeout',
  'sigalgs',
  'ticketKeys',
];

let shared: SecureContext | undefined;

/**
 * Connections to these hosts have one context for their keys and certificates: nothing is encrypted on the way to a simulation, and
 * OpenSSL takes longer for a context than all of the rest of a connection takes. One that is asked for here would be closed by
 * the first of them to end.
 */
export const shareContext = (isSimulated: (host: string) => boolean): Undo =>
  replaceMethod<unknown, SecureContext>(tls, 'createSecureContext', (_self, [options], make) => {
    const { host, ...said } = Object(options) as SecureContextOptions & { readonly host?: unknown };
    const isOwn = said.ciphers !== tls.DEFAULT_CIPHERS || own.some((key) => said[key] !== undefined);
    return isOwn || typeof host !== 'string' || !isSimulated(host) ? make() : (shared ??= tls.createSecureContext());
  });
