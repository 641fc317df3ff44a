import { createHash } from 'node:crypto';
import { both, type Calls } from './call.ts';

const digest = (algorithm: string, text: string): string =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;

const integrity = (value: string, path = '/text', init: object = {}) =>
  both(`integrity ${value} ${path}`, path, () => ({ integrity: value, ...init }));

const good = digest('sha256', 'text');
const bad = digest('sha256', 'other');
export const integrities: Calls = {
  ...integrity(good),
  ...integrity(bad),
  ...integrity(digest('sha384', 'text')),
  ...integrity(digest('sha512', 'text')),
  ...integrity(`${bad} ${digest('sha512', 'text')}`),
  ...integrity(`${good} ${digest('sha512', 'other')}`),
  ...integrity(`${bad} ${good}`),
  ...integrity(good.replaceAll('+', '-').replaceAll('/', '_')),
  ...integrity(good.replace(/=+$/, '')),
  ...integrity('md5-abc'),
  ...integrity('nonsense'),
  ...integrity(''),
  ...integrity(' '),
  ...integrity(bad, '/204'),
  ...integrity(bad, '/to/302'),
  ...integrity(digest('sha256', ''), '/none'),
  ...integrity(good, '/text', { method: 'HEAD' }),
  ...integrity(good, '/text', { mode: 'no-cors' }),
  ...integrity(good, '/bom'),
  ...integrity(good, '/big'),
  ...integrity(digest('sha256', `{}${' '.repeat(100_000)}`), '/big'),
  ...integrity(good, '/halved'),
};
