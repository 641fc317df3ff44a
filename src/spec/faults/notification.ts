import type { NotificationFaultRow } from './row.ts';

const sent = { place: 'notification', acts: 'once' } as const;

/** What can happen to a notification on its way. */
export const notificationFaults = {
  loseNotification: {
    ...sent,
    traced: 'lost',
    what: 'A notification is sent, and never arrives.',
    sees: 'nothing',
    retry: 'open',
  },
  delayNotification: { ...sent, traced: 'late', what: 'A notification arrives late.', sees: 'late', retry: 'owed' },
  repeatNotification: {
    ...sent,
    traced: 'repeated',
    what: 'A notification arrives more than once.',
    sees: 'copies',
    retry: 'owed',
  },
} as const satisfies Record<string, NotificationFaultRow>;
