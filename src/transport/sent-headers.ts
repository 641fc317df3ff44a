import { runtime } from '../runtime.ts';
import type { Defaults } from './read-request.ts';
import { refuseUnsent } from './unsent-headers.ts';

const conditions: readonly string[] = [
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'if-match',
  'if-range',
];

/** What Node's own `fetch` sends along unless told otherwise, to a host that it names itself. (undici: lib/web/fetch/index.js) */
export const sentWith =
  (cache: RequestCache): Defaults =>
  (host, sent, length) => {
    refuseUnsent(sent, length);
    delete sent['host'];
    const headers = { host, accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };
    if (runtime !== 'Node') return headers;
    if (cache === 'no-cache') return { ...headers, 'cache-control': 'max-age=0' };
    const passesCaches =
      cache === 'no-store' ||
      cache === 'reload' ||
      (cache === 'default' && conditions.some((name) => sent[name] !== undefined));
    return passesCaches ? { ...headers, pragma: 'no-cache', 'cache-control': 'no-cache' } : headers;
  };
