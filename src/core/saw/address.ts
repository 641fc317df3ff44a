import type { WireRequest } from '../wire.ts';
import { quote } from './quote.ts';

/** What was decisive about a request that leads nowhere. What stands behind a question mark may be secret. */
export const sawAddress = ({ method, url }: WireRequest): string => {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return `address: ${method} ${quote(path)}`;
};
