import { deepest, isFields } from '../language/data.ts';
import type { SecretNames } from './secret-names.ts';
import { isFieldName, isSpoken, kindOf } from './vocabulary.ts';

/** Only what is known to be harmless stays; everything else gets a name. */
export interface TextRedactor {
  readonly url: (url: string) => string;
  readonly body: (body: string, contentType: string) => string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Paths are made of words. Whatever has digits or is long may be a key to something. */
const pathWord = /^[A-Za-z][A-Za-z_.:-]{0,47}$/;
const versionWord = /^v?\d{1,4}(?:\.\d{1,3}){0,2}$/;

type KeepOr = (kind: string, text: string, isHarmless: boolean) => string;

export const createTextRedactor = (names: SecretNames): TextRedactor => {
  const { nameOf, isSecret } = names;
  const keepOr: KeepOr = (kind, text, isHarmless) =>
    isSpoken(text) || (isHarmless && !isSecret(text)) ? text : nameOf(kind, text);
  const { url, pairs } = createAddressRedactor(names, keepOr);
  const object = createJsonRedactor(names, keepOr, url);
  return {
    url,
    body: (body, contentType) => {
      if (body === '') return body;
      const isForm = /x-www-form-urlencoded/i.test(contentType) || /^[\w.~-]+=[^\s]*$/.test(body);
      return object(body, 0) ?? (isForm ? pairs(body, true) : nameOf('body', body));
    },
  };
};

interface AddressRedactor {
  readonly url: (url: string) => string;
  /** The pairs of a query or a form. */
  readonly pairs: (text: string, isForm: boolean) => string;
}

const createAddressRedactor = ({ nameOf, isSecret }: SecretNames, keepOr: KeepOr): AddressRedactor => {
  const segment = (written: string): string => {
    if (written === '') return written;
    const text = decode(written);
    const isWord =
      isSpoken(text) || pathWord.test(text) || versionWord.test(text) || uuid.test(text) || isRegionWord.test(text);
    const kept = keepOr('path', text, isWord);
    return kept === text && isWord ? written : encodeURIComponent(kept);
  };

  const pair = (piece: string, isForm: boolean): string => {
    const equals = piece.indexOf('=');
    if (equals < 0) return piece === '' ? '' : encodeURIComponent(nameOf('text', decodeForm(piece)));
    const key = decodeForm(piece.slice(0, equals));
    const value = decodeForm(piece.slice(equals + 1));
    const shown = isFieldName(key) || isSignature.test(key) ? key : nameOf('field', key);
    const isHarmless = isScope(key, value) || (key === 'maxResults' && /^[+-]?\d{1,9}$/.test(value));
    const kept =
      key === 'redirect_uri' ? url(value) : keepOr(isForm ? kindOf(key) : kindOfParameter(key), value, isHarmless);
    return `${encodeURIComponent(shown)}=${encodeURIComponent(kept)}`;
  };

  const pairs = (text: string, isForm: boolean): string =>
    text
      .split('&')
      .map((piece) => pair(piece, isForm))
      .join('&');

  const url = (written: string): string => {
    const [, scheme, authority = '', path = '', query] =
      /^(https?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(written) ?? [];
    if (scheme === undefined) return nameOf('address', written);
    const host = authority.slice(authority.lastIndexOf('@') + 1);
    const safeHost = host.split('.').some(isSecret) ? encodeURIComponent(nameOf('host', host)) : host;
    const rest = query === undefined ? '' : `?${pairs(query, false)}`;
    return `${scheme}${safeHost}${path.split('/').map(segment).join('/')}${rest}`;
  };
  return { url, pairs };
};

/** Gives undefined for what is no JSON. */
const createJsonRedactor = (
  { nameOf }: SecretNames,
  keepOr: KeepOr,
  url: (url: string) => string,
): ((body: string, depth: number) => string | undefined) => {
  const json = (value: unknown, key: string, depth: number): unknown => {
    if (depth > deepest) return nameOf('text', 'too deep to be looked at');
    if (typeof value === 'string') return text(value, key, depth);
    if (typeof value === 'number') return key === 'expires_in' ? value : 0;
    if (Array.isArray(value)) return value.map((item) => json(item, key, depth + 1));
    if (!isFields(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        isFieldName(name) ? name : nameOf('field', name),
        json(inner, name, depth + 1),
      ]),
    );
  };

  const text = (value: string, key: string, depth: number): string => {
    if (key === 'Message') return object(value, depth) ?? nameOf('message', value);
    if (key === 'file' || key === 'schema' || /^https?:\/\//i.test(value)) return url(value);
    return keepOr(kindOf(key), value, isScope(key, value) || (key === 'id' && uuid.test(value)));
  };

  const object = (body: string, depth: number): string | undefined => {
    if (!/^\s*[[{]/.test(body)) return undefined;
    try {
      return JSON.stringify(json(JSON.parse(body), '', depth + 1));
    } catch {
      // Half an answer, mostly: nothing can be told of it.
      return undefined;
    }
  };
  return object;
};

/** Scopes are the first word of paths. */
const isScope = (key: string, value: string): boolean => key === 'scope' && pathWord.test(value);

const isRegionWord = /^[a-z]{2}-[a-z]{4,9}-\d$/;
const isSignature = /^(?:x-amz-)?(?:signature|expires|issued|date|credential|algorithm|signedheaders|security-token)$/i;
const kindOfParameter = (key: string): string => (isSignature.test(key) ? 'signature' : kindOf(key));

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const decodeForm = (text: string): string => decode(text.replaceAll('+', ' '));
