import { expect, test } from 'vitest';
import { hosts, tell } from '../world.ts';

/** What a token request must have depends on its grant alone. (token.missingField, token.repeatedField) */

const client = { client_id: 'app', client_secret: 'app-secret' };
const whole = {
  store: { ...client, grant_type: 'client_credentials', scope: 'store::apps:readwrite' },
  code: { ...client, grant_type: 'authorization_code', code: 'no-code' },
  refresh: { ...client, grant_type: 'refresh_token', refresh_token: 'no-token' },
  other: { ...client, grant_type: 'other' },
};

const errorOf = (fields: Readonly<Record<string, string>>): unknown =>
  tell({ 'token.missingField': 'invalid-request' }).form(fields).body.error;

test.each([
  { kind: 'store', error: undefined },
  { kind: 'code', error: 'invalid_grant' },
  { kind: 'refresh', error: 'invalid_grant' },
  { kind: 'other', error: 'unsupported_grant_type' },
] as const)(
  'a request of the kind "$kind" misses nothing when it has all, and each field when that is empty',
  (row) => {
    const fields = whole[row.kind];

    expect(errorOf(fields)).toBe(row.error);
    for (const field of Object.keys(fields))
      expect([field, errorOf({ ...fields, [field]: '' })]).toEqual([field, 'invalid_request']);
  },
);

test('what looks like fields in a JSON text is none that is there twice', () => {
  const story = tell({ 'token.repeatedField': 'refused', 'login.refreshShape': 'json' });
  const ask = (token: string): unknown =>
    story.ask(`${hosts.token}/auth/o2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...whole.refresh, refresh_token: token }),
    }).body.error;

  expect(ask('x&twice=1&twice=2')).toBe('invalid_grant');
});

test('a request with each field once leans on no reading of repeated ones', () => {
  const story = tell({ 'token.repeatedField': 'last' });

  expect(story.form(whole.store).leaned).not.toContain('token.repeatedField');
});

test('a field too many is one of a request for a store token alone', () => {
  const story = tell({ 'token.unknownField': 'refused' });

  expect(story.form({ ...whole.store, state: 'x' }).body.error).toBe('invalid_request');
  expect(story.form({ ...whole.code, redirect_uri: 'x' }).body.error).toBe('invalid_grant');
});
