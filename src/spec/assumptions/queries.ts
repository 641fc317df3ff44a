import type { WrittenAssumption } from './row.ts';

/** Interface C: the two operations. */
export const queryAssumptions = {
  'query.createBody': {
    class: 'wire',
    question: 'What may the body of createDataQuery hold?',
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
    means: { count: 'One byte more than this is answered with 413.' },
    section: 'Limits, interface C',
  },
  'query.acrossApplications': {
    class: 'behaviour',
    takes: 'two applications of one customer',
    question: "Do queries of two applications for one customer and scope stand in each other's way?",
    means: {
      'all-applications': 'One query collects per customer and scope, whoever asked for it.',
      'per-application': 'Each application may have one.',
    },
    section: 'Limits, interface C',
  },
  'query.cancelMoment': {
    class: 'behaviour',
    question: 'When is a query canceled whose requirement is lost?',
    means: {
      'at-once': 'As soon as it is lost.',
      'at-collection-end': 'When the collection would have ended.',
    },
    section: 'States and transitions',
  },
  'query.holdReleasedBeforeEnd': {
    class: 'behaviour',
    question: 'What if the requirement is back before the collection ends, and cancelling waits for the end?',
    means: {
      completes: 'The query completes as though nothing had been.',
      canceled: 'The query is canceled all the same.',
    },
    section: 'States and transitions',
  },
  'query.foreignToken': {
    class: 'behaviour',
    takes: 'the token of another customer, or of another application',
    question: 'What answers a listing of a query that another customer, or another application, has?',
    means: {
      'query-not-found': '404 QUERY_ID_NOT_FOUND, as for an id nobody has.',
      'access-denied': '403 ACCESS_DENIED, not authorized for this operation.',
    },
    section: 'Errors, interface C',
  },
  'query.otherScope': {
    class: 'behaviour',
    takes: 'the scope of another query',
    question: 'What answers a listing under another scope than the query was created for?',
    means: {
      'invalid-parameters': '400 INVALID_PARAMETERS.',
      'query-not-found': '404 QUERY_ID_NOT_FOUND.',
    },
    section: 'Errors, interface C',
  },
  'query.malformedScope': {
    class: 'behaviour',
    takes: 'a scope id of the wrong form',
    question: 'What answers a scope id that does not have the form of one?',
    means: {
      'invalid-parameters':
        '400 INVALID_PARAMETERS, where it is unknown and holds anything but letters, digits and _ . : ~ -; any other unknown one is 404 SCOPE_ID_NOT_FOUND.',
      'scope-not-found': '404 SCOPE_ID_NOT_FOUND, as for any that is unknown.',
    },
    section: 'Errors, interface C',
  },
  'query.idCase': {
    class: 'behaviour',
    takes: 'a query id that is written otherwise than the service gave it',
    question: 'Is a query id in upper case the same id?',
    means: {
      'any-case': 'It is: the type is UUID, and RFC 9562 section 4 reads those in either case.',
      exact: 'It is not, and nobody has it: 404 QUERY_ID_NOT_FOUND.',
    },
    section: 'Endpoints, interface C',
  },
  'query.unknownParameter': {
    class: 'behaviour',
    takes: 'a query parameter that the operation does not have',
    question: 'What becomes of a query parameter that the operation does not have?',
    means: { ignored: 'Nothing; it is not read.', refused: '400 INVALID_PARAMETERS.' },
    section: 'Endpoints, interface C',
  },
  'query.createOnHold': {
    class: 'behaviour',
    takes: 'a create while the account is on hold',
    question: 'What answers a createDataQuery while the account is on hold?',
    means: {
      created: '201, and the query is canceled for the hold, as the table of states has it.',
      refused: '403 ACCESS_DENIED, not authorized for this operation, as long as the hold lasts.',
    },
    section: 'States and transitions',
  },
  'list.onHold': {
    class: 'behaviour',
    takes: 'a listing while the account is on hold',
    question: 'Can the records of a completed query be listed while the account is on hold?',
    means: {
      records: 'They can: a hold cancels what is being collected, and says nothing of what has been.',
      refused: '403 ACCESS_DENIED, not authorized for this operation, as long as the hold lasts.',
    },
    section: 'States and transitions',
  },
  'list.body': {
    class: 'behaviour',
    takes: 'a listing with a body',
    question: 'What becomes of the body of a listing?',
    means: {
      measured: 'It is not read, but one over the maximum is answered with 413, as for every request.',
      ignored: 'Nothing, however large it is.',
      refused: '400 INVALID_PARAMETERS, or 413 when it is over the maximum.',
    },
    section: 'Errors, interface C',
  },
  'list.checkOrder': {
    class: 'behaviour',
    takes: 'a listing with two mistakes',
    question: 'Which fault of a listing is reported when there are several?',
    means: {
      'max-results-first': 'maxResults, then the query with its state and its hour, then the page token.',
      'query-first': 'The query with its state and its hour, then maxResults, then the page token.',
      'parameters-first': 'maxResults, then the page token, then the query with its state and its hour.',
    },
    section: 'Errors, interface C',
  },
  'list.repeatedParameter': {
    class: 'behaviour',
    takes: 'a query parameter that is there twice',
    question: 'Which value of a parameter counts that a listing names twice?',
    means: {
      first: 'The first.',
      last: 'The last.',
      refused: 'None: 400 INVALID_MAX_RESULTS or INVALID_NEXT_PAGE.',
    },
    section: 'Endpoints, interface C',
  },
  'list.emptyMaxResults': {
    class: 'behaviour',
    takes: 'a query parameter without a value',
    question: 'What does "maxResults=" without a value mean?',
    means: {
      usual: 'The same as no maxResults: 250 records.',
      refused: '400 INVALID_MAX_RESULTS: it is no integer.',
    },
    section: 'Endpoints, interface C',
  },
  'query.malformedId': {
    class: 'behaviour',
    takes: 'a query id that the service did not give',
    question: 'What answers a query id that is no UUID?',
    means: {
      'query-not-found': '404 QUERY_ID_NOT_FOUND.',
      'invalid-parameters': '400 INVALID_PARAMETERS.',
    },
    section: 'Errors, interface C',
  },
  'list.tokenPosition': {
    class: 'wire',
    question: 'Where in the answer does nextPageToken stand?',
    means: {
      body: 'At the top level of the body, beside records.',
      header: 'In a response header of that name.',
      'pagination-object': 'In the body, as pagination.nextPageToken.',
    },
    section: 'Endpoints, interface C',
  },
  'list.tokenText': {
    class: 'behaviour',
    question: 'Which characters can a page token hold?',
    means: {
      unreserved: 'Letters, digits and hyphens, which mean themselves in a URL.',
      base64: 'Those of base64: + / and = as well, of which + means a space in a query that is not encoded.',
      'any-text': 'Any that a text can hold: & % # and spaces as well.',
    },
    section: 'Endpoints, interface C',
  },
  'list.mostPerPage': {
    class: 'behaviour',
    question: 'Does a page hold as many records as were asked for, where there are so many?',
    default: 'as-asked',
    variants: ['as-asked', { type: 'count', unit: 'records', least: 1, most: 250, samples: [1, 2, 3] }],
    means: {
      'as-asked': 'It does; only the last page holds fewer.',
      count: 'Not more than so many: maxResults is the maximum, and only a page without a token is the last.',
    },
    section: 'Endpoints, interface C',
  },
  'list.tokenLifetime': {
    class: 'behaviour',
    question: 'How long is a page token good?',
    means: {
      'listing-window': 'As long as the query can be listed.',
      '5m': 'Five minutes from the answer that carried it.',
    },
    section: 'Endpoints, interface C',
  },
  'list.lastPage': {
    class: 'behaviour',
    question: 'How does the last page show that it is the last?',
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
    means: {
      'caller-repeats': 'The one this request names, or the usual one.',
      'token-carries': 'The one the listing began with.',
    },
    section: 'Endpoints, interface C',
  },
  'list.windowBoundary': {
    class: 'behaviour',
    question: 'Can records be listed at exactly one hour after the notification?',
    means: { open: 'They can; only later they cannot.', closed: 'They cannot.' },
    section: 'Limits, interface C',
  },
  'list.beforeNotification': {
    class: 'behaviour',
    question: 'Can a completed query be listed before its notification is sent?',
    means: { refused: 'It cannot, and counts as not completed.', records: 'It can.' },
    section: 'Endpoints, interface C',
  },
} as const satisfies Record<string, WrittenAssumption>;
