import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { checkTrace } from '../../src/recording/check-trace.ts';
import { recordTraffic } from '../../src/recording/record-traffic.ts';
import { redactHar } from '../../src/recording/redact-har.ts';
import { readTables } from '../spec/markdown.ts';
import { expectBlocksToRun } from './blocks.ts';

/** The examples of docs/verify.md, which have to stand here word by word. */

/** A token address that refuses with an error which is in no table. */
const send: typeof fetch = () =>
  Promise.resolve(Response.json({ error: 'busy', access_token: 'sdt-1-secret' }, { status: 400 }));

const requestToken = (call: typeof fetch): Promise<Response> =>
  call('https://auth.example.com/auth/o2/token', {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_secret: 'sdt-1-secret' }),
  });

test('a recording is made, judged and redacted', async () => {
  const recorder = recordTraffic(send, { hosts: { token: 'https://auth.example.com' } });
  await requestToken(recorder.fetch);
  const har = await recorder.toHAR();

  const judgements = checkTrace(har, { hosts: { token: 'https://auth.example.com' } });
  const broken = judgements.filter(({ verdict }) => verdict === 'broken');
  expect(broken.map(({ rule }) => rule.id)).toEqual(['S12']);

  const shared = redactHar(har);
  expect(JSON.stringify(shared)).not.toContain('sdt-1-secret');
});

test('every block of docs/verify.md is in the test above', () => {
  expectBlocksToRun('docs/verify.md', import.meta.filename, 3);
});

test('the page names every option of the command, and no other', () => {
  const nowhere = { write: () => true } as never;
  const program = createProgram({ stdout: nowhere, stderr: nowhere, env: {} }, () => undefined);
  const options = program.commands.find((command) => command.name() === 'verify')?.options ?? [];

  const page = readFileSync(resolve(import.meta.dirname, '../../docs/verify.md'), 'utf8');
  const rows = readTables(page).find(({ section }) => section === 'On the command line')?.rows;
  expect(rows).toEqual(options.map(({ flags, description }) => [flags, description]));
});
