import { expect, test } from 'vitest';
import { wrapWords } from '../../src/print/wrap.ts';
import { client, folderWith, keptScenario, run, type Surroundings } from './begin.ts';

const runOne = async (surroundings: Surroundings) => {
  const folder = folderWith({ 'a.yaml': keptScenario, 'client.mjs': client });
  return run(['run', folder, '--client', `${folder}/client.mjs`], surroundings);
};

test('on a terminal one line of progress is rewritten, and gone in the end; results are in colour', async () => {
  const { out, err } = await runOne({ tty: true });

  expect(err).toBe('\r\u001b[2K1/1 a query is created\r\u001b[2K');
  expect(out).toContain('\u001b[32m✓\u001b[39m a query is created');
});

test('on a build server nothing is rewritten', async () => {
  const { out, err } = await runOne({ tty: true, env: { CI: 'true' } });

  expect(err).toBe('');
  expect(out).toContain('a query is created');
});

test('with NO_COLOR there is no colour, also on a terminal', async () => {
  const { out } = await runOne({ tty: true, env: { NO_COLOR: '1' } });

  expect(out).not.toContain('\u001b');
  expect(out).toMatch(/^✓ a query is created/);
});

test('into a file or a pipe go plain lines', async () => {
  const { out, err } = await runOne({});

  expect(err).toBe('');
  expect(out).not.toMatch(/[^\P{Cc}\n]/u);
});

test('long lists are broken between words', () => {
  expect(wrapWords('one two three four', 9)).toEqual(['one two', 'three', 'four']);
});

test('a word that is too long has a line of its own', () => {
  expect(wrapWords('a longer-than-nine b', 9)).toEqual(['a', 'longer-than-nine', 'b']);
});
