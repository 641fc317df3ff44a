import type { ServiceRuleId } from '../rule-ids.ts';
import type { Example } from './example.ts';

/** One run that keeps a rule about the service, and one that breaks it. */
export const serviceExamples = {
  S1: {
    good: [
      ['0s', 'client', 'createDataQuery → 201, query 4f1c'],
      ['10m', 'service', 'query 4f1c: inProgress → completed'],
    ],
    bad: [
      ['10m', 'service', 'query 4f1c: inProgress → completed'],
      ['12m', 'service', 'query 4f1c: completed → canceled'],
    ],
  },
  S2: {
    good: [
      ['0s', 'service', 'query 4f1c of ann/orders: none → inProgress'],
      ['10m', 'service', 'query 4f1c: inProgress → completed'],
      ['11m', 'service', 'query 93d0 of ann/orders: none → inProgress'],
    ],
    bad: [
      ['0s', 'service', 'query 4f1c of ann/orders: none → inProgress'],
      ['6m', 'service', 'query 93d0 of ann/orders: none → inProgress'],
    ],
  },
  S3: {
    good: [
      ['0s', 'client', 'createDataQuery → 201, query 4f1c'],
      ['6m', 'client', 'createDataQuery → 409 REQUEST_CONFLICT'],
    ],
    bad: [
      ['10m', 'service', 'query 4f1c: inProgress → completed'],
      ['20m', 'client', 'createDataQuery → 409 REQUEST_CONFLICT'],
    ],
  },
  S4: {
    good: [
      ['10m', 'service', 'query 4f1c: inProgress → completed'],
      ['10m', 'service', 'notification: 4f1c is COMPLETED'],
    ],
    bad: [
      ['10m', 'service', 'query 4f1c: inProgress → canceled'],
      ['10m', 'service', 'notification: 4f1c is COMPLETED'],
    ],
  },
  S5: {
    good: [
      ['10m', 'service', 'notification: 4f1c is COMPLETED'],
      ['1h10m', 'client', 'listDataQueryRecords → 200'],
      ['1h10m1ms', 'client', 'listDataQueryRecords → 403 ACCESS_TIME_ELAPSED'],
    ],
    bad: [
      ['10m', 'service', 'notification: 4f1c is COMPLETED'],
      ['1h10m1ms', 'client', 'listDataQueryRecords → 200'],
    ],
  },
  S6: {
    good: [
      ['0s', 'client', 'createDataQuery at eu-west-1 → 201, query 4f1c'],
      ['4m59s', 'client', 'createDataQuery at us-east-1 → 201, query 4f1c'],
    ],
    bad: [
      ['10m', 'client', 'listDataQueryRecords → 403 QUERY_NOT_COMPLETED'],
      ['11m', 'client', 'listDataQueryRecords → 200'],
    ],
  },
  S7: {
    good: [
      ['10m', 'client', 'listDataQueryRecords → 200, links of 10m'],
      ['15m', 'client', 'listDataQueryRecords → 200, links of 15m'],
    ],
    bad: [
      ['10m', 'client', 'listDataQueryRecords for ann → 200'],
      ['10m', 'client', 'listDataQueryRecords for bob → 200, the same bytes'],
    ],
  },
  S8: {
    good: [
      ['10m', 'client', 'listDataQueryRecords → 200, records 1 to 250 and a token'],
      ['10m', 'client', 'listDataQueryRecords with it → 200, records 251 to 300'],
    ],
    bad: [
      ['10m', 'client', 'listDataQueryRecords → 200, records 1 to 250 and a token'],
      ['10m', 'client', 'listDataQueryRecords with it → 200, records 250 to 300'],
    ],
  },
  S9: {
    good: [
      ['10m', 'client', 'listDataQueryRecords → 200, a link'],
      ['14m59s', 'client', 'downloadFile → 200'],
      ['15m', 'client', 'downloadFile → 403'],
    ],
    bad: [
      ['10m', 'client', 'listDataQueryRecords → 200, a link'],
      ['16m', 'client', 'downloadFile → 200'],
    ],
  },
  S10: {
    good: [
      ['0s', 'client', 'listDataQueryRecords → 200, the tenth of this second'],
      ['0s', 'client', 'listDataQueryRecords → 429, the eleventh'],
    ],
    bad: [
      ['0s', 'client', 'listDataQueryRecords → 200, the first of this second'],
      ['0s', 'client', 'listDataQueryRecords → 429, the second'],
    ],
  },
  S11: {
    good: [
      ['5m', 'customer', 'withdraws consent'],
      ['6m', 'client', 'createDataQuery → 403 ACCESS_DENIED'],
    ],
    bad: [
      ['5m', 'customer', 'withdraws consent'],
      ['6m', 'client', 'createDataQuery → 201, query 4f1c'],
    ],
  },
  S12: {
    good: [['0s', 'client', 'createDataQuery → 429 THROTTLED, TOO_MANY_REQUESTS']],
    bad: [['0s', 'client', 'createDataQuery → 503 THROTTLED, TOO_MANY_REQUESTS']],
  },
  S13: {
    good: [
      ['0s', 'client', 'requestToken → 200, expires_in 3600'],
      ['59m59s', 'client', 'callReporting → 200'],
      ['1h', 'client', 'callReporting → 403'],
    ],
    bad: [
      ['0s', 'client', 'requestToken → 200, expires_in 3600'],
      ['1h1m', 'client', 'callReporting → 200'],
    ],
  },
  S14: {
    good: [
      ['0s', 'client', 'createDataQuery at eu-west-1 → 201, query 4f1c'],
      ['11m', 'client', 'listDataQueryRecords at us-west-2 → 200'],
    ],
    bad: [
      ['0s', 'client', 'createDataQuery at eu-west-1 → 201, query 4f1c'],
      ['11m', 'client', 'listDataQueryRecords at us-west-2 → 404 QUERY_ID_NOT_FOUND'],
    ],
  },
  S15: {
    good: [
      ['10m', 'service', 'query 4f1c: inProgress → completed'],
      ['10m', 'service', 'notification: 4f1c is COMPLETED'],
    ],
    bad: [
      ['9m', 'service', 'notification: 4f1c is COMPLETED'],
      ['10m', 'service', 'query 4f1c: inProgress → completed'],
    ],
  },
  S16: {
    good: [
      ['0s', 'client', 'in one run: createDataQuery → 201, query 4f1c'],
      ['0s', 'client', 'in the next: createDataQuery → 201, query 4f1c'],
    ],
    bad: [
      ['0s', 'client', 'in one run: createDataQuery → 201, query 4f1c'],
      ['0s', 'client', 'in the next: createDataQuery → 201, query 93d0'],
    ],
  },
} as const satisfies Record<ServiceRuleId, Example>;
