import type { NotificationFault } from './wire.ts';
import { notification } from '../spec/notification.ts';
import { type Region, regionNames } from '../spec/regions.ts';
import { retryWaits } from '../spec/retry.ts';
import { ms } from '../spec/time.ts';
import { below } from './ids.ts';
import { identityOf } from './seals.ts';
import type { SentNotification, Turn } from './turn.ts';
import { unreachable } from './unreachable.ts';
import { takeOldest } from './waiting.ts';
import { key } from './key.ts';
import type { EndedQuery } from './world.ts';

/* The notification of a query that has ended: when it is sent, and sent again. (Events) */

/** How long a notification that another overtakes takes on the way. */
const detour = ms('30s');

/** The notification of a query that ended just now: sent at once, or due later. */
export const announceEnd = (turn: Turn, query: EndedQuery): void => {
  const wait = turn.world.holdings.get(key(query.customerId, query.scope))?.notifiedAfter ?? 0;
  if (wait === 0) sendNotice(turn, query.id, 1);
  else turn.dues.push({ at: turn.now + wait, due: { kind: 'notification', query: query.id, attempt: 1 } });
};

/** Sends an attempt. "The results become available after the notification has been sent": the first one. */
export const sendNotice = (turn: Turn, id: string, attempt: number): void => {
  const query = findEnded(turn, id);
  if (query === undefined || query.notice.state === 'accepted') return;
  const isFirst = query.notice.state === 'due';
  const sent = query.notice.state === 'due' ? { sentAt: turn.now, attempts: 1 } : query.notice;
  turn.world.queries.set(id, { ...query, notice: { ...sent, state: 'sent', lastSentAt: turn.now } });
  if (isFirst) turn.events.push({ event: 'notified', customer: query.customerId, scope: query.scope, query: id });
  const post = writeNotification(turn, query, attempt);
  turn.notifications.push(post);
  if (turn.assume('notification.duplicates') === 'twice') turn.notifications.push(post);
};

/** A notification leaves the service: what the network does to it. It was sent all the same. */
export const letGo = (turn: Turn, number: number | undefined): NotificationFault | undefined => {
  const fault = takeOldest(turn, number, (action) => !('operation' in action) && action);
  switch (fault?.do) {
    case 'loseNotification':
      return { name: 'lost' };
    case 'delayNotification':
      return { name: 'late', by: fault.by };
    case 'repeatNotification':
      return { name: 'repeated', copies: fault.copies, by: fault.by };
    case undefined:
      return undefined;
    default:
      return unreachable(fault);
  }
};

/**
 * The endpoint that a notification goes to: "the application's HTTPS endpoint, in the region the create request was sent
 * to", or what else there is.
 */
export const chooseEndpoint = (turn: Turn, region: Region, endpoints: readonly Region[]): Region | undefined => {
  if (endpoints.includes(region)) return region;
  if (endpoints.length === 0 || turn.assume('region.missingEndpoint') === 'nowhere') return undefined;
  return regionNames.find((name) => endpoints.includes(name));
};

/** How the application answered an attempt, or that it did not. */
export const hearBack = (
  turn: Turn,
  { query: id, attempt, accepted }: { readonly query: string; readonly attempt: number; readonly accepted: boolean },
): void => {
  const query = findEnded(turn, id);
  if (query?.notice.state !== 'sent') return;
  const { sentAt, lastSentAt, attempts } = query.notice;
  if (accepted) {
    turn.world.queries.set(id, { ...query, notice: { state: 'accepted', sentAt, acceptedAt: lastSentAt } });
    return;
  }
  const wait = retryWaits[attempt - 1];
  if (attempt < attempts || wait === undefined || turn.assume('notification.retry') === 'once') return;
  turn.world.queries.set(id, { ...query, notice: { ...query.notice, attempts: attempt + 1 } });
  turn.dues.push({ at: turn.now + ms(wait), due: { kind: 'notification', query: id, attempt: attempt + 1 } });
};

const findEnded = ({ world }: Turn, id: string): EndedQuery | undefined => {
  const query = world.queries.get(id);
  return query?.state === 'inProgress' ? undefined : query;
};

/** JSON that holds JSON as text. */
const writeNotification = (turn: Turn, query: EndedQuery, attempt: number): SentNotification => {
  const status = query.state === 'completed' ? 'COMPLETED' : 'CANCELED';
  const extra = turn.assume('notification.extraFields') === 'unknown-field' ? { priority: 'normal' } : {};
  const message = { id: query.id, version: notification.version, status, ...extra };
  const contentType = turn.assume('notification.contentType');
  const signed = turn.assume('notification.signature') === 'header';
  turn.assume('region.notification');
  return {
    query: query.id,
    application: query.clientId,
    attempt,
    underway: overtaken(turn, query.id) ? detour : 0,
    status,
    region: query.region,
    headers: { 'content-type': contentType, ...(signed && { 'x-signature': 'v1=unverifiable' }) },
    body: JSON.stringify({ Subject: notification.subject, Message: JSON.stringify(message) }),
  };
};

/** Half of the notifications take the long way, where order is not kept. */
const overtaken = (turn: Turn, id: string): boolean =>
  turn.assume('notification.order') === 'reordered' &&
  below(2, turn.world.settings.seed, 'detour', identityOf(id)) === 0;
