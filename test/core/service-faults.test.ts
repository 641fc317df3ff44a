import { describe, expect, test } from 'vitest';
import { serviceFaultNames, type ServiceFaultName } from '../../src/spec/faults.ts';
import { completed, hosts, rows, showRefusal, type Story, tell } from './world.ts';

/** What is wrong inside the service, and which refusal it brings about. */

const eu = hosts.regions['eu-west-1'];

const refusals = rows(`
  fault                  refusal
  scannersBlock          403 FORBIDDEN BLOCKED_REQUEST Request blocked for security reasons
  apiMisconfigured       500 INTERNAL_SERVER_ERROR API_CONFIGURATION_ERROR Failed to connect to server
  authorizerUnreachable  500 INTERNAL_SERVER_ERROR AUTHORIZATION_CONFIGURATION_ERROR Failed to authenticate the app
  authorizerFails        500 INTERNAL_SERVER_ERROR AUTHORIZATION_FAILURE Failed to authenticate the app
  appUnidentifiable      403 FORBIDDEN APP_IDENTIFICATION_FAILURE Failed to identify the app
  backendSilent          504 GATEWAY_TIMEOUT INTEGRATION_TIMEOUT Request timed out
  backendFails           500 INTERNAL_SERVER_ERROR INTEGRATION_FAILURE Failed to connect to server
  serviceThrows          500 INTERNAL_SERVER_ERROR INTERNAL_SERVER_ERROR Unexpected internal server exception
`).map(({ fault, refusal = '' }) => ({ fault: fault as ServiceFaultName, refusal }));

const inside = ['backendSilent', 'backendFails', 'serviceThrows'] as const;

const begin = (story: Story, fault: ServiceFaultName, length?: number): void => {
  story.act({ do: 'beginFault', fault, ...(length !== undefined && { for: length }) });
};

test('every service fault is here, in the order in which requests meet them', () => {
  expect(refusals.map(({ fault }) => fault)).toEqual(serviceFaultNames);
});

describe.each(refusals)('$fault', ({ fault, refusal }) => {
  test(`refuses both operations with ${refusal}, until it ends`, () => {
    const { story, token, id } = completed();
    begin(story, fault);

    for (const answer of [story.create(token), story.list(token, id)]) expect(showRefusal(answer)).toBe(refusal);
    story.wait('40m');
    expect(showRefusal(story.create(token))).toBe(refusal);
    story.act({ do: 'endFault', fault });
    expect([story.create(token).status, story.list(token, id).status]).toEqual([201, 200]);
  });

  test('does nothing else: no query, no memory, and the conflict of none', () => {
    const story = tell();
    const { token } = story.login();
    begin(story, fault);
    story.create(token);

    expect([story.world.queries.size, story.world.memory.size, story.notifications.length]).toEqual([0, 0, 0]);
    story.act({ do: 'endFault', fault });
    expect(story.create(token).status).toBe(201);
  });

  test('for a while: from the instant it begins, and no longer at its end', () => {
    const story = tell();
    const { token } = story.login();
    begin(story, fault, 60_000);

    const seen = ['0s', '59.999s', '1ms'].map((wait) => (story.wait(wait), story.create(token).status));

    expect(seen).toEqual([Number(refusal.slice(0, 3)), Number(refusal.slice(0, 3)), 201]);
  });

  test('begun again it lasts as long as the second says, shorter or for good', () => {
    const story = tell();
    begin(story, fault, 60_000);
    begin(story, fault, 30_000);
    story.wait('30s');
    const { token } = story.login();

    expect(story.create(token).status).toBe(201);
    begin(story, fault, 30_000);
    begin(story, fault);
    story.wait('20m');
    expect(showRefusal(story.create(token))).toBe(refusal);
  });

  test('leaves the other interfaces alone', () => {
    const { story, token, id } = completed();
    const [pair] = story.list(token, id).body.records;
    begin(story, fault);

    expect([story.ask(pair.file).status, story.exchange(story.code()).status]).toEqual([200, 200]);
    expect(story.storeToken('store::apps:readwrite')).toMatch(/^sdt-/);
  });
});

test('all at once: ending one after the other brings the next', () => {
  const story = tell();
  const { token } = story.login();
  for (const fault of serviceFaultNames.toReversed()) begin(story, fault);

  const seen = refusals.map(({ fault }) => {
    const shown = showRefusal(story.create(token));
    story.act({ do: 'endFault', fault });
    return shown;
  });

  expect(seen).toEqual(refusals.map(({ refusal }) => refusal));
  expect(story.create(token).status).toBe(201);
});

describe('where a service fault is met', () => {
  test.each(
    rows(`
      fault                  blank             large            headless                    unknown                          delisted
      scannersBlock          blockedRequest    blockedRequest   blockedRequest              blockedRequest                   blockedRequest
      apiMisconfigured       apiConfigurationError  apiConfigurationError  apiConfigurationError  apiConfigurationError      apiConfigurationError
      authorizerUnreachable  blankScopeId      requestTooLarge  missingAuthorizationHeader  authorizationConfigurationError  authorizationConfigurationError
      authorizerFails        blankScopeId      requestTooLarge  missingAuthorizationHeader  authorizationFailure             authorizationFailure
      appUnidentifiable      blankScopeId      requestTooLarge  missingAuthorizationHeader  tokenInvalid                     appIdentificationFailure
      backendSilent          blankScopeId      requestTooLarge  missingAuthorizationHeader  tokenInvalid                     appNotAllowlisted
      backendFails           blankScopeId      requestTooLarge  missingAuthorizationHeader  tokenInvalid                     appNotAllowlisted
      serviceThrows          blankScopeId      requestTooLarge  missingAuthorizationHeader  tokenInvalid                     appNotAllowlisted
    `),
  )('$fault: ahead of path, payload, header, token and application, or behind', (row) => {
    const story = tell();
    begin(story, row['fault'] as ServiceFaultName);
    const stranger = story.login('ann', 'orders', 'stranger').token;

    const seen = {
      blank: story.create('unknown', '%20').row,
      large: story.create('unknown', 'orders', eu, 'x'.repeat(262_145)).row,
      headless: story.ask(`${eu}/orders/data-queries`, { method: 'POST' }).row,
      unknown: story.create('unknown').row,
      delisted: story.create(stranger).row,
    };

    expect({ fault: row['fault'], ...seen }).toEqual(row);
  });

  test.each(inside)('%s is behind the limits and behind the memory of answers', (fault) => {
    const story = tell();
    const { token } = story.login();
    const first = story.create(token);
    begin(story, fault);

    const again = story.create(token);

    expect([again.text, again.remembered]).toEqual([first.text, true]);
    const bob = story.login('bob').token;
    expect([1, 2, 3].map(() => story.create(bob).status).every((status) => status >= 500)).toBe(true);
    expect(story.create(bob).status).toBe(429);
  });

  test.each(inside)('%s stands ahead of the conflict and of whatever is wrong with a listing', (fault) => {
    const story = tell();
    story.create(story.login().token);
    begin(story, fault);

    const other = story.login('ann', 'orders', 'other').token;

    expect(story.create(other).status).toBeGreaterThanOrEqual(500);
    expect(story.list(other, 'no-id', '?maxResults=0').status).toBeGreaterThanOrEqual(500);
  });

  test.each([
    ['operation-refusals', false],
    ['success-only', false],
    ['everything', true],
  ] as const)('cache.errors %s: the 5xx of a fault behind the service remembered: %s', (choice, remembered) => {
    const story = tell({ 'cache.errors': choice });
    const { token } = story.login();
    begin(story, 'backendFails');
    story.create(token);
    story.act({ do: 'endFault', fault: 'backendFails' });

    expect(story.create(token).remembered).toBe(remembered);
    story.wait('5m');
    expect(story.create(token).remembered).toBe(false);
  });

  test('cache.meaning authorization-only: whoever is vouched for does not meet the authorizer', () => {
    const { story, token, id } = completed({ 'cache.meaning': 'authorization-only' });
    story.list(token, id);
    const seen = (fault: ServiceFaultName): string | undefined => {
      begin(story, fault);
      const { row } = story.list(token, id);
      story.act({ do: 'endFault', fault });
      return row;
    };

    expect(serviceFaultNames.map(seen)).toEqual([
      'blockedRequest',
      'apiConfigurationError',
      undefined,
      undefined,
      undefined,
      'integrationTimeout',
      'integrationFailure',
      'internalServerError',
    ]);
  });
});
