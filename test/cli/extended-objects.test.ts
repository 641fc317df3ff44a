import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { endOf } from './start.ts';

/** Extends all objects and lists as soon as it is loaded, gets a token, with such headers, and returns what it is told of it. */
const client = (headers: string): string => `Object.prototype.extended = 5;
Array.prototype.last = function () { return this[this.length - 1]; };
export default async ({ tokenUrl, clientId, clientSecret }) => {
  const asked = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: 'reporting::store:marketer' };
  const body = new URLSearchParams(asked);
  const response = await fetch(tokenUrl, { method: 'POST', body, headers: ${headers} });
  if (!response.ok) throw new Error(await response.text());
  const { token_type, expires_in } = await response.json();
  return { told: [{ token_type, expires_in }] };
};
`;

/** All that it returns: what stands in every object is no part of it. */
const scenario = `name: extended
expect:
  client: succeeds
  result: { told: [{ token_type: bearer, expires_in: 3600 }] }
  requests: { requestToken: 1 }
`;

/** What the command line says of a client that sends such headers, run as a process: what it extends is extended for all there. */
const play = async (headers: string) => {
  const folder = temporaryFolder({ 'client.mjs': client(headers), 'a.yaml': scenario });
  return endOf(folder, ['run', 'a.yaml', '-c', 'client.mjs']);
};

test('a client that extends all objects and lists passes where it keeps the rules', async () => {
  const { code, text } = await play('{}');

  expect(text).toContain('1 passed, 0 failed');
  expect(code).toBe(0);
});

test('a client that extends all objects and lists is told what it breaks: its secret stands in a header', async () => {
  const { code, text } = await play('{ "x-secret": clientSecret }');

  expect(text).toContain('C2 secret-stays-home');
  expect(code).toBe(1);
});
