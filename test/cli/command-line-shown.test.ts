import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';
import { endOf } from './start.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/command-line.md'), 'utf8');

const codeAfter = (title: string): string => {
  const from = page.indexOf(title);
  return /```\w+\n([\s\S]*?)```/.exec(page.slice(from))?.[1] ?? `nothing stands after ${title}`;
};

/** Real time differs from run to run. */
const withoutRealTime = (text: string): string => text.replace(/real [\d.]+ m?s/g, 'real …');

test('what it shows of init, and of a first run, is what is written', async () => {
  const manifest = '{ "type": "module", "devDependencies": { "vitest": "4" } }';
  const folder = temporaryFolder({ 'package.json': manifest });

  expect((await endOf(folder, ['init'])).text).toBe(codeAfter('$ npx stunt-double init'));
  const { code, text } = await endOf(folder, ['run']);

  expect(code).toBe(0);
  expect(withoutRealTime(text)).toBe(codeAfter('$ npx stunt-double run\n'));
});

test('what it shows of a broken scenario is what is written', async () => {
  const folder = temporaryFolder({
    'scenarios/sleep.yaml': codeAfter('scenarios/sleep.yaml'),
    'client.mjs': codeAfter('`client.mjs`:'),
  });

  const { code, text } = await endOf(folder, ['run', 'scenarios', '--client', 'client.mjs'], { COLUMNS: '100' });

  expect(code).toBe(1);
  expect(withoutRealTime(text)).toBe(codeAfter('$ npx stunt-double run scenarios --client client.mjs\n'));
});

test('what it shows of explain is what is written', async () => {
  const { out } = await run(['explain', 'ACCESS_TIME_ELAPSED']);

  expect(out).toBe(codeAfter('$ npx stunt-double explain ACCESS_TIME_ELAPSED\n'));
});
