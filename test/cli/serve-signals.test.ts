import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { start } from './start.ts';

const client = `
import os, signal
def leave(number, _):
    os.write(1, ("was told " + signal.Signals(number).name).encode())
    os._exit(7)
for one in (signal.SIGTERM, signal.SIGINT): signal.signal(one, leave)
os.write(1, b"began")
while True: signal.pause()
`;

test('a signal is passed on to the command, which may end in its own way; the reports are written, and the code is 143', async () => {
  const folder = temporaryFolder({ 'client.py': client });
  using serving = start(folder, ['serve', '--reporter', `json=${folder}/report.json`, '--', 'python3', 'client.py']);
  await serving.said('began');

  serving.tell('SIGTERM');

  const { code, text } = await serving.ended;
  expect(text).toContain('was told SIGTERM');
  expect(text).toContain('interrupted');
  expect(JSON.parse(readFileSync(`${folder}/report.json`, 'utf8'))).toMatchObject({ scenarios: [{ verdict: 'kept' }] });
  expect(code).toBe(143);
});

test('without a command, SIGTERM is the end of serving: what came is judged, and nothing stays behind', async () => {
  const folder = temporaryFolder();
  using serving = start(folder, ['serve', '--dotenv', '.env', '--tls', '--ca-file', 'ca.pem']);
  await serving.said('until it is interrupted');
  const { STUNT_DOUBLE_TOKEN_URL: url } = parseEnv(readFileSync(`${folder}/.env`, 'utf8'));

  serving.tell('SIGTERM');

  const { code, text } = await serving.ended;
  expect(url).toMatch(/^https:/);
  expect(text).toContain('1 passed, 0 failed');
  expect([existsSync(`${folder}/.env`), existsSync(`${folder}/ca.pem`)]).toEqual([false, false]);
  expect(code).toBe(0);
});
