import { describe, expect, test } from 'vitest';
import { hosts, nobodysId, rows, showRefusal, type Story, tell } from './world.ts';

const eu = hosts.regions['eu-west-1'];

/** Both operations of interface C under one header. */
const both = (story: Story, authorization: string | undefined, scope = 'orders') => {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  return [
    story.ask(`${eu}/${scope}/data-queries`, { method: 'POST', headers }),
    story.ask(`${eu}/${scope}/data-queries/${nobodysId}/records`, { headers }),
  ];
};

const denied = '403 FORBIDDEN ACCESS_DENIED';

describe('the authorization header: the word Bearer, one space, a non-empty token', () => {
  test.each([
    [undefined, 'missing'],
    ['', 'missing'],
    ['   ', 'missing'],
    ['Bearer', 'format'],
    ['Bearer ', 'format'],
    ['Bearer  x', 'format'],
    [' Bearer x', 'format'],
    ['bearer x', 'format'],
    ['BEARER x', 'format'],
    ['Bearer x y', 'format'],
    ['Bearer x ', 'format'],
    ['Bearer\tx', 'format'],
    ['Bearerx', 'format'],
    ['Basic x', 'format'],
    ['x', 'format'],
    ['Bearer x', 'unknown'],
    ['Bearer Bearer', 'unknown'],
  ] as const)('%j is %s', (header, kind) => {
    const texts = {
      missing: '403 FORBIDDEN MISSING_AUTHORIZATION_HEADER Authorization header is missing or empty',
      format: `${denied} Access token format is invalid`,
      unknown: `${denied} Access token is invalid`,
    };
    const strict = kind === 'missing' ? 'format' : kind;

    for (const answer of both(tell(), header)) expect(showRefusal(answer)).toBe(texts[kind]);
    const asFormat = tell({ 'auth.missingHeader': 'format-invalid' });
    for (const answer of both(asFormat, header)) expect(showRefusal(answer)).toBe(texts[strict]);
  });
});

/** Every natural cause in the order of refusals, as something done to a story with a good token. */
const causes: Readonly<Record<string, (story: Story) => { token: string; scope?: string }>> = {
  'expired token': (story) => {
    const { token } = story.login();
    story.wait('1h');
    return { token };
  },
  'revoked token': (story) => {
    const { token } = story.login();
    story.act({ do: 'revokeToken', customer: 'ann' });
    return { token };
  },
  'store token': (story) => ({ token: story.storeToken('store::apps:readwrite') }),
  'profile gone': (story) => {
    const { token } = story.login();
    story.world.applications.delete('app');
    return { token };
  },
  'may not import': (story) => story.login('ann', 'orders', 'barred'),
  'not allowlisted': (story) => story.login('ann', 'orders', 'stranger'),
  'unknown scope': (story) => ({ ...story.login(), scope: 'nowhere' }),
  'scope not enabled': (story) => ({ ...story.login('ann', 'billing'), scope: 'billing' }),
  'scope not covered': (story) => ({ ...story.login(), scope: 'profile' }),
  'consent revoked': (story) => {
    const { token } = story.login();
    story.act({ do: 'revokeConsent', customer: 'ann' });
    return { token };
  },
  'consent expired': (story) => {
    const { token } = story.login();
    story.act({ do: 'expireConsent', customer: 'ann', scope: 'orders' });
    return { token };
  },
  'blank scope': (story) => ({ ...story.login(), scope: '%20' }),
  'blank scope, tab': (story) => ({ ...story.login(), scope: '%09' }),
  'empty scope': (story) => ({ ...story.login(), scope: '' }),
  'malformed escape': (story) => ({ ...story.login(), scope: '%zz' }),
};

const expected = rows(`
  cause              refusal
  expired token      403 FORBIDDEN ACCESS_DENIED Access token is expired. Refresh the token
  revoked token      403 FORBIDDEN ACCESS_DENIED Access token has been revoked
  store token        403 FORBIDDEN ACCESS_DENIED Access token is not authorized for this operation
  profile gone       404 RESOURCE_NOT_FOUND SECURITY_PROFILE_NOT_FOUND Security profile id does not exist
  may not import     403 FORBIDDEN ACCESS_DENIED App is not authorized to do this operation
  not allowlisted    403 FORBIDDEN APP_NOT_ALLOWLISTED App is not allowlisted
  unknown scope      404 RESOURCE_NOT_FOUND SCOPE_ID_NOT_FOUND Scope id does not exist
  scope not enabled  403 FORBIDDEN SCOPE_NOT_ENABLED Scope not enabled for app
  scope not covered  403 FORBIDDEN ACCESS_DENIED Access token is not authorized for this operation
  consent revoked    403 FORBIDDEN ACCESS_DENIED Access token is not authorized for this operation
  consent expired    403 FORBIDDEN ACCESS_DENIED Access token is not authorized for this operation
  blank scope        500 INTERNAL_SERVER_ERROR BLANK_SCOPE_ID Scope id is missing, empty or contains only whitespaces
  blank scope, tab   500 INTERNAL_SERVER_ERROR BLANK_SCOPE_ID Scope id is missing, empty or contains only whitespaces
  empty scope        500 INTERNAL_SERVER_ERROR BLANK_SCOPE_ID Scope id is missing, empty or contains only whitespaces
  malformed escape   500 INTERNAL_SERVER_ERROR INVALID_API_PATH Invalid API path
`);

describe('refusals of both operations', () => {
  test('every cause of this file has its row', () => {
    expect(expected.map(({ cause }) => cause)).toEqual(Object.keys(causes));
  });

  test.each(expected)('$cause: $refusal', ({ cause = '', refusal }) => {
    const story = tell();

    const { token, scope = 'orders' } = causes[cause]?.(story) ?? { token: '' };

    for (const answer of both(story, `Bearer ${token}`, scope)) {
      expect(showRefusal(answer)).toBe(refusal);
      expect(Object.keys(answer.body)).toEqual(['category', 'type', 'message']);
      expect(answer.headers).toEqual({ 'content-type': 'application/json' });
    }
  });
});

describe('paths and methods', () => {
  const missing = '404 RESOURCE_NOT_FOUND RESOURCE_NOT_FOUND Invalid URI or unsupported method';
  const blank = '500 INTERNAL_SERVER_ERROR BLANK_QUERY_ID Query id is missing, empty or contains only whitespaces';

  test.each([
    ['GET', '/orders/data-queries', missing],
    ['post', '/orders/data-queries', missing],
    ['PUT', '/orders/data-queries', missing],
    ['HEAD', `/orders/data-queries/${nobodysId}/records`, missing],
    ['POST', `/orders/data-queries/${nobodysId}/records`, missing],
    ['get', `/orders/data-queries/${nobodysId}/records`, missing],
    ['GET', `/orders/data-queries/${nobodysId}`, missing],
    ['GET', `/orders/data-queries/${nobodysId}/records/`, missing],
    ['POST', '/orders/data-queries/', missing],
    ['POST', '/a/b/data-queries', missing],
    ['GET', '/', missing],
    ['GET', '', missing],
    ['GET', '?x=1', missing],
    ['GET', '/%E0%A4%A', '500 INTERNAL_SERVER_ERROR INVALID_API_PATH Invalid API path'],
    ['GET', '/orders/data-queries/%zz/records', '500 INTERNAL_SERVER_ERROR INVALID_API_PATH Invalid API path'],
    ['GET', '/orders/data-queries//records', blank],
    ['GET', '/orders/data-queries/%20/records', blank],
  ])('%s %s: %s', (method, path, refusal) => {
    const story = tell();
    const { token } = story.login();

    const answer = story.ask(`${eu}${path}`, { method, headers: { authorization: `Bearer ${token}` } });

    expect(showRefusal(answer)).toBe(refusal);
  });
});

describe('the payload', () => {
  const large = '413 CONTENT_TOO_LARGE REQUEST_TOO_LARGE Payload size limit exceeded';

  test.each([
    ['x', 262_144, 201],
    ['x', 262_145, 413],
    ['é', 131_072, 201],
    ['é', 131_073, 413],
    ['€', 87_381, 201],
    ['€', 87_382, 413],
    ['😀', 65_536, 201],
    ['😀', 65_537, 413],
    ['\ud83d', 87_381, 201],
    ['\ud83d', 87_382, 413],
  ] as const)('%s times %d: %d', (letter, times, status) => {
    const story = tell();
    const { token } = story.login();

    const answer = story.create(token, 'orders', eu, letter.repeat(times));

    expect(answer.status).toBe(status);
    if (status === 413) expect(showRefusal(answer)).toBe(large);
  });

  test('query.maxPayload: one byte more than this is answered with 413', () => {
    const story = tell({ 'query.maxPayload': 0 });
    const { token } = story.login();

    expect([story.create(token, 'orders', eu, 'x').status, story.create(token).status]).toEqual([413, 201]);
  });

  test('query.maxPayload: what is no UTF-8 has more bytes as a text than were sent', () => {
    const story = tell({ 'query.maxPayload': 2 });
    const { token } = story.login();
    const create = (bytes: number) =>
      story.ask(`${eu}/orders/data-queries`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: '\ufffd'.repeat(bytes),
        bytes,
      });

    expect(showRefusal(create(3))).toBe(large);
    expect(create(2).status).toBe(201);
  });

  test('list.body ignored: that of a list, and of nothing else', () => {
    const story = tell({ 'query.maxPayload': 1, 'list.body': 'ignored' });
    const { token } = story.login();

    const answer = story.create(token, 'orders', eu, 'xx');

    expect(showRefusal(answer)).toBe(large);
    expect(answer.leaned).not.toContain('list.body');
  });

  test('query.createBody: anything, or nothing', () => {
    const story = tell({ 'query.createBody': 'refused' });
    const { token } = story.login();

    const refused = story.create(token, 'orders', eu, '{}');

    expect(showRefusal(refused)).toBe(
      '400 BAD_REQUEST INVALID_PARAMETERS Parameters provided for this request are invalid',
    );
    expect(story.create(token).status).toBe(201);
    const usual = tell();
    expect(usual.create(usual.login().token, 'orders', eu, '{').status).toBe(201);
  });
});
