import { expect, test } from 'vitest';
import { simulate } from '../../src/index.ts';
import { readSecrets } from '../../src/simulation/secrets.ts';

const readIn =
  (environment: Readonly<Record<string, string>>) =>
  (name: string): string | undefined =>
    environment[name];

test('the environment names variables whose values are secrets; one that is not set is none', () => {
  const environment = { STUNT_DOUBLE_SECRETS: 'API_KEY, NOT_SET', API_KEY: 'a key of mine', OTHER: 'another one' };

  expect(readSecrets(['given here'], 'here', readIn(environment))).toEqual(['given here', 'a key of mine']);
});

test.each([
  [{ secrets: 'text' }, 'simulate({ secrets }): this is no list of texts'],
  [{ secrets: [7] }, 'simulate({ secrets }): this is no list of texts'],
  [{ secrets: ['long enough', 'short'] }, 'simulate({ secrets })[1]: it is shorter than 8 characters'],
])('%j is refused', async (options, says) => {
  await expect(simulate(options as object)).rejects.toThrow(says);
});

test('a secret that is too short is named by its variable, and not shown', () => {
  expect(() => readSecrets([], 'here', readIn({ STUNT_DOUBLE_SECRETS: 'PIN', PIN: '1234' }))).toThrow(
    'STUNT_DOUBLE_SECRETS, PIN: it is shorter than 8 characters',
  );
});
