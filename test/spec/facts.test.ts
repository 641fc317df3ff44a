import { describe, expect, test } from 'vitest';
import { errorNames, errors, errorsOfType } from '../../src/spec/errors.ts';
import { resources } from '../../src/spec/fields.ts';
import { limits } from '../../src/spec/limits.ts';
import { namesOf } from '../../src/spec/names-of.ts';
import { notification } from '../../src/spec/notification.ts';
import { regionNames } from '../../src/spec/regions.ts';
import { isRetriedStatus, longestRetryWait, retryStatuses, retryWaits } from '../../src/spec/retry.ts';
import { type OperationRow, operationNames, operations } from '../../src/spec/routes.ts';
import { storeScopes } from '../../src/spec/scopes.ts';
import { ms } from '../../src/spec/time.ts';
import { queryStates, queryTriggers, transition, transitions } from '../../src/spec/transitions.ts';

describe('Errors', () => {
  test('category, type and message together tell the rows of interface C apart', () => {
    const triples = errorNames.map((name) => `${errors[name].category}/${errors[name].type}/${errors[name].message}`);

    expect(new Set(triples).size).toBe(errorNames.length);
  });

  test('rows are found by the type that they share, and none by an unknown one', () => {
    expect(errorsOfType('ACCESS_DENIED')).toEqual([
      'accessNotAuthorized',
      'tokenExpired',
      'tokenRevoked',
      'tokenInvalid',
      'tokenFormatInvalid',
      'appNotAuthorized',
    ]);
    expect(errorsOfType('TOO_MANY_REQUESTS')).toEqual(['tooManyRequests', 'scopeThrottled']);
    expect(errorsOfType('__proto__')).toEqual([]);
  });

  test('429, 500 and 504 are retried after 1, 2, 4, 10 and 30 seconds', () => {
    expect(retryStatuses).toEqual([429, 500, 504]);
    expect([428, 429, 430, 499, 500, 501, 503, 504, 505].filter(isRetriedStatus)).toEqual([429, 500, 504]);
    expect(retryWaits.map(ms)).toEqual([1000, 2000, 4000, 10_000, 30_000]);
    expect(longestRetryWait).toBe('30s');
  });
});

describe('Limits', () => {
  test.each([
    { name: 'createRate', value: 5, within: 1000 },
    { name: 'createOverall', value: 20, within: 1_200_000 },
    { name: 'listRate', value: 10, within: 1000 },
    { name: 'listDaily', value: 100_000, within: 86_400_000 },
  ] as const)('$name lets $value requests through in $within ms', ({ name, value, within }) => {
    const limit = limits[name];

    expect({ value: limit.value, within: ms(limit.within) }).toEqual({ value, within });
  });

  test.each([
    { name: 'answerMemory', length: 300_000 },
    { name: 'linkLifetime', length: 300_000 },
    { name: 'listingWindow', length: 3_600_000 },
    { name: 'tokenLifetime', length: 3_600_000 },
  ] as const)('$name is $length ms', ({ length, name }) => {
    expect(ms(limits[name].value)).toBe(length);
  });

  test('bursts are 5, pages 1 to 250, unfinished queries 1', () => {
    const { createBurst, listBurst, pageSize, queriesAtOnce } = limits;

    expect([createBurst.value, listBurst.value, pageSize.least, pageSize.value, pageSize.usual]).toEqual([
      5, 5, 1, 250, 250,
    ]);
    expect(queriesAtOnce.value).toBe(1);
  });
});

describe('Endpoints', () => {
  test('no two operations share an address, method and path', () => {
    const keys = operationNames.map((name) => {
      const { host, method, path } = operations[name];
      return `${host} ${method} ${path}`;
    });

    expect(new Set(keys).size).toBe(operationNames.length);
  });

  test('an operation without a success status has no shown path either', () => {
    const rows = operationNames.map((name): OperationRow => operations[name]);

    expect(rows.filter((row) => row.success === undefined && row.pathShown)).toEqual([]);
  });

  test('the usual page size is the default of maxResults', () => {
    expect(resources.ListDataQueryRecordsParameters.fields.maxResults.default).toBe(limits.pageSize.usual);
  });

  test('the regions are those of the document', () => {
    expect(regionNames).toEqual(['eu-west-1', 'us-east-1', 'us-west-2']);
  });

  test('each store API has its scope', () => {
    expect(storeScopes).toEqual({ submission: 'store::apps:readwrite', reporting: 'reporting::store:marketer' });
  });
});

describe('States and transitions', () => {
  test('every state meets every trigger, and leads to a state', () => {
    expect(namesOf(transitions)).toEqual(queryStates);
    for (const state of queryStates) {
      expect(namesOf(transitions[state])).toEqual(queryTriggers);
      for (const trigger of queryTriggers) expect(queryStates).toContain(transition(state, trigger).next);
    }
  });

  test('every refusal in a cell is a row of the error table', () => {
    const answers = queryStates.flatMap((state) => queryTriggers.map((trigger) => transition(state, trigger).answer));
    const known = new Set<string | undefined>(['query', 'records', undefined, ...errorNames]);

    expect(answers.filter((answer) => !known.has(answer))).toEqual([]);
  });

  test('final states absorb, and are entered only with a notification of the same name', () => {
    for (const state of ['completed', 'canceled'] as const) {
      for (const trigger of queryTriggers) expect(transition(state, trigger).next).toBe(state);
    }
    for (const state of queryStates) {
      for (const trigger of queryTriggers) {
        const { next, notifies } = transition(state, trigger);
        expect(notifies?.toLowerCase()).toBe(next === state || next === 'inProgress' ? undefined : next);
      }
    }
  });

  test('a query starts whenever create is answered with one', () => {
    for (const state of queryStates) {
      const { answer, starts } = transition(state, 'create');
      expect(starts ?? false).toBe(answer === 'query');
    }
  });
});

describe('Events', () => {
  test('the subject ends in the version, and a notification fits its size', () => {
    const message = JSON.stringify({ id: '0'.repeat(36), version: notification.version, status: 'COMPLETED' });
    const body = JSON.stringify({ Subject: notification.subject, Message: message });

    expect(notification.subject).toBe('Data Portability Notification 1.0');
    expect(namesOf(notification.messageFields)).toEqual(['id', 'version', 'status']);
    expect(body.length).toBeLessThanOrEqual(notification.maxBytes);
  });
});
