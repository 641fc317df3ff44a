import { expect, test } from 'vitest';
import type { CallFacts } from '../../src/core/facts.ts';
import { gates } from '../../src/core/gates.ts';
import { completed, showRefusal, tell } from './world.ts';

/** Every value of every fact. The type makes the lists complete for facts, the test below for values. */
const values = {
  front: ['open', 'scannersBlock', 'apiMisconfigured'],
  scopeText: ['given', 'blank'],
  queryText: ['given', 'blank', 'none'],
  payload: ['fits', 'tooLarge'],
  body: ['accepted', 'unwanted'],
  header: ['bearer', 'missing', 'malformed'],
  authorizer: ['answers', 'authorizerUnreachable', 'authorizerFails'],
  token: ['live', 'unknown', 'revoked', 'expired', 'withoutProfile', 'withoutCustomer', 'garbled'],
  application: ['known', 'appUnidentifiable', 'gone', 'barred', 'notAllowlisted'],
  scope: ['enabled', 'malformed', 'unknown', 'disabled'],
  tokenCoversScope: [true, false],
  consented: [true, false],
} as const satisfies { readonly [Fact in keyof CallFacts]: readonly CallFacts[Fact][] };

const combine = (): CallFacts[] => {
  let found: Record<string, unknown>[] = [{}];
  for (const [fact, choices] of Object.entries(values)) {
    found = found.flatMap((facts) => choices.map((choice) => ({ ...facts, [fact]: choice })));
  }
  return found as unknown as CallFacts[];
};

/** The order as `auth.order` tells it, written out once more: what is wrong, and who answers. */
const order: readonly (readonly [keyof CallFacts, string | boolean, string])[] = [
  ['front', 'scannersBlock', 'blockedRequest'],
  ['front', 'apiMisconfigured', 'apiConfigurationError'],
  ['scopeText', 'blank', 'blankScopeId'],
  ['queryText', 'blank', 'blankQueryId'],
  ['payload', 'tooLarge', 'requestTooLarge'],
  ['body', 'unwanted', 'invalidParameters'],
  ['header', 'missing', 'missingAuthorizationHeader'],
  ['header', 'malformed', 'tokenFormatInvalid'],
  ['authorizer', 'authorizerUnreachable', 'authorizationConfigurationError'],
  ['authorizer', 'authorizerFails', 'authorizationFailure'],
  ['token', 'unknown', 'tokenInvalid'],
  ['token', 'revoked', 'tokenRevoked'],
  ['token', 'expired', 'tokenExpired'],
  ['token', 'withoutProfile', 'blankSecurityProfileId'],
  ['token', 'withoutCustomer', 'blankCustomerId'],
  ['token', 'garbled', 'invalidParameters'],
  ['application', 'appUnidentifiable', 'appIdentificationFailure'],
  ['application', 'gone', 'securityProfileNotFound'],
  ['application', 'barred', 'appNotAuthorized'],
  ['application', 'notAllowlisted', 'appNotAllowlisted'],
  ['scope', 'malformed', 'invalidParameters'],
  ['scope', 'unknown', 'scopeIdNotFound'],
  ['scope', 'disabled', 'scopeNotEnabled'],
  ['tokenCoversScope', false, 'accessNotAuthorized'],
  ['consented', false, 'accessNotAuthorized'],
];

const everything = combine();

test('for every combination of facts the first gate that applies answers', () => {
  const wrong = everything.filter((facts) => {
    const answer = gates.find(({ when }) => when(facts))?.refuses;
    return answer !== order.find(([fact, value]) => facts[fact] === value)?.[2];
  });
  expect(wrong).toEqual([]);
});

test('no gate is shadowed: each one answers somewhere', () => {
  const answering = new Set(everything.map((facts) => gates.findIndex(({ when }) => when(facts))));

  for (const index of gates.keys()) expect(answering, gates[index]?.refuses).toContain(index);
  expect(answering).toContain(-1);
});

test('the groups follow each other: front, path, payload, header, authorizer, token, application, scope, consent', () => {
  expect([...new Set(gates.map(({ group }) => group))]).toEqual([
    'front',
    'path',
    'payload',
    'header',
    'authorizer',
    'token',
    'application',
    'scope',
    'consent',
  ]);
});

test('through the service: with everything wrong, mending one cause after the other brings the next', () => {
  const story = tell();
  const ask = (scope: string, body: string, authorization?: string): string =>
    story.ask(`https://eu.example/${scope}/data-queries`, {
      method: 'POST',
      body,
      headers: authorization === undefined ? {} : { authorization },
    }).row ?? 'none';
  const large = 'x'.repeat(262_145);
  const barred = story.login('ann', 'orders', 'barred').token;
  const stranger = story.login('ann', 'orders', 'stranger').token;
  const billing = story.login('ann', 'billing').token;
  const { token } = story.login();

  expect([
    ask('%20', large),
    ask('nowhere', large),
    ask('nowhere', ''),
    ask('nowhere', '', 'Basic x'),
    ask('nowhere', '', 'Bearer x'),
    ask('nowhere', '', `Bearer ${barred}`),
    ask('nowhere', '', `Bearer ${stranger}`),
    ask('nowhere', '', `Bearer ${billing}`),
    ask('billing', '', `Bearer ${token}`),
    ask('profile', '', `Bearer ${token}`),
    ask('orders', '', `Bearer ${token}`),
  ]).toEqual([
    'blankScopeId',
    'requestTooLarge',
    'missingAuthorizationHeader',
    'tokenFormatInvalid',
    'tokenInvalid',
    'appNotAuthorized',
    'appNotAllowlisted',
    'scopeIdNotFound',
    'scopeNotEnabled',
    'accessNotAuthorized',
    'none',
  ]);
});

test('the operation comes last: maxResults, then the query, then the page token', () => {
  const { story, token, id } = completed();
  const unknown = '00000000-0000-4000-8000-000000000000';

  expect(story.list('x', unknown, '?maxResults=0').row).toBe('tokenInvalid');
  expect(story.list(token, unknown, '?maxResults=0&nextPageToken=x').row).toBe('invalidMaxResults');
  expect(story.list(token, unknown, '?nextPageToken=x').row).toBe('queryIdNotFound');
  expect(showRefusal(story.list(token, id, '?nextPageToken=x'))).toBe(
    '400 BAD_REQUEST INVALID_NEXT_PAGE Invalid next page token',
  );
});
