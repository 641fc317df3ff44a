import { runtime, undiciOfNode } from '../runtime.ts';

/* Headers with which Node's `fetch` sends no request. (undici: lib/core/request.js) Its own errors cannot be had. */

const invalid = (name: string): Error =>
  Object.assign(new Error(`invalid ${name} header`), { name: 'InvalidArgumentError', code: 'UND_ERR_INVALID_ARG' });

const unsupported = (name: string): Error =>
  Object.assign(new Error(`${name} header not supported`), {
    name: 'NotSupportedError',
    code: 'UND_ERR_NOT_SUPPORTED',
  });

const mismatch = (): Error =>
  Object.assign(new Error('Request body length does not match content-length header'), {
    name: 'RequestContentLengthMismatchError',
    code: 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
  });

/** Undici 6, in Node 20 and 22, knows two words; later ones take any. */
const isConnection = (value: string): boolean =>
  undiciOfNode < 7
    ? /^(?:close|keep-alive)$/i.test(value)
    : value.split(',').every((word) => /^[\w!#$%&'*+.^`|~-]+$/.test(word.trim()));

type Refuse = (name: string, value: string, length: number) => Error | undefined;

const refusals: readonly (readonly [name: string, refuse: Refuse])[] = [
  ['transfer-encoding', invalid],
  ['keep-alive', invalid],
  ['upgrade', invalid],
  ['expect', unsupported],
  ['connection', (name, value) => (isConnection(value) ? undefined : invalid(name))],
  [
    'content-length',
    (name, value, length) => {
      const said = Number.parseInt(value, 10);
      if (Number.isNaN(said)) return invalid(name);
      // Where the body is longer than was said, undici leaves the promise open: that helps nobody.
      return length > 0 && said !== length ? mismatch() : undefined;
    },
  ],
];

/** Throws what `fetch` rejects with; `length` is that of the body. Other runtimes leave out such headers, or send them. */
export const refuseUnsent = (headers: Readonly<Record<string, string>>, length: number): void => {
  if (runtime !== 'Node') return;
  for (const [name, refuse] of refusals) {
    const value = headers[name];
    const cause = value === undefined ? undefined : refuse(name, value, length);
    if (cause !== undefined) throw new TypeError('fetch failed', { cause });
  }
};
