import { sizeOfBody } from '../text.ts';
import type { WireRequest } from '../wire.ts';
import { quote } from './quote.ts';

/* What was decisive about an e-mail that is refused. */

/** A body that is no JSON object. */
export const sawBody = (request: WireRequest): string =>
  request.body === '' ? 'body: empty' : `body: ${quote(request.body)}, ${sizeOfBody(request)} bytes, no JSON object`;

export const sawMailFields = (given: Readonly<Record<string, unknown>>, faulty: readonly string[]): string =>
  faulty.map((field) => `${field}: ${sayValue(given[field])}`).join('; ');

const sayValue = (value: unknown): string => {
  if (value === undefined) return 'absent';
  if (typeof value === 'string') return value === '' ? 'empty' : quote(value);
  return `no text but ${quote(JSON.stringify(value))}`;
};
