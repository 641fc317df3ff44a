import { storeScopes } from '../scopes.ts';
import { ms, parseDuration } from '../time.ts';
import type { AnyDuration, StoreRoute, Variant } from './row.ts';

/** What may stand unquoted in an Authorization header. (RFC 6750 section 2.1, and `|`, which issuers use) */
const headerText = /^[\w|.~+/-]+$/;

const isRoute = (value: unknown): value is StoreRoute =>
  typeof value === 'object' &&
  value !== null &&
  'family' in value &&
  typeof value.family === 'string' &&
  Object.hasOwn(storeScopes, value.family) &&
  'method' in value &&
  typeof value.method === 'string' &&
  /^[A-Z]+$/.test(value.method) &&
  'path' in value &&
  typeof value.path === 'string' &&
  value.path.startsWith('/');

const isLength = ({ least, most, whole }: AnyDuration, value: unknown): boolean => {
  const length = typeof value === 'string' ? parseDuration(value) : undefined;
  if (length === undefined || length < ms(least) || length > ms(most)) return false;
  return whole === undefined || length % ms(whole) === 0;
};

/** Whether a value is one that a variant admits. */
const admits = (variant: Variant, value: unknown): boolean => {
  if (typeof variant === 'string') return value === variant;
  switch (variant.type) {
    case 'duration':
      return isLength(variant, value);
    case 'count':
      return Number.isInteger(value) && Number(value) >= variant.least && Number(value) <= variant.most;
    case 'text':
      return typeof value === 'string' && value.length <= variant.longest && headerText.test(value);
    case 'routes':
      return Array.isArray(value) && value.length > 0 && value.every(isRoute);
    default:
      return variant satisfies never;
  }
};

/** A variant the way messages and the docs name it. */
export const showVariant = (variant: Variant): string => {
  if (typeof variant === 'string') return `"${variant}"`;
  switch (variant.type) {
    case 'duration':
      return `a duration from ${variant.least} to ${variant.most}${variant.whole === undefined ? '' : ` in steps of ${variant.whole}`}`;
    case 'count':
      return `a whole number of ${variant.unit} from ${variant.least} to ${variant.most}`;
    case 'text':
      return `a text of 1 to ${variant.longest} letters, digits or _|.~+/-`;
    case 'routes':
      return 'a list of { family, method, path }';
    default:
      return variant satisfies never;
  }
};

const showValue = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (Array.isArray(value)) return 'this list';
  return typeof value === 'object' && value !== null ? 'this object' : String(value);
};

export const variantProblem = (id: string, variants: readonly Variant[], value: unknown): string | undefined => {
  if (variants.some((variant) => admits(variant, value))) return undefined;
  return `${id} cannot be ${showValue(value)}; it can be ${variants.map(showVariant).join(' or ')}`;
};
