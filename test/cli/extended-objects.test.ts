import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { start } from './start.ts';

const client = `export default async ({ tokenUrl }) => {
  Object.prototype.extended = 5;
  Array.prototype.last = function () { return this[this.length - 1]; };
  const response = await fetch(tokenUrl, { method: 'POST', body: 'x' });
  await response.text();
};
`;

test('a client that extends all objects and lists is judged as any other', async () => {
  const folder = temporaryFolder({ 'client.mjs': client, 'a.yaml': 'name: extended\nexpect: { client: ends }\n' });
  using started = start(folder, ['run', 'a.yaml', '-c', 'client.mjs']);

  const { code, text } = await started.ended;

  expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('1 passed, 0 failed') as string });
});
