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

const scenarios = {
  'plain.yaml': 'name: plain\n',
  'awaited.yaml': 'name: awaited\nexpect:\n  requests: { createDataQuery: 1 }\n',
};

const reports = ['-r', 'tap', '-r', 'json=report.json', '-r', 'junit=report.xml'];

test.each(['plain', 'awaited'])(
  'a signal is passed on to the command, which may end in its own way; the scenario (%s) was not run, and the code is 143',
  async (name) => {
    const folder = temporaryFolder({ 'client.py': client, ...scenarios });
    using serving = start(folder, ['serve', `${name}.yaml`, ...reports, '--', 'python3', 'client.py']);
    await serving.said('began');

    serving.tell('SIGTERM');

    const { code, text } = await serving.ended;
    expect(text).toContain('was told SIGTERM');
    expect(text).toContain('interrupted by SIGTERM');
    expect(text).toContain('Bail out! interrupted');
    expect(JSON.parse(readFileSync(`${folder}/report.json`, 'utf8'))).toMatchObject({
      stopped: 'interrupted',
      scenarios: [],
      notRun: [{ name }],
    });
    expect(readFileSync(`${folder}/report.xml`, 'utf8')).toMatch(/tests="1" failures="0".* skipped="1"/);
    expect(code).toBe(143);
  },
);

test('what was played before the signal is told, also of a world that another took the place of', async () => {
  const reset = `
import os, signal, urllib.request
urllib.request.urlopen(os.environ["STUNT_DOUBLE_CONTROL_URL"] + "reset", b"").close()
os.write(1, b"began")
signal.pause()
`;
  const folder = temporaryFolder({ 'client.py': reset, ...scenarios });
  const command = ['serve', 'plain.yaml', ...reports, '--control', '--', 'python3', 'client.py'];
  using serving = start(folder, command);
  await serving.said('began');

  serving.tell('SIGINT');

  const { code } = await serving.ended;
  expect(JSON.parse(readFileSync(`${folder}/report.json`, 'utf8'))).toMatchObject({
    stopped: 'interrupted',
    scenarios: [{ name: 'plain', verdict: 'kept' }],
    notRun: [{ name: 'plain' }],
  });
  expect(code).toBe(130);
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
