import { deepest, isFields } from '../language/data.ts';
import type { SecretNames } from './secret-names.ts';
import { isFieldName, isInterfaceWord, kindOf } from './interface-words.ts';

/** Only what is known to be harmless stays; everything else gets a name. */
export interface TextRedactor {
  readonly url: (url: string) => string;
  readonly body: (body: string, contentType: string) => string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Paths are made of words. Whatever has digits or is long may be a key to something. */
const pathWord = /^[A-Za-z][A-Za-z_.:-]{0,47}$/;
const versionWord = /^v?\d{1,4}(?:\.\d{1,3}){0,2}$/;

export const createTextRedactor = (names: SecretNames): TextRedactor => ({
  url: (url) => redactUrl(names, url),
  body: (body, contentType) => {
    if (body === '') return body;
    const isForm = /x-www-form-urlencoded/i.test(contentType) || /^[\w.~-]+=[^\s]*$/.test(body);
    return redactObject(names, body, 0) ?? (isForm ? redactPairs(names, body, true) : names.nameOf('body', body));
  },
});

const keepOr = ({ nameOf, isSecret }: SecretNames, kind: string, text: string, isHarmless: boolean): string =>
  isInterfaceWord(text) || (isHarmless && !isSecret(text)) ? text : nameOf(kind, text);

const redactUrl = (names: SecretNames, written: string): string => {
  const [, scheme, authority = '', path = '', query] =
    /^(https?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(written) ?? [];
  if (scheme === undefined) return names.nameOf('address', written);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const safeHost = host.split('.').some(names.isSecret) ? encodeURIComponent(names.nameOf('host', host)) : host;
  const rest = query === undefined ? '' : `?${redactPairs(names, query, false)}`;
  const segments = path.split('/').map((segment) => redactSegment(names, segment));
  return `${scheme}${safeHost}${segments.join('/')}${rest}`;
};

const redactSegment = (names: SecretNames, written: string): string => {
  if (written === '') return written;
  const text = decode(written);
  const isWord =
    isInterfaceWord(text) ||
    pathWord.test(text) ||
    versionWord.test(text) ||
    uuid.test(text) ||
    isRegionWord.test(text);
  const kept = keepOr(names, 'path', text, isWord);
  return kept === text && isWord ? written : encodeURIComponent(kept);
};

/** A query string or a form. */
const redactPairs = (names: SecretNames, text: string, isForm: boolean): string =>
  text
    .split('&')
    .map((piece) => {
      const equals = piece.indexOf('=');
      if (equals < 0) return piece === '' ? '' : encodeURIComponent(names.nameOf('text', decodeForm(piece)));
      const key = decodeForm(piece.slice(0, equals));
      const value = decodeForm(piece.slice(equals + 1));
      const shown = isFieldName(key) || isSignature.test(key) ? key : names.nameOf('field', key);
      return `${encodeURIComponent(shown)}=${encodeURIComponent(redactValue(names, key, value, isForm))}`;
    })
    .join('&');

const redactValue = (names: SecretNames, key: string, value: string, isForm: boolean): string => {
  if (key === 'redirect_uri') return redactUrl(names, value);
  const isHarmless = isScope(key, value) || (key === 'maxResults' && /^[+-]?\d{1,9}$/.test(value));
  return keepOr(names, isForm ? kindOf(key) : kindOfParameter(key), value, isHarmless);
};

const redactObject = (names: SecretNames, body: string, depth: number): string | undefined => {
  if (!/^\s*[[{]/.test(body)) return undefined;
  try {
    return JSON.stringify(redactJson(names, JSON.parse(body), '', depth + 1));
  } catch {
    // Half an answer, mostly: nothing can be told of it.
    return undefined;
  }
};

const redactJson = (names: SecretNames, value: unknown, key: string, depth: number): unknown => {
  if (depth > deepest) return names.nameOf('text', 'too deep to be looked at');
  if (typeof value === 'string') return redactText(names, value, key, depth);
  if (typeof value === 'number') return key === 'expires_in' ? value : 0;
  if (Array.isArray(value)) return value.map((item) => redactJson(names, item, key, depth + 1));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      isFieldName(name) ? name : names.nameOf('field', name),
      redactJson(names, inner, name, depth + 1),
    ]),
  );
};

const redactText = (names: SecretNames, value: string, key: string, depth: number): string => {
  if (key === 'Message') return redactObject(names, value, depth) ?? names.nameOf('message', value);
  if (key === 'file' || key === 'schema' || /^https?:\/\//i.test(value)) return redactUrl(names, value);
  return keepOr(names, kindOf(key), value, isScope(key, value) || (key === 'id' && uuid.test(value)));
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
