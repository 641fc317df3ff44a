import type { EntryOf } from './entry.ts';

type Asked = EntryOf<'request'>;

/** The operation; of what is none, where it went. */
export const nameRequest = ({ operation, request }: Pick<Asked, 'operation' | 'request'>): string =>
  operation === 'unknown' ? `${request.method} ${request.url}` : operation;

/** `listDataQueryRecords (eu-west-1)` */
export const sayRequest = (asked: Asked): string =>
  `${nameRequest(asked)}${asked.region === undefined ? '' : ` (${asked.region})`}`;
