import { expect, test } from 'vitest';
import { boundary } from '../../../src/spec/boundaries.ts';
import { limits } from '../../../src/spec/limits.ts';
import { count } from '../../../src/core/world.ts';
import { eventNames } from '../../../src/core/event.ts';
import { parseDuration } from '../../../src/spec/time.ts';
import { serviceFaults } from '../../../src/spec/faults.ts';
import { tell } from '../world.ts';

test('the sizes of the document, in the decimal reading of their units', () => {
  expect([limits.downloadSize.bytes, limits.notificationSize.bytes]).toEqual([2_000_000_000, 1_000]);
});

test('what is wrong inside the service is met as the row that says so', () => {
  expect(Object.fromEntries(Object.entries(serviceFaults).map(([name, { refuses }]) => [name, refuses]))).toEqual({
    scannersBlock: 'blockedRequest',
    apiMisconfigured: 'apiConfigurationError',
    authorizerUnreachable: 'authorizationConfigurationError',
    authorizerFails: 'authorizationFailure',
    appUnidentifiable: 'appIdentificationFailure',
    backendSilent: 'integrationTimeout',
    backendFails: 'integrationFailure',
    serviceThrows: 'internalServerError',
  });
});

test('the five minutes of the memory are the limit of the response cache, not that of links', () => {
  expect([boundary('answerMemory').of, boundary('authorizationMemory').of, boundary('linkLife').of]).toEqual([
    'answerMemory',
    'answerMemory',
    'linkLifetime',
  ]);
});

test('the events that scenarios wait for', () => {
  expect([...eventNames].sort()).toEqual([
    'canceled',
    'completed',
    'created',
    'downloaded',
    'listed',
    'mailSent',
    'notified',
    'tokenIssued',
    'tokenRefreshed',
  ]);
});

test.each([
  ['twelve digits', '999999999999ms', 999_999_999_999],
  ['thirteen digits', '1000000000000ms', undefined],
  ['six digits behind the point', '0.000125d', 10_800],
  ['seven digits behind the point', '0.1250000d', undefined],
  ['64 characters', '000000000001d 000000000001h 000000000001m 000000000001s 000001ms', 90_061_001],
  ['65 characters', '000000000001d 000000000001h 000000000001m 000000000001s 0000001ms', undefined],
])('a duration of %s', (_name, text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test('things of a kind are numbered for each owner: 1, 2, 3', () => {
  const { world } = tell();
  const number = (owner: string): number => count(world, 'thing', owner);

  expect([number('one'), number('one'), number('other'), number('one')]).toEqual([1, 2, 1, 3]);
});

test.each(['0.5ms', '1.0005s', '1.0005s 0.5ms'])('%s is no duration: whole milliseconds only', (text) => {
  expect(parseDuration(text)).toBe(undefined);
});
