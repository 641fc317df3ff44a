import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deepTest, sampled } from '../sampled.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';
import { clients } from './check-clients.ts';
import { endOf } from './start.ts';

/** The command as it is typed in the folder of the clients. */
const type = (folder: string, line: string) => endOf(folder, line.split(' '), { COLUMNS: '100' });

const replayLine = (text: string): string => /replay: npx stunt-double (.*)\n/.exec(text)?.[1] ?? 'no replay line';

test('what check finds and saves, run fails on as long as the client does, and a next check begins with it', async () => {
  const folder = temporaryFolder(clients);

  const found = await type(folder, 'check stubborn.mjs --transport fetch --regressions regressions');
  const [name = ''] = readdirSync(`${folder}/regressions`);
  const scenario = readFileSync(`${folder}/regressions/${name}`, 'utf8');

  expect(found.code).toBe(1);
  expect(found.text).toContain('  broken: C4 refresh-then-retry: Told that its token is expired, ');
  expect(found.text).toMatch(/\n {4}found: at (?:\d+h)?\d+m\d+\.\d{3}s, #\d+: \w+ was repeated with /);
  expect(found.text).toContain(
    '\n    npx stunt-double explain C4 "Authentication, interface C"; --rules C4=off turns it off\n',
  );
  expect(found.text).toMatch(/\n {2}scenario \d+ of seed 0, shrunk:\n {4}(?:- .*|no fault is injected)\n/);
  expect(found.text).toMatch(
    /\n {2}what happened:\n {4,}time │ client .*\n(?:.*\n)*.* │ 403 tokenExpired \(injected\) +│/,
  );
  expect(found.text).toContain(
    `\n  saved as regressions/${name}:\n${scenario.trimEnd().replace(/^/gm, '    ')}\n  replay: npx stunt-double `,
  );
  expect(replayLine(found.text)).toBe(`run regressions/${name} --client stubborn.mjs --seed 0`);
  expect(found.text).toMatch(/\n✗ the client is broken: \d+ scenarios? {2}seed 0 {2}real [\d.]+ m?s\n$/);

  const saved = `${folder}/regressions`;
  const wrong = await run(['run', saved, '--client', `${folder}/stubborn.mjs`]);
  const mended = await run(['run', saved, '--client', `${folder}/sound.mjs`]);
  const pasted = await type(folder, replayLine(found.text));
  const again = await run(['check', `${folder}/stubborn.mjs`, '--transport', 'fetch', '--regressions', saved]);

  expect(wrong.code).toBe(1);
  expect(wrong.out).toContain('    broken: C4 refresh-then-retry: ');
  expect(mended.code).toBe(0);
  expect(mended.out).toMatch(/\n1 passed, 0 failed\n$/);
  expect(pasted.code).toBe(1);
  expect(pasted.text).toContain('    broken: C4 refresh-then-retry: ');
  expect(again.code).toBe(1);
  expect(again.out).toMatch(/\n {2}a saved counterexample:\n/);
  expect(again.out).toMatch(/\n✗ the client is broken: in a saved counterexample {2}seed 0 /);
  expect(readdirSync(`${folder}/regressions`)).toEqual([name]);
});

deepTest('not saved, it comes with a token that replays it', async () => {
  const folder = temporaryFolder(clients);

  const { text } = await type(folder, 'check stubborn.mjs --transport fetch');
  const again = await type(folder, replayLine(text));

  expect(text).toMatch(/\n {2}as a scenario file:\n {4}name: C4 refresh-then-retry\n/);
  expect(replayLine(text)).toMatch(/^replay sd1_\S+ --client stubborn\.mjs$/);
  expect(again.code).toBe(1);
  expect(again.text).toContain('    broken: C4 refresh-then-retry: ');
});

test('a scenario in which a client need not succeed is kept by a mended one that does', async () => {
  const folder = temporaryFolder(clients);
  const saved = `${folder}/saved`;
  const argv = ['--mode', 'any', '--transport', 'fetch', '--regressions', saved];

  const { out } = await run(['check', `${folder}/helpless.mjs`, ...argv]);
  const wrong = await run(['run', saved, '--client', `${folder}/helpless.mjs`]);
  const mended = await run(['run', saved, '--client', `${folder}/sound.mjs`]);

  expect(out).toContain('  broken: C4 refresh-then-retry: ');
  expect(out).toContain('\n      client: ends\n');
  expect(wrong.code).toBe(1);
  expect(wrong.out).toContain('broken: C4 refresh-then-retry: ');
  expect(mended).toMatchObject({ code: 0, out: expect.stringMatching(/\n1 passed, 0 failed\n$/) });
});

test('a mended client passes the saved counterexamples, and is run through new scenarios', async () => {
  const folder = temporaryFolder(clients);
  const check = (client: string) =>
    run(['check', `${folder}/${client}`, '--runs', '20', '--transport', 'fetch', '--regressions', `${folder}/kept`]);

  await check('stubborn.mjs');
  const { code, out } = await check('sound.mjs');

  expect(code).toBe(0);
  expect(out).toMatch(/\n✓ nothing broke the client: 20 scenarios, 1 replayed {2}seed 0 /);
});

test.each(sampled([{ more: [] }, { more: ['--workers', '2'] }], { every: 2 }))(
  'a client that fails although nothing goes wrong has that scenario saved, too, $more',
  async ({ more }) => {
    const folder = temporaryFolder(clients);
    const saved = `${folder}/regressions`;

    const { code, out } = await run(['check', `${folder}/failing.mjs`, '--regressions', saved, ...more]);
    const [name = ''] = readdirSync(saved);
    const ran = await run(['run', saved, '--client', `${folder}/failing.mjs`]);

    expect(code).toBe(1);
    expect(out).toContain('\n  the baseline scenario:\n    no fault is injected\n');
    expect(out).toContain(`\n  saved as ${saved}/${name}:\n`);
    expect(out).toContain('\n✗ the client is broken: in the baseline scenario  ');
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('broken: C17 complete: ');
  },
);
