import { describe, expect, test } from 'vitest';
import { hosts, rows, type Story, tell } from './world.ts';

const grant = { grant_type: 'client_credentials', scope: 'store::apps:readwrite' };

describe('interface B, tokens', () => {
  test.each(['store::apps:readwrite', 'reporting::store:marketer'])('a token for %s', (scope) => {
    const answer = tell().form({ ...grant, scope });

    expect([answer.status, answer.body]).toEqual([
      200,
      { access_token: expect.stringMatching(/^sdt-[0-9a-f]{100,}$/), expires_in: 3600, scope, token_type: 'bearer' },
    ]);
  });

  test('two tokens are never the same', () => {
    const story = tell();

    expect(story.storeToken(grant.scope)).not.toBe(story.storeToken(grant.scope));
  });

  const errors: Readonly<Record<string, string>> = {
    client: '401 invalid_client Client authentication failed',
    scope: '400 invalid_scope The request has an invalid parameter : scope',
    grant: '400 unsupported_grant_type The authorization grant type is not supported by the authorization server',
    type: '400 invalid_request The Content-Type is not supported by the authorization server',
  };

  const ask = (story: Story, fault: Readonly<Record<string, string>>): string => {
    const type: Record<string, string> = fault['type'] === 'json' ? { 'content-type': 'application/json' } : {};
    const { status, body } = story.form(
      {
        client_id: fault['client'] === 'unknown' ? 'nobody' : 'app',
        client_secret: fault['client'] === 'wrong' ? 'x' : 'app-secret',
        grant_type: fault['grant'] === 'other' ? 'password' : 'client_credentials',
        scope: fault['scope'] === 'other' ? 'orders' : grant.scope,
      },
      type,
    );
    return status === 200 ? 'token' : `${status} ${body.error} ${body.error_description}`;
  };

  test.each(
    rows(`
      type  grant  client   scope  request-first  client-first
      form  good   good     good   token          token
      json  other  wrong    other  type           type
      form  other  wrong    other  grant          client
      form  other  good     other  grant          grant
      form  good   wrong    other  client         client
      form  good   unknown  good   client         client
      form  good   good     other  scope          scope
    `),
  )('$type, grant $grant, client $client, scope $scope: $request-first', (row) => {
    for (const order of ['request-first', 'client-first'] as const) {
      const outcome = row[order] ?? '';
      expect(ask(tell({ 'token.checkOrder': order }), row)).toBe(errors[outcome] ?? outcome);
    }
  });

  test('each missing field is the fault its own error names', () => {
    const without = (name: string): string => {
      const fields = Object.entries({ client_id: 'app', client_secret: 'app-secret', ...grant });
      const body = fields.flatMap(([key, value]) => (key === name ? [] : [`${key}=${value}`])).join('&');
      const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
      return tell().ask(`${hosts.token}/auth/o2/token`, { method: 'POST', headers, body }).body.error;
    };

    expect(['client_id', 'client_secret', 'grant_type', 'scope'].map(without)).toEqual([
      'invalid_client',
      'invalid_client',
      'unsupported_grant_type',
      'invalid_scope',
    ]);
  });

  test.each([undefined, '', 'text/plain', 'multipart/form-data', 'application/json', 'application/x-www-form'])(
    'the content type %j is not supported',
    (type) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };

      const { status, body } = tell().ask(`${hosts.token}/auth/o2/token`, { method: 'POST', headers });

      expect([status, body.error]).toEqual([400, 'invalid_request']);
    },
  );

  test('a content type is read without regard to case and parameters; a form may hold anything', () => {
    const body = 'scope=store%3A%3Aapps%3Areadwrite&%zz=1&scope=x&alone&client_id=app&client_secret=app-secret';
    const headers = { 'content-type': 'Application/X-WWW-Form-Urlencoded;charset=utf-8' };

    const { status } = tell().ask(`${hosts.token}/auth/o2/token`, {
      method: 'POST',
      headers,
      body: `${body}&grant_type=client_credentials`,
    });

    expect(status).toBe(200);
  });

  test('token.errorStatus: 401 for invalid_client, or 400 for each', () => {
    const story = tell({ 'token.errorStatus': 'all-400' });

    expect(ask(story, { client: 'wrong' })).toBe('400 invalid_client Client authentication failed');
    expect(ask(story, { scope: 'other' })).toBe(errors['scope']);
    expect(ask(tell(), { client: 'wrong' })).toBe(errors['client']);
  });

  test('token.prefix: every access token begins with the text', () => {
    expect(tell({ 'token.prefix': 'Access|' }).storeToken(grant.scope)).toMatch(/^Access\|[0-9a-f]+$/);
    expect(tell({ 'token.prefix': 'Access|' }).login().token).toMatch(/^Access\|[0-9a-f]+$/);
  });
});

describe('the store areas', () => {
  const call = (story: Story, area: 'submission' | 'reporting', authorization?: string, method = 'GET') =>
    story.ask(`${hosts[area]}/any/thing?x=1`, {
      method,
      headers: authorization === undefined ? {} : { authorization },
    });

  test.each(['GET', 'POST', 'PUT', 'DELETE'])('a live token opens its own area to %s', (method) => {
    const story = tell();
    const submission = story.storeToken('store::apps:readwrite');
    const reporting = story.storeToken('reporting::store:marketer');

    const first = call(story, 'submission', `Bearer ${submission}`, method);
    const second = call(story, 'reporting', `Bearer ${reporting}`, method);

    expect([first.status, first.body, second.status, second.body]).toEqual([200, {}, 200, {}]);
  });

  test.each(['none', 'empty', 'scheme', 'unknown', 'other area', 'customer', 'expired', 'revoked', 'ended'])(
    'no access with %s: HTTP 403 with the message Request is not authorized',
    (kind) => {
      const story = tell();
      const good = story.storeToken('store::apps:readwrite');
      if (kind === 'expired') story.wait('1h');
      if (kind === 'revoked') story.act({ do: 'revokeStoreToken', store: 'submission' });
      if (kind === 'ended') story.act({ do: 'expireStoreToken', store: 'submission' });
      const headers: Record<string, string | undefined> = {
        none: undefined,
        empty: '',
        scheme: `Basic ${good}`,
        unknown: 'Bearer unknown',
        'other area': `Bearer ${story.storeToken('reporting::store:marketer')}`,
        customer: `Bearer ${story.login().token}`,
      };

      const { status, body } = call(story, 'submission', kind in headers ? headers[kind] : `Bearer ${good}`);

      expect([status, body]).toEqual([403, { message: 'Request is not authorized' }]);
    },
  );

  test('revoking the tokens of one area leaves the other alone', () => {
    const story = tell();
    const reporting = story.storeToken('reporting::store:marketer');

    story.act({ do: 'revokeStoreToken', store: 'submission' });

    expect(call(story, 'reporting', `Bearer ${reporting}`).status).toBe(200);
  });

  test('store.missingToken: as an expired one, or 401 with the same message', () => {
    const story = tell({ 'store.missingToken': 'unauthorized' });

    const { status, body } = call(story, 'submission');

    expect([status, body]).toEqual([401, { message: 'Request is not authorized' }]);
    expect(call(story, 'submission', 'Bearer unknown').status).toBe(403);
    expect(call(tell(), 'submission').status).toBe(403);
  });

  test('store.answer: an empty object, or no content', () => {
    const story = tell({ 'store.answer': 'no-content' });

    const { status, text } = call(story, 'submission', `Bearer ${story.storeToken('store::apps:readwrite')}`);

    expect([status, text]).toEqual([204, '']);
  });
});
