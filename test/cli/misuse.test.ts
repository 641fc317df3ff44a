import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { version } from '../../src/cli/version.ts';
import { bugsUrl } from '../../src/simulator-bug.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';
import { files, mistakes } from './mistakes.ts';

/** They only read it, so that it is made once. */
const folder = temporaryFolder(files);

test.each(mistakes)('$mistake: exit code 2, and the message says what to do', async ({ argv, says }) => {
  const words = argv.split(' ').filter((word) => word !== '');
  const { code, out, err } = await run(
    words.map((word) => word.replace('@', folder).replaceAll('_', word.includes('query') ? ' ' : '_')),
  );

  expect({ code, out }).toEqual({ code: 2, out: '' });
  for (const fragment of says) expect(err).toContain(fragment);
  expect(err).not.toMatch(/^\s+at /m);
});

test('an empty text for --client names no client', async () => {
  const { code, err } = await run(['run', `${folder}/a.yaml`, '--client', '']);

  expect(code).toBe(2);
  expect(err).toContain('--client: no client is named');
});

test('nothing runs when one of the scenarios cannot be read', async () => {
  const { code, out } = await run(['run', `${folder}/a.yaml`, `${folder}/wrong.yaml`, '-c', `${folder}/client.mjs`]);

  expect({ code, out }).toEqual({ code: 2, out: '' });
});

test('--help shows an example, and is no misuse', async () => {
  const { code, out } = await run(['run', '--help']);

  expect(code).toBe(0);
  expect(out).toContain('$ stunt-double run scenarios --client');
});

test('--version is the version of the package, and bugs are reported where it says', async () => {
  const packed: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

  expect(packed).toMatchObject({ version, bugs: { url: bugsUrl } });
  expect(await run(['--version'])).toMatchObject({ code: 0, out: `${version}\n` });
});
