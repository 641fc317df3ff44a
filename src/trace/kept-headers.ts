import type { Entry } from './entry.ts';

/**
 * Headers that HTTP libraries add to requests on their own: for the connection, about themselves, and about what answers they
 * can read. The interfaces speak of none of them, and they change with the version of Node and the way in.
 */
const libraryHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'pragma',
  'priority',
  'proxy-connection',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-user',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

/** An entry as a trace keeps it: of a request's headers those that the client gave it, by name. */
export const keepHeaders = (entry: Entry): Entry => {
  if (entry.kind !== 'request') return entry;
  const { headers } = entry.request;
  const names = Object.keys(headers).filter((name) => !libraryHeaders.has(name) && !name.startsWith(':'));
  const kept = Object.fromEntries(names.sort().map((name) => [name, headers[name] ?? '']));
  return { ...entry, request: { ...entry.request, headers: kept } };
};
