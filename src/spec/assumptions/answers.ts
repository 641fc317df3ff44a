import type { WrittenAssumption } from './row.ts';

/** Interface C: memory of answers, download links, and the order of refusals. */
export const answerAssumptions = {
  'cache.errors': {
    class: 'behaviour',
    question: 'Which refusals are remembered for five minutes?',
    means: {
      'operation-refusals':
        'Refusals with 4xx by the operation itself; not 429, not 5xx, and none of the authorization.',
      'success-only': 'None; only answers with 2xx.',
      everything: 'All of them.',
    },
    section: 'What the service does, interface C',
  },
  'cache.identity': {
    class: 'behaviour',
    question: 'Whose repeated requests share a remembered answer?',
    means: {
      'application-and-customer': 'Those of one application for one customer, whatever the token.',
      token: 'Those that carry the same token.',
    },
    section: 'Endpoints, interface C',
  },
  'cache.meaning': {
    class: 'behaviour',
    question: 'What is it that is remembered?',
    means: {
      'whole-response': 'The answer as a whole.',
      'authorization-only': 'Only that the token was good, so that for five minutes a revoked one works on.',
    },
    section: 'Endpoints, interface C',
  },
  'cache.beforeConflict': {
    class: 'behaviour',
    question: 'What answers a repeated createDataQuery while its query collects?',
    means: {
      'remembered-201': 'For five minutes the remembered 201, then 409.',
      conflict: '409 from the start.',
    },
    section: 'States and transitions',
  },
  'cache.afterEnd': {
    class: 'behaviour',
    takes: 'a create again within five minutes, though the query has ended',
    question: 'What answers a repeated createDataQuery whose query has ended within the five minutes?',
    means: {
      'remembered-201':
        'The remembered 201, with the id of the query that has ended: responses of all operations are the same for five minutes.',
      'new-after-cancel': 'A new query, if the old one was canceled: no query stands in its way any more.',
      'new-after-end': 'A new query, however the old one ended.',
    },
    section: 'States and transitions',
  },
  'cache.afterConflict': {
    class: 'behaviour',
    takes: 'a create again within five minutes of a 409',
    question: 'Is a 409 remembered once no query is under way any more?',
    means: {
      'remembered-409': 'It is, for its five minutes, where such refusals are remembered at all.',
      'new-query': 'It is forgotten with its cause, and a new query begins.',
    },
    section: 'States and transitions',
  },
  'cache.afterCompletion': {
    class: 'behaviour',
    takes: 'a listing ahead of the notification',
    question: 'Is QUERY_NOT_COMPLETED remembered once the records can be listed?',
    means: {
      'remembered-403': 'It is, for its five minutes, where such refusals are remembered at all.',
      records: 'It is forgotten with its cause, and the records are listed.',
    },
    section: 'States and transitions',
  },
  'cache.pastListingHour': {
    class: 'behaviour',
    takes: 'the same listing twice, around the end of the hour',
    question: 'Is a remembered listing given after the hour in which records can be listed?',
    means: {
      'remembered-200': 'It is, for its five minutes: nothing is listed anew, and its links are as old as it is.',
      elapsed: 'It is not: records can be listed for at most an hour, so the answer is ACCESS_TIME_ELAPSED.',
    },
    section: 'Limits, interface C',
  },
  'cache.defaults': {
    class: 'behaviour',
    takes: 'a page size that is named at one time and not at another',
    question: 'Is a page size left out the same as one that names its default?',
    means: {
      same: 'It is, so both share an answer.',
      different: 'It is not. An empty nextPageToken is one left out all the same: there is no default for it to name.',
    },
    section: 'Endpoints, interface C',
  },
  'cache.unknownParameter': {
    class: 'behaviour',
    takes: 'a query parameter that the operation does not have',
    question: 'Does a query parameter that the operation does not have make other parameters of it?',
    means: {
      same: 'It does not: identical are the parameters that the operation has.',
      different: 'It does, so that any such parameter leads past the remembered answer.',
    },
    section: 'Endpoints, interface C',
  },
  'cache.boundary': {
    class: 'behaviour',
    question: 'What answers at exactly five minutes?',
    means: { 'new-answer': 'A new answer.', 'old-answer': 'Still the remembered one.' },
    section: 'Limits, interface C',
  },
  'links.lifetimeUnderCache': {
    class: 'behaviour',
    question: 'From when do the five minutes of a link count when its answer is sent again?',
    means: {
      'first-sending': 'From the first time the answer was sent.',
      'every-sending': 'Anew from each sending.',
    },
    section: 'Endpoints, interface C',
  },
  'links.boundary': {
    class: 'behaviour',
    question: 'Does a link work at exactly five minutes?',
    means: { dead: 'It does not.', usable: 'It does; a millisecond later it does not.' },
    section: 'Limits, interface C',
  },
  'links.expiredAnswer': {
    class: 'behaviour',
    question: 'What answers a link that is dead?',
    means: {
      'xml-403': '403 with an XML body.',
      'json-403': '403 with a JSON body.',
      'gone-410': '410 with no body.',
    },
    section: 'Endpoints, interface C',
  },
  'links.extraAuthorization': {
    class: 'behaviour',
    takes: 'a header that a link has no use for',
    question: 'What if a download carries an authorization header as well?',
    means: {
      ignored: 'The header is not read.',
      'refused-400': 'The request is refused with 400.',
    },
    section: 'Endpoints, interface C',
  },
  'links.unknownAnswer': {
    class: 'behaviour',
    takes: 'a link that the service did not give',
    question:
      'What answers a link that the service did not give, its parameters to the letter, or whose signature is not its own?',
    means: {
      'xml-403': '403 with an XML body: the signature does not match.',
      'json-403': '403 with a JSON body.',
      'not-found-404': '404 with an XML body.',
    },
    section: 'Resources and their fields, interface C',
  },
  'links.range': {
    class: 'behaviour',
    takes: 'a Range header',
    question: 'What answers a download that asks for a part of the file?',
    means: {
      'whole-file': '200 with all of it: the Range header is not read, as RFC 9110 section 14.2 allows.',
      partial:
        '206 with that part, or 416 where the file has no such part; several parts are answered with 200 and all.',
    },
    section: 'Endpoints, interface C',
  },
  'links.head': {
    class: 'behaviour',
    takes: 'a request for the head of a file',
    question: 'What answers a HEAD request to a link?',
    means: {
      'unknown-route': 'The same as an unknown path: the only thing shown of a link is its download.',
      'as-get': 'What a GET would be answered, without the body, and nothing is downloaded.',
      'refused-403': 'What a wrong signature is answered: links are signed for their method, too.',
    },
    section: 'Resources and their fields, interface C',
  },
  'auth.missingHeader': {
    class: 'behaviour',
    takes: 'a call without a token',
    question: 'Which of the two rows that claim it answers an authorization header that is missing or empty?',
    means: {
      'own-row':
        'MISSING_AUTHORIZATION_HEADER; a header of the wrong form is ACCESS_DENIED with "Access token format is invalid".',
      'format-invalid': 'ACCESS_DENIED with "Access token format is invalid" for all of them.',
    },
    section: 'Errors, interface C',
  },
  'auth.schemeCase': {
    class: 'behaviour',
    takes: 'an authorization header that is written otherwise than the interface has it',
    question: 'Does the word Bearer count in whatever case it is written?',
    means: {
      exact: 'It does not: the form is "the word Bearer, one space, a non-empty token".',
      'any-case': 'It does, as schemes do in RFC 9110 section 11.1; some libraries send "bearer".',
    },
    section: 'Authentication, interface C',
  },
  'auth.order': {
    class: 'behaviour',
    question: 'Are limits looked at before or after the caller is authorized?',
    means: {
      'authorization-first':
        'Path, payload, header, token (revoked, then expired), application, scope, consent, limits, memory of answers, operation.',
      'limits-first': 'As the other, with limits ahead of the header.',
    },
    section: 'Errors, interface C',
  },
} as const satisfies Record<string, WrittenAssumption>;
