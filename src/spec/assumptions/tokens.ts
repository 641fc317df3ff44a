import type { WrittenAssumption } from './row.ts';

/** Interface B: the token address and the store APIs its tokens open. */
export const tokenAssumptions = {
  'token.errorStatus': {
    class: 'behaviour',
    question: 'Which statuses do token errors have?',
    means: {
      'client-401': '401 for invalid_client and 400 for every other.',
      'all-400': '400 for each of them.',
    },
    section: 'Errors, interface B',
  },
  'token.prefix': {
    class: 'wire',
    question: 'Which prefix do access tokens begin with?',
    default: 'sdt-',
    variants: [{ type: 'text', longest: 32, samples: ['sdt-', 'Access|'] }],
    means: { text: 'Every access token begins with this text.' },
    section: 'Resources and their fields, interface B',
  },
  'token.lifetime': {
    class: 'behaviour',
    question: 'How long does an access token live?',
    default: '3600s',
    variants: [{ type: 'duration', least: '1s', most: '365d', whole: '1s', samples: ['60s', '3600s', '7200s', '1s'] }],
    means: { duration: 'A token lives this long, and expires_in says so in seconds.' },
    section: 'Limits, interface B',
  },
  'token.expiryBoundary': {
    class: 'behaviour',
    question: 'Does a token still work at the very instant its lifetime ends?',
    means: {
      dead: 'From the instant of issue plus lifetime on, it is expired.',
      alive: 'At that instant it still works, a millisecond later it does not.',
    },
    section: 'Limits, interface B',
  },
  'token.checkOrder': {
    class: 'behaviour',
    takes: 'a token request with two mistakes',
    question: 'Which fault of a token request is reported when there are several?',
    means: {
      'request-first': 'Content type, then grant type, then client, then scope.',
      'client-first': 'Content type, then client, then grant type, then scope.',
    },
    section: 'Errors, interface B',
  },
  'token.missingField': {
    class: 'behaviour',
    takes: 'a token request that lacks a field',
    question:
      'Which of the four errors answers a token request that lacks a required field, or has it without a value?',
    means: {
      'own-error':
        'That of a wrong value: invalid_client for client_id and client_secret, unsupported_grant_type, invalid_scope. The document has invalid_request for content types alone.',
      'invalid-request':
        'invalid_request, as RFC 6749 section 5.2 has it, right after the content type. With a grant type that is not supported, client_id and client_secret are required and nothing else.',
    },
    section: 'Errors, interface B',
  },
  'token.repeatedField': {
    class: 'behaviour',
    takes: 'a token request that has a field twice',
    question: 'Which value of a form field counts that a token request has twice?',
    means: {
      first: 'The first.',
      last: 'The last.',
      refused: 'None: invalid_request, as RFC 6749 sections 3.2 and 5.2 have it, right after the content type.',
    },
    section: 'Endpoints, interface B',
  },
  'token.unknownField': {
    class: 'behaviour',
    takes: 'a token request with a field of its own',
    question: 'What becomes of a field of a client-credentials request that the interface does not have?',
    means: {
      ignored: 'Nothing; it is not read, as RFC 6749 section 3.2 has it.',
      refused: 'invalid_request, right after the content type.',
    },
    section: 'Resources and their fields, interface B',
  },
  'token.detachedProfile': {
    class: 'behaviour',
    question: 'Where is a profile stopped that is not attached to the API it asks for?',
    means: {
      'call-refused': 'It gets a token, with which no call of that API is authorized.',
      'scope-refused': 'At the token address, with invalid_scope.',
    },
    section: 'Authentication, interface B',
  },
  'store.paths': {
    class: 'wire',
    question: 'Which paths do the submission and reporting APIs have?',
    default: 'prefix-per-family',
    variants: ['prefix-per-family', { type: 'routes', samples: [] }],
    means: {
      'prefix-per-family': 'Everything below /submission belongs to the one, everything below /reporting to the other.',
      routes: 'These routes and no others.',
    },
    section: 'Endpoints, interface B',
  },
  'store.answer': {
    class: 'wire',
    question: 'What do the store APIs answer when the token is good?',
    means: { 'empty-object': '200 with an empty JSON object.', 'no-content': '204 with no body.' },
    section: 'Endpoints, interface B',
  },
  'store.missingToken': {
    class: 'behaviour',
    takes: 'a call without a token',
    question: 'What do the store APIs answer to a request whose authorization header is missing or malformed?',
    means: {
      'as-expired': 'The 403 of an expired token.',
      unauthorized: '401 with the same message. A token that is unknown or dead gets the 403 all the same.',
    },
    section: 'Errors, interface B',
  },
} as const satisfies Record<string, WrittenAssumption>;
