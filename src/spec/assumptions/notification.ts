import { retryWaits } from '../retry.ts';
import type { WrittenAssumption } from './row.ts';

/** Interface C: the notification. */
export const notificationAssumptions = {
  'notification.retry': {
    class: 'behaviour',
    question: 'Is a notification that was not taken sent again?',
    means: {
      once: 'It is sent once, whatever comes back.',
      'until-accepted': `It is sent again until an answer is 2xx, after ${retryWaits.join(', ')}; then no more.`,
    },
    section: 'Events',
  },
  'notification.duplicates': {
    class: 'behaviour',
    question: 'Can one notification arrive twice?',
    means: { none: 'It arrives once.', twice: 'It arrives twice.' },
    section: 'Events',
  },
  'notification.order': {
    class: 'behaviour',
    question: 'Do notifications keep the order in which queries ended?',
    means: { completion: 'They do.', reordered: 'A later one may overtake.' },
    section: 'Events',
  },
  'notification.extraFields': {
    class: 'behaviour',
    question: 'Can the message hold fields a client does not know?',
    means: { none: 'It holds the three fields.', 'unknown-field': 'It holds one more.' },
    section: 'Events',
  },
  'notification.contentType': {
    class: 'behaviour',
    question: 'Which content type does the notification carry?',
    means: {
      'application/json': 'JSON by name.',
      'text/plain; charset=UTF-8': 'Plain text, although the body is JSON.',
    },
    section: 'Events',
  },
  'notification.signature': {
    class: 'behaviour',
    question: 'Does the notification carry proof of its origin?',
    means: {
      none: 'It carries none.',
      header: 'It carries a signature header that cannot be checked.',
    },
    section: 'Events',
  },
  'notification.windowStart': {
    class: 'behaviour',
    question: 'Which sending of the notification opens the listing window?',
    means: {
      'first-attempt': 'The first attempt, whether or not it arrived.',
      'first-delivery':
        'The first one that was accepted. While none was, no hour runs out: records can be listed without end.',
    },
    section: 'Events',
  },
} as const satisfies Record<string, WrittenAssumption>;
