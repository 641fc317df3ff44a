import { type Grant, type GrantRow, grants } from '../../spec/grants.ts';
import { namesOf } from '../../spec/names-of.ts';
import { operations } from '../../spec/routes.ts';
import { grantType } from '../../spec/scopes.ts';
import type { TopicRow } from './topic.ts';

/** Where a client has from what it sends. */
const sources: Readonly<Record<string, string>> = {
  client_id: 'env.clientId',
  client_secret: 'env.clientSecret',
  refresh_token: 'env.customer.refreshToken',
  code: 'code',
  scope: "'store::apps:readwrite'",
};

const names: Readonly<Record<Grant, readonly string[]>> = {
  [grantType]: ['store token'],
  authorization_code: ['code'],
  refresh_token: ['refresh', 'refresh request', 'refresh token', 'token refresh'],
};

const pairsOf = (name: Grant, { fields }: GrantRow): readonly (readonly [string, string])[] => [
  ['grant_type', `'${name}'`],
  ...fields.map((field) => [field, sources[field] ?? field] as const),
];

const { method, path, success } = operations.requestToken;

/** What is asked of the token address, each with the request as it goes over the wire, and as it is written. */
export const grantTopics: readonly TopicRow[] = namesOf(grants).map((name) => {
  const row: GrantRow = grants[name];
  const ofCustomer = name !== grantType;
  const fields = ['grant_type', ...row.fields];
  return {
    name,
    aliases: [...names[name], 'token', 'access token', 'token request'],
    what: row.what,
    facts: [
      ['trades', row.what],
      ['request', `${method} ${path}`],
      ['header', 'Content-Type: application/x-www-form-urlencoded'],
      ['body', fields.map((field) => `${field}=${field === 'grant_type' ? name : '…'}`).join('&')],
      ['answer', `${success} { access_token, expires_in, scope, token_type${ofCustomer ? ', refresh_token' : ''} }`],
      ['code', 'const answer = await fetch(env.tokenUrl, {'],
      ['code', "  method: 'POST',"],
      ['code', '  body: new URLSearchParams({'],
      ...pairsOf(name, row).map(([field, value]) => ['code', `    ${field}: ${value},`] as const),
      ['code', '  }),'],
      ['code', '});'],
      ['open', ofCustomer ? 'login.refreshShape, login.refreshRotation, login.refusedGrant' : undefined],
      ['section', row.section],
    ],
  };
});
