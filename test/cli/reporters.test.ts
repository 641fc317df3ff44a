import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { brokenScenario, client, keptScenario, run } from './begin.ts';

const begin = (): { readonly folder: string; readonly argv: readonly string[] } => {
  const folder = temporaryFolder({ 'a.yaml': keptScenario, 'b.yaml': brokenScenario, 'client.mjs': client });
  return { folder, argv: ['run', `${folder}/a.yaml`, `${folder}/b.yaml`, '-c', `${folder}/client.mjs`] };
};

test('each report goes to its own file, in folders that are made; the terminal keeps its own', async () => {
  const { folder, argv } = begin();
  const names = ['junit', 'json', 'tap', 'markdown', 'github', 'terminal'];
  const files = names.flatMap((name) => ['--reporter', `${name}=${folder}/out/deep/${name}.txt`]);

  const { code, out } = await run([...argv, '--reporter', 'terminal', ...files]);

  const read = (name: string): string => readFileSync(`${folder}/out/deep/${name}.txt`, 'utf8');
  expect(code).toBe(1);
  expect(out).toMatch(/\n1 passed, 1 failed\n$/);
  expect(read('junit')).toMatch(
    /^<\?xml [\s\S]*<testsuites name="stunt-double" tests="2" failures="1"[\s\S]*<\/testsuites>\n$/,
  );
  expect(JSON.parse(read('json'))).toMatchObject({ passed: 1, failed: 1 });
  expect(read('tap')).toMatch(/^TAP version 14\n1\.\.2\nok 1 - a query is created\nnot ok 2 - a query is refused\n/);
  expect(read('markdown')).toContain('| ✗ | a query is refused |');
  expect(read('github')).toMatch(/^::error file=\S*\/b\.yaml,line=5,col=3,title=a query is refused::expected/);
  expect(read('terminal')).toMatch(/\n1 passed, 1 failed\n$/);
  expect(read('terminal')).not.toContain('\u001b');
});

test('a document on standard output has it for itself', async () => {
  const { argv } = begin();

  const { out } = await run([...argv, '--reporter', 'json']);

  expect(JSON.parse(out)).toMatchObject({ version: 1, planned: 2 });
});

test('on GitHub notes and a summary come by themselves; the summary is added to what is there', async () => {
  const { folder, argv } = begin();
  const summary = `${folder}/summary.md`;
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };

  const { out } = await run(argv, { env });
  await run(argv, { env });

  expect(out.split('\n').filter((line) => line.startsWith('::error '))).toHaveLength(2);
  expect(out).toContain('✓ a query is created');
  expect(readFileSync(summary, 'utf8').match(/^### ✗ stunt-double: 1 passed, 1 failed$/gm)).toHaveLength(2);
});

test('a summary that cannot be written changes nothing but a word on it', async () => {
  const { folder, argv } = begin();

  const { code, err } = await run([...argv, '--reporter', 'github'], { env: { GITHUB_STEP_SUMMARY: folder } });

  expect(code).toBe(1);
  expect(err).toMatch(/^the job summary cannot be written: /);
});
