import { notification } from '../spec/notification.ts';
import type { Post, Turn } from './turn.ts';
import type { Query } from './world.ts';

/** The notification of a final query: JSON that holds JSON as text. (Events) */
export const makePost = (turn: Turn, query: Exclude<Query, { state: 'inProgress' }>): Post => {
  const status = query.state === 'completed' ? 'COMPLETED' : 'CANCELED';
  const extra = turn.assume('notification.extraFields') === 'unknown-field' ? { priority: 'normal' } : {};
  const message = { id: query.id, version: notification.version, status, ...extra };
  const contentType = turn.assume('notification.contentType');
  const signed = turn.assume('notification.signature') === 'header';
  return {
    query: query.id,
    status,
    region: query.region,
    headers: { 'content-type': contentType, ...(signed && { 'x-signature': 'v1=unverifiable' }) },
    body: JSON.stringify({ Subject: notification.subject, Message: JSON.stringify(message) }),
  };
};
