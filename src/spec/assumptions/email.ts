import type { WrittenAssumption } from './row.ts';

/** Interface A. */
export const emailAssumptions = {
  'email.authentication': {
    class: 'wire',
    question: 'Does the email interface ask who is calling?',
    means: {
      none: 'Anyone may send.',
      'bearer-token': 'A request without a live bearer token is refused with 401.',
    },
    section: 'Authentication, interface A',
  },
  'email.contentType': {
    class: 'behaviour',
    takes: 'a mail of another content type',
    question: 'Which content types may the JSON body of an email have?',
    means: {
      'not-read': 'Any or none: a JSON body is required, and of its header nothing is said.',
      'json-or-none': 'application/json or none; another is answered with the one refusal there is, 400.',
      'json-required': 'application/json; another, or none, is answered with 400.',
      'json-required-415': 'application/json; another, or none, is answered with 415.',
    },
    section: 'Endpoints, interface A',
  },
  'email.charset': {
    class: 'behaviour',
    takes: 'a mail in another charset',
    question: 'What if the content type of an email names another charset than UTF-8?',
    means: {
      ignored: 'The body is read as UTF-8 all the same, as JSON is by RFC 8259 section 8.1.',
      refused: '400.',
    },
    section: 'Endpoints, interface A',
  },
  'email.contentEncoding': {
    class: 'behaviour',
    takes: 'a mail that is compressed',
    question: 'What if an email says that its body is compressed?',
    means: {
      'not-decoded': 'The header is not read: compressed bytes are no JSON, and answered with 400.',
      'refused-415': '415, as RFC 9110 section 15.5.16 has it.',
    },
    section: 'Endpoints, interface A',
  },
  'email.byteOrderMark': {
    class: 'behaviour',
    takes: 'a mail with a byte order mark',
    question: 'May a byte order mark stand ahead of the JSON of an email?',
    means: {
      refused: 'It may not: the body is no JSON then, and answered with 400.',
      ignored: 'It may, as RFC 8259 section 8.1 allows readers to.',
    },
    section: 'Endpoints, interface A',
  },
  'email.unknownField': {
    class: 'behaviour',
    takes: 'a mail with a field that the interface does not have',
    question: 'What becomes of a field of an email that the interface does not have?',
    means: { ignored: 'Nothing; it is not read.', refused: '400 that names it.' },
    section: 'Resources and their fields, interface A',
  },
  'email.emptyContent': {
    class: 'behaviour',
    takes: 'a mail with an empty text',
    question: 'Is an email body that is an empty text missing?',
    means: { refused: 'It is: 400.', accepted: 'It is not: the field is there, and a string.' },
    section: 'Resources and their fields, interface A',
  },
  'email.addressFormat': {
    class: 'behaviour',
    takes: 'an address of an unusual form',
    question: 'Which texts count as an email address?',
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
    takes: 'a mail that is refused with 400',
    question: 'What does the body of the 400 look like?',
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
} as const satisfies Record<string, WrittenAssumption>;
