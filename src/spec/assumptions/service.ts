import type { WrittenAssumption } from './row.ts';

/** Points that concern more than one interface. */
export const serviceAssumptions = {
  'hosts.relation': {
    class: 'wire',
    question: 'Do the three interfaces live at one address or at several?',
    means: {
      'three-hosts': 'Email, tokens and data portability each have an address of their own.',
      'one-host': 'All three answer at one address, told apart by path.',
    },
    section: 'What the service does',
  },
  'hosts.unknownRoute': {
    class: 'wire',
    question: 'What answers a path or a method that no operation of the email, token, store or link addresses has?',
    means: {
      'json-404': '404 with the JSON body {"message": "Not Found"}.',
      'empty-404': '404 with no body.',
    },
    section: 'Endpoints, interface B',
  },
  'region.notification': {
    class: 'behaviour',
    question: 'From which region does the notification come, and to the endpoint of which does it go?',
    means: {
      'region-of-create': 'It is the region that took the request which started the query.',
      'region-of-last-create':
        'It is the region that took the last create request which was answered with the id of the query.',
    },
    section: 'Events',
  },
  'region.missingEndpoint': {
    class: 'behaviour',
    question: 'Where does a notification go when the application has endpoints, but none in its region?',
    means: {
      nowhere: 'It is not delivered: the endpoint is the one "in the region the create request was sent to".',
      'another-region': 'It goes to the endpoint of another region, the first that there is in the order of the table.',
    },
    section: 'Events',
  },
  'errors.unknown': {
    class: 'behaviour',
    question: 'Can an error appear that the table does not list?',
    means: {
      none: 'Only rows of the table appear, unless the injected status has no row.',
      'outside-table': 'A failure injected without a row carries a type of its own, which a client must retry first.',
    },
    section: 'Errors, interface C',
  },
  'errors.missingSegment': {
    class: 'behaviour',
    takes: 'a path that lacks a mandatory parameter',
    question: 'What answers a path that lacks a mandatory parameter altogether?',
    means: {
      'missing-parameter': '500 MISSING_PARAMETER: the only way in which a parameter can be missing that is not blank.',
      'unknown-uri': '404 RESOURCE_NOT_FOUND: there is no such path.',
    },
    section: 'Errors, interface C',
  },
  'version.header': {
    class: 'wire',
    question: 'How does a request choose an API version?',
    means: { none: 'No header or parameter is needed; there is one version.' },
    section: 'Versioning',
  },
} as const satisfies Record<string, WrittenAssumption>;
