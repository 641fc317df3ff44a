import { sizeOfBody } from '../text.ts';
import type { WireRequest } from '../wire.ts';
import { longest, quote } from './quote.ts';

/* What was decisive about an e-mail that is refused. */

/** A body that is no JSON object. */
export const sawBody = (request: WireRequest): string =>
  request.body === '' ? 'body: empty' : `body: ${quote(request.body)}, ${sizeOfBody(request)} bytes, no JSON object`;

export const sawMailFields = (given: Readonly<Record<string, unknown>>, faulty: readonly string[]): string =>
  faulty.map((field) => `${field}: ${sayValue(given[field])}`).join('; ');

const sayValue = (value: unknown): string => {
  if (value === undefined) return 'absent';
  if (typeof value === 'string') return value === '' ? 'empty' : quote(value);
  return `no text but ${quote(JSON.stringify(cut(value, longest)))}`;
};

/** No deeper than is quoted of it, for each level takes a character: of a hundred thousand none can be written. */
const cut = (value: unknown, levels: number): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  const inner = Object.entries(value).map(([name, one]) => [name, cut(one, levels - 1)] as const);
  return Array.isArray(value) ? inner.map(([, one]) => one) : Object.fromEntries(inner);
};
