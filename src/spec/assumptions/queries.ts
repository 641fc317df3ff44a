import type { AssumptionRow } from './row.ts';

/** Interface C: the two operations. */
export const queryAssumptions = {
  'query.createBody': {
    class: 'wire',
    question: 'What may the body of createDataQuery hold?',
    default: 'ignored',
    variants: ['ignored', 'refused'],
    means: {
      ignored: 'Anything; it is not read.',
      refused: 'Nothing; a body that is not empty is answered with INVALID_PARAMETERS.',
    },
    section: 'Endpoints, interface C',
  },
  'query.maxPayload': {
    class: 'wire',
    question: 'From which size on is a body too large?',
    default: 262_144,
    variants: [{ type: 'count', unit: 'bytes', least: 0, most: 1_000_000_000, samples: [0, 1024, 262_144] }],
    means: {
      count: 'One byte more than this is answered with 413.',
    },
    section: 'Limits, interface C',
  },
  'query.acrossApplications': {
    class: 'behaviour',
    question: "Do queries of two applications for one customer and scope stand in each other's way?",
    default: 'all-applications',
    variants: ['all-applications', 'per-application'],
    means: {
      'all-applications': 'One query collects per customer and scope, whoever asked for it.',
      'per-application': 'Each application may have one.',
    },
    section: 'Limits, interface C',
  },
  'query.cancelMoment': {
    class: 'behaviour',
    question: 'When is a query canceled whose requirement is lost?',
    default: 'at-once',
    variants: ['at-once', 'at-collection-end'],
    means: {
      'at-once': 'As soon as it is lost.',
      'at-collection-end': 'When the collection would have ended.',
    },
    section: 'States and transitions',
  },
  'query.holdReleasedBeforeEnd': {
    class: 'behaviour',
    question: 'What if the requirement is back before the collection ends, and cancelling waits for the end?',
    default: 'completes',
    variants: ['completes', 'canceled'],
    means: {
      completes: 'The query completes as though nothing had been.',
      canceled: 'The query is canceled all the same.',
    },
    section: 'States and transitions',
  },
  'query.foreignToken': {
    class: 'behaviour',
    question: "What answers a listing of another customer's query?",
    default: 'query-not-found',
    variants: ['query-not-found', 'access-denied'],
    means: {
      'query-not-found': '404 QUERY_ID_NOT_FOUND, as for an id nobody has.',
      'access-denied': '403 ACCESS_DENIED, not authorized for this operation.',
    },
    section: 'Errors, interface C',
  },
  'query.otherScope': {
    class: 'behaviour',
    question: 'What answers a listing under another scope than the query was created for?',
    default: 'invalid-parameters',
    variants: ['invalid-parameters', 'query-not-found'],
    means: {
      'invalid-parameters': '400 INVALID_PARAMETERS.',
      'query-not-found': '404 QUERY_ID_NOT_FOUND.',
    },
    section: 'Errors, interface C',
  },
  'query.malformedScope': {
    class: 'behaviour',
    question: 'What answers a scope id that does not have the form of one?',
    default: 'invalid-parameters',
    variants: ['invalid-parameters', 'scope-not-found'],
    means: {
      'invalid-parameters':
        '400 INVALID_PARAMETERS, where it is unknown and holds anything but letters, digits and _ . : ~ -; any other unknown one is 404 SCOPE_ID_NOT_FOUND.',
      'scope-not-found': '404 SCOPE_ID_NOT_FOUND, as for any that is unknown.',
    },
    section: 'Errors, interface C',
  },
  'query.malformedId': {
    class: 'behaviour',
    question: 'What answers a query id that is no UUID?',
    default: 'query-not-found',
    variants: ['query-not-found', 'invalid-parameters'],
    means: {
      'query-not-found': '404 QUERY_ID_NOT_FOUND.',
      'invalid-parameters': '400 INVALID_PARAMETERS.',
    },
    section: 'Errors, interface C',
  },
  'list.tokenPosition': {
    class: 'wire',
    question: 'Where in the answer does nextPageToken stand?',
    default: 'body',
    variants: ['body', 'header', 'pagination-object'],
    means: {
      body: 'At the top level of the body, beside records.',
      header: 'In a response header of that name.',
      'pagination-object': 'In the body, as pagination.nextPageToken.',
    },
    section: 'Endpoints, interface C',
  },
  'list.tokenLifetime': {
    class: 'behaviour',
    question: 'How long is a page token good?',
    default: 'listing-window',
    variants: ['listing-window', '5m'],
    means: {
      'listing-window': 'As long as the query can be listed.',
      '5m': 'Five minutes from the answer that carried it.',
    },
    section: 'Endpoints, interface C',
  },
  'list.lastPage': {
    class: 'behaviour',
    question: 'How does the last page show that it is the last?',
    default: 'absent',
    variants: ['absent', 'empty-string', 'null'],
    means: {
      absent: 'The field is not there.',
      'empty-string': 'The field is an empty string.',
      null: 'The field is null.',
    },
    section: 'Endpoints, interface C',
  },
  'list.pageSizeOnToken': {
    class: 'behaviour',
    question: 'Which page size holds for a request with a page token?',
    default: 'caller-repeats',
    variants: ['caller-repeats', 'token-carries'],
    means: {
      'caller-repeats': 'The one this request names, or the usual one.',
      'token-carries': 'The one the listing began with.',
    },
    section: 'Endpoints, interface C',
  },
  'list.windowBoundary': {
    class: 'behaviour',
    question: 'Can records be listed at exactly one hour after the notification?',
    default: 'open',
    variants: ['open', 'closed'],
    means: {
      open: 'They can; only later they cannot.',
      closed: 'They cannot.',
    },
    section: 'Limits, interface C',
  },
  'list.beforeNotification': {
    class: 'behaviour',
    question: 'Can a completed query be listed before its notification is sent?',
    default: 'refused',
    variants: ['refused', 'records'],
    means: {
      refused: 'It cannot, and counts as not completed.',
      records: 'It can.',
    },
    section: 'Endpoints, interface C',
  },
} as const satisfies Record<string, AssumptionRow>;
