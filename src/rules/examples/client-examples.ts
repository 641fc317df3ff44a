import type { ClientRuleId } from '../rule-ids.ts';
import type { Example } from './example.ts';

/** One run of a client that keeps a rule, and one that breaks it. */
export const clientExamples = {
  C1: {
    good: [['0s', 'client', 'createDataQuery, authorization: Bearer <token 1> → 201']],
    bad: [['0s', 'client', 'createDataQuery, authorization: <token 1> → 403']],
  },
  C2: {
    good: [['0s', 'client', 'requestToken, body: …&client_secret=<client secret 1> → 200']],
    bad: [['0s', 'client', 'requestToken, URL: …?client_secret=<client secret 1> → 400']],
  },
  C3: {
    good: [['11m', 'client', 'downloadFile → 200']],
    bad: [['11m', 'client', 'downloadFile, authorization: Bearer <token 1> → 200']],
  },
  C4: {
    good: [
      ['1h', 'client', 'listDataQueryRecords → 403, the token is expired'],
      ['1h', 'client', 'requestToken → 200, <token 2>'],
      ['1h', 'client', 'listDataQueryRecords with <token 2> → 200'],
    ],
    bad: [
      ['1h', 'client', 'listDataQueryRecords → 403, the token is expired'],
      ['1h1s', 'client', 'listDataQueryRecords with the same token → 403'],
    ],
  },
  C5: {
    good: [
      ['5m', 'client', 'createDataQuery → 403, the token has been revoked'],
      ['5m', 'client', 'fails: the customer must authorize again'],
    ],
    bad: [
      ['5m', 'client', 'createDataQuery → 403, the token has been revoked'],
      ['6m', 'client', 'createDataQuery with the same token → 403'],
    ],
  },
  C6: {
    good: [
      ['0s', 'client', 'createDataQuery → 403 SCOPE_NOT_ENABLED'],
      ['0s', 'client', 'fails: the scope is not enabled'],
    ],
    bad: [
      ['0s', 'client', 'createDataQuery → 403 SCOPE_NOT_ENABLED'],
      ['1s', 'client', 'createDataQuery → 403 SCOPE_NOT_ENABLED'],
    ],
  },
  C7: {
    good: [
      ['0s', 'client', 'createDataQuery → 504 INTEGRATION_TIMEOUT'],
      ['1s', 'client', 'createDataQuery → 201'],
    ],
    bad: [
      ['0s', 'client', 'createDataQuery → 504 INTEGRATION_TIMEOUT'],
      ['0s', 'client', 'fails: request timed out'],
    ],
  },
  C8: {
    good: [
      ['0s', 'client', 'createDataQuery → 500'],
      ['1s', 'client', 'createDataQuery → 500'],
      ['3s', 'client', 'createDataQuery → 201'],
    ],
    bad: [
      ['0s', 'client', 'createDataQuery → 500'],
      ['100ms', 'client', 'createDataQuery → 500'],
      ['200ms', 'client', 'createDataQuery → 500'],
    ],
  },
  C9: {
    good: [
      ['0s', 'client', 'createDataQuery → 409 REQUEST_CONFLICT'],
      ['6m', 'client', 'createDataQuery → 201'],
    ],
    bad: [
      ['0s', 'client', 'createDataQuery → 409 REQUEST_CONFLICT'],
      ['1s', 'client', 'createDataQuery → 409 REQUEST_CONFLICT'],
      ['2s', 'client', 'createDataQuery → 409 REQUEST_CONFLICT'],
    ],
  },
  C10: {
    good: [
      ['10m', 'service', 'notification: 4f1c is COMPLETED'],
      ['10m', 'client', 'listDataQueryRecords → 200'],
    ],
    bad: [
      ['5m', 'client', 'listDataQueryRecords → 403 QUERY_NOT_COMPLETED'],
      ['10m', 'service', 'notification: 4f1c is COMPLETED'],
    ],
  },
  C11: {
    good: [
      ['10m', 'service', 'notification: 4f1c is COMPLETED'],
      ['1h11m', 'client', 'createDataQuery → 201, query 93d0'],
    ],
    bad: [
      ['10m', 'service', 'notification: 4f1c is COMPLETED'],
      ['1h11m', 'client', 'listDataQueryRecords of 4f1c → 403 ACCESS_TIME_ELAPSED'],
    ],
  },
  C12: {
    good: [
      ['10m', 'client', 'listDataQueryRecords → 200, 250 records and a token'],
      ['10m', 'client', 'listDataQueryRecords with it → 200, one record'],
      ['10m', 'client', 'finished'],
    ],
    bad: [
      ['10m', 'client', 'listDataQueryRecords → 200, 250 records and a token'],
      ['10m', 'client', 'finished'],
    ],
  },
  C13: {
    good: [
      ['10m', 'client', 'listDataQueryRecords → 200, a link'],
      ['16m', 'client', 'listDataQueryRecords → 200, a new link'],
      ['16m', 'client', 'downloadFile of the new one → 200'],
    ],
    bad: [
      ['10m', 'client', 'listDataQueryRecords → 200, a link'],
      ['16m', 'client', 'downloadFile of it → 403'],
    ],
  },
  C14: {
    good: [
      ['0s', 'client', 'createDataQuery, the fifth of this second → 201'],
      ['1s', 'client', 'createDataQuery → 201'],
    ],
    bad: [
      ['0s', 'client', 'createDataQuery, the fifth of this second → 201'],
      ['0s', 'client', 'createDataQuery, the sixth → 429'],
    ],
  },
  C15: {
    good: [
      ['0s', 'client', 'listDataQueryRecords → 403 QUERY_NOT_COMPLETED'],
      ['5m', 'client', 'listDataQueryRecords → 200'],
    ],
    bad: [
      ['0s', 'client', 'listDataQueryRecords → 403 QUERY_NOT_COMPLETED'],
      ['1m', 'client', 'listDataQueryRecords → 403, as remembered'],
      ['2m', 'client', 'listDataQueryRecords → 403, as remembered'],
    ],
  },
  C16: {
    good: [
      ['10m', 'client', 'answers the notification with 204'],
      ['10m', 'client', 'answers the same notification with 204 once more'],
    ],
    bad: [
      ['10m', 'client', 'answers the notification with 204'],
      ['10m', 'client', 'answers the same notification with 500'],
    ],
  },
  C17: {
    good: [
      ['10m', 'client', 'listDataQueryRecords → 200, two records'],
      ['10m', 'client', 'downloads two files and two schemas'],
      ['10m', 'client', 'finished'],
    ],
    bad: [
      ['10m', 'client', 'listDataQueryRecords → 200, two records'],
      ['10m', 'client', 'downloads one file and one schema'],
      ['10m', 'client', 'finished'],
    ],
  },
  C18: {
    good: [
      ['10m', 'network', 'the notification gets lost'],
      ['6h', 'client', 'fails: no notification came'],
    ],
    bad: [
      ['10m', 'network', 'the notification gets lost'],
      ['2d', 'client', 'waits still'],
    ],
  },
  C19: {
    good: [
      ['12m', 'client', 'downloadFile → 200'],
      ['12m', 'client', 'finished'],
    ],
    bad: [
      ['12m', 'client', 'finished'],
      ['12m1s', 'client', 'downloadFile → 200'],
    ],
  },
  C20: {
    good: [['10m', 'client', 'listDataQueryRecords with maxResults=250 → 200']],
    bad: [['10m', 'client', 'listDataQueryRecords with maxResults=1000 → 400']],
  },
  C21: {
    good: [
      ['0s', 'network', 'eu-west-1 refuses the connection'],
      ['0s', 'client', 'createDataQuery at us-east-1 → 201'],
    ],
    bad: [
      ['0s', 'network', 'eu-west-1 refuses the connection'],
      ['0s', 'client', 'fails: eu-west-1 cannot be reached'],
    ],
  },
  C22: {
    good: [
      ['0s', 'client', 'requestToken → 200, expires_in 3600'],
      ['0s', 'client', 'callReporting → 200'],
      ['1m', 'client', 'callReporting with the same token → 200'],
    ],
    bad: [
      ['0s', 'client', 'requestToken → 200, expires_in 3600'],
      ['0s', 'client', 'callReporting → 200'],
      ['1m', 'client', 'requestToken → 200, expires_in 3600'],
    ],
  },
  C23: {
    good: [['0s', 'client', 'sendEmail with sender, recipient and content → 200']],
    bad: [
      ['0s', 'client', 'sendEmail without content → 400'],
      ['1s', 'client', 'sendEmail without content → 400'],
    ],
  },
  C24: {
    good: [
      ['0s', 'network', 'the answer to sendEmail gets lost'],
      ['0s', 'client', 'notes that the mail may not have gone out'],
    ],
    bad: [
      ['0s', 'network', 'the answer to sendEmail gets lost'],
      ['1s', 'client', 'sendEmail → 200, a second mail'],
    ],
  },
  C25: {
    good: [
      ['11m', 'client', 'listDataQueryRecords → 200, dated 17m, a link'],
      ['11m', 'client', 'downloadFile → 200'],
    ],
    bad: [
      ['11m', 'client', 'listDataQueryRecords → 200, dated 5m, a link'],
      ['15m', 'client', 'downloadFile → 200'],
      ['17m', 'client', 'downloadFile → 403'],
    ],
  },
} as const satisfies Record<ClientRuleId, Example>;
