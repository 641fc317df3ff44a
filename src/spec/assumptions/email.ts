import type { AssumptionRow } from './row.ts';

/** Interface A. */
export const emailAssumptions = {
  'email.authentication': {
    class: 'wire',
    question: 'Does the email interface ask who is calling?',
    default: 'none',
    variants: ['none', 'bearer-token'],
    means: {
      none: 'Anyone may send.',
      'bearer-token': 'A request without a live bearer token is refused with 401.',
    },
    section: 'Authentication, interface A',
  },
  'email.addressFormat': {
    class: 'behaviour',
    question: 'Which texts count as an email address?',
    default: 'one-at-sign',
    variants: ['one-at-sign', 'any-text', 'strict'],
    means: {
      'one-at-sign': 'One @ between two non-empty parts, and no white space.',
      'any-text': 'Any text that is not empty.',
      strict: 'As one-at-sign, with at most 64 characters before the @, 255 after it and 254 in all.',
    },
    section: 'Resources and their fields, interface A',
  },
  'email.contentLimit': {
    class: 'wire',
    question: 'How long may the body of an email be?',
    default: 'none',
    variants: ['none', { type: 'count', unit: 'characters', least: 1, most: 100_000_000, samples: [1000, 100_000] }],
    means: {
      none: 'As long as the sender likes.',
      count: 'One character more than this is answered with 400.',
    },
    section: 'Resources and their fields, interface A',
  },
  'email.badRequestBody': {
    class: 'behaviour',
    question: 'What does the body of the 400 look like?',
    default: 'message',
    variants: ['message', 'empty', 'error-response'],
    means: {
      message: 'A JSON message that names the fields at fault.',
      empty: 'Nothing at all.',
      'error-response': 'The three fields of an ErrorResponse.',
    },
    section: 'Errors, interface A',
  },
  'email.retrySafety': {
    class: 'behaviour',
    question: 'Is a repeated request sent as a second email?',
    default: 'every-request-sends',
    variants: ['every-request-sends', { type: 'duration', least: '1ms', most: '7d', samples: ['5m'] }],
    means: {
      'every-request-sends': 'Each accepted request is one email.',
      duration: 'An equal request within this time is accepted, and only the first is sent.',
    },
    section: 'States and transitions',
  },
} as const satisfies Record<string, AssumptionRow>;
