import { ms } from '../../spec/time.ts';
import { pairs } from '../text.ts';
import type { Turn } from '../turn.ts';
import type { WireRequest } from '../wire.ts';
import { quote, showAuthorization, span } from './quote.ts';

/* What was decisive about a download that is refused. */

export const sawExpiredLink = ({ world, now }: Turn, sent: number): string =>
  `link: sent ${span(now - sent)} ago, and good for ${span(ms(world.settings.limits.linkLifetime.value))}`;

const parameters = ['issued', 'signature'];

export const sawUnknownLink = (
  { world }: Turn,
  { method }: WireRequest,
  { linkId, query }: { readonly linkId: string; readonly query: string },
): string => {
  if (method === 'HEAD') return 'method: HEAD, which the signature is not for';
  const given = pairs(query);
  const missing = parameters.filter((name) => !given.has(name));
  if (missing.length > 0) return `link: without ${missing.join(' and ')}, as if the address were cut off`;
  const other = [...given.keys()].find((name) => !parameters.includes(name));
  if (other !== undefined) return `link: with ${quote(other)}, which is no part of it`;
  if (!world.queries.has(linkId.replace(/\..*$/s, ''))) return `link: ${quote(linkId)}, of which no query is known`;
  return 'signature: not the one that belongs to the rest of the address';
};

export const sawCredentials = ({ headers }: WireRequest): string =>
  `${showAuthorization(headers['authorization'])}, where the link is signed already`;

export const sawRange = ({ headers }: Pick<WireRequest, 'headers'>, size: number): string =>
  `range: ${quote(String(headers['range']))}, of a file of ${size} bytes`;
