import type { NotificationFaultRow } from './row.ts';

/** What can happen to a notification on its way. */
export const notificationFaults = {
  loseNotification: {
    place: 'notification',
    traced: 'lost',
    what: 'A notification is sent, and never arrives.',
    sees: 'nothing',
    acts: 'once',
    retry: 'open',
  },
  delayNotification: {
    place: 'notification',
    traced: 'late',
    what: 'A notification arrives late.',
    sees: 'late',
    acts: 'once',
    retry: 'owed',
  },
  repeatNotification: {
    place: 'notification',
    traced: 'repeated',
    what: 'A notification arrives more than once.',
    sees: 'copies',
    acts: 'once',
    retry: 'owed',
  },
} as const satisfies Record<string, NotificationFaultRow>;
