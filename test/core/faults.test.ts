import { describe, expect, test } from 'vitest';
import type { Failure } from '../../src/core/action.ts';
import { errorNames, errors } from '../../src/spec/errors.ts';
import type { OperationName } from '../../src/spec/routes.ts';
import { type Answer, completed, hosts, type Story, tell } from './world.ts';

const id = '00000000-0000-4000-8000-000000000000';

const calls: Readonly<Record<OperationName, (story: Story) => Answer>> = {
  sendEmail: (story) => story.sendEmail({ toEmailAddress: 'a@b', fromEmailAddress: 'c@d', emailContent: 'x' }),
  requestToken: (story) => story.form({ grant_type: 'client_credentials', scope: 'store::apps:readwrite' }),
  callSubmission: (story) => story.ask(`${hosts.submission}/x`),
  callReporting: (story) => story.ask(`${hosts.reporting}/x`),
  createDataQuery: (story) => story.create('x'),
  listDataQueryRecords: (story) => story.list('x', id),
  downloadFile: (story) => story.ask(`${hosts.links}/files/x`),
  downloadSchema: (story) => story.ask(`${hosts.links}/schemas/x`),
};

const fail = (story: Story, operation: OperationName, failure: Failure, times = 1): void => {
  story.act({ do: 'fail', operation, failure, times });
};

describe.each(['createDataQuery', 'listDataQueryRecords'] as const)('every row injected into %s', (operation) => {
  test.each(errorNames)('%s', (row) => {
    const story = tell();
    fail(story, operation, { kind: 'row', row });

    const answer = calls[operation](story);

    const { status, category, type, message } = errors[row];
    expect([answer.status, answer.text, answer.row]).toEqual([
      status,
      JSON.stringify({ category, type, message }),
      row,
    ]);
    expect(calls[operation](story).row).toBe('tokenInvalid');
  });
});

test.each([
  ['invalidClient', 401, 'invalid_client', 'Client authentication failed'],
  ['invalidScope', 400, 'invalid_scope', 'The request has an invalid parameter : scope'],
  [
    'unsupportedGrantType',
    400,
    'unsupported_grant_type',
    'The authorization grant type is not supported by the authorization server',
  ],
  ['invalidRequest', 400, 'invalid_request', 'The Content-Type is not supported by the authorization server'],
] as const)(
  'the token error %s can be injected by its name, whatever is asked for',
  (row, status, error, description) => {
    const story = tell();
    fail(story, 'requestToken', { kind: 'row', row });

    const answer = calls.requestToken(story);

    expect([answer.status, answer.text]).toEqual([status, JSON.stringify({ error, error_description: description })]);
    expect(calls.requestToken(story).status).toBe(200);
  },
);

test('the 400 of the e-mail interface can be injected by its name, and nothing is sent', () => {
  const story = tell();
  fail(story, 'sendEmail', { kind: 'row', row: 'badRequest' });

  expect(calls.sendEmail(story).status).toBe(400);
  expect(story.world.outbox).toHaveLength(0);
});

describe('a bare status', () => {
  const shapes: Readonly<Record<string, unknown>> = {
    sendEmail: { message: 'Injected 503' },
    requestToken: { error: 'service_unavailable', error_description: 'Injected 503' },
    callSubmission: { message: 'Injected 503' },
    callReporting: { message: 'Injected 503' },
    createDataQuery: { category: 'SERVICE_UNAVAILABLE', type: 'SERVICE_UNAVAILABLE', message: 'Injected 503' },
    listDataQueryRecords: { category: 'SERVICE_UNAVAILABLE', type: 'SERVICE_UNAVAILABLE', message: 'Injected 503' },
    downloadFile: '<Error><Code>SERVICE_UNAVAILABLE</Code></Error>',
    downloadSchema: '<Error><Code>SERVICE_UNAVAILABLE</Code></Error>',
  };

  test.each(Object.keys(calls) as OperationName[])('%s answers in the shape of its interface', (operation) => {
    const story = tell();
    fail(story, operation, { kind: 'status', status: 503 });

    const answer = calls[operation](story);

    expect([answer.status, answer.body ?? answer.text]).toEqual([503, shapes[operation]]);
    expect(story.events).toEqual([]);
  });

  test.each([
    [400, 'INVALID_PARAMETERS'],
    [401, 'UNAUTHORIZED'],
    [403, 'ACCESS_DENIED'],
    [404, 'RESOURCE_NOT_FOUND'],
    [409, 'REQUEST_CONFLICT'],
    [413, 'REQUEST_TOO_LARGE'],
    [418, 'STATUS_418'],
    [429, 'TOO_MANY_REQUESTS'],
    [500, 'INTERNAL_SERVER_ERROR'],
    [502, 'BAD_GATEWAY'],
    [504, 'INTEGRATION_TIMEOUT'],
  ])('%d on interface C is the row %s, or a type outside the table', (status, type) => {
    const ask = (choice: 'none' | 'outside-table'): Answer => {
      const story = tell({ 'errors.unknown': choice });
      fail(story, 'createDataQuery', { kind: 'status', status });
      return calls.createDataQuery(story);
    };

    expect([ask('none').status, ask('none').body.type]).toEqual([status, type]);
    const stranger = ask('outside-table');
    expect([stranger.status, stranger.body.type, Object.keys(stranger.body)]).toEqual([
      status,
      `STATUS_${status}`,
      ['category', 'type', 'message'],
    ]);
  });
});

describe('failures that wait', () => {
  const status = (code: number): Failure => ({ kind: 'status', status: code });

  test('they hit as often as told, in the order they came, and only their own operation', () => {
    const story = tell();
    fail(story, 'createDataQuery', status(500), 2);
    fail(story, 'listDataQueryRecords', status(504));
    fail(story, 'createDataQuery', { kind: 'row', row: 'scopeThrottled' });

    const create = [1, 2, 3, 4].map(() => calls.createDataQuery(story).status);

    expect([create, calls.listDataQueryRecords(story).status]).toEqual([[500, 500, 429, 403], 504]);
    expect(story.world.faults).toEqual([]);
  });

  test('they come ahead of everything, change nothing, and are not remembered', () => {
    const { story, token, id: query } = completed({ 'cache.errors': 'everything' });
    const page = story.list(token, query);
    fail(story, 'listDataQueryRecords', { kind: 'row', row: 'queryIdNotFound' });

    const [hit, after] = [story.list(token, query), story.list(token, query)];

    expect([hit.row, hit.remembered]).toEqual(['queryIdNotFound', false]);
    expect([after.text, after.remembered]).toEqual([page.text, true]);
  });

  test('a failure injected into a create leaves no query behind', () => {
    const story = tell();
    const { token } = story.login();
    fail(story, 'createDataQuery', { kind: 'row', row: 'integrationTimeout' });

    expect([story.create(token).status, story.world.queries.size, story.create(token).status]).toEqual([504, 0, 201]);
  });

  test('a request to no operation uses up no failure', () => {
    const story = tell();
    fail(story, 'createDataQuery', status(500));

    const [unknown, method] = ['/orders/other', '/orders/data-queries'].map((path) =>
      story.ask(`https://eu.example${path}`),
    );

    expect([unknown?.status, method?.status, story.world.faults.length]).toEqual([404, 404, 1]);
    expect(calls.createDataQuery(story).status).toBe(500);
  });
});
