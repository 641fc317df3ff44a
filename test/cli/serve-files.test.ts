import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openCaFile, openDotenv } from '../../src/cli/serve/files.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { start } from './start.ts';

/** What is left to do when the process ends, done while it goes on. */
const endProcess = (before: readonly unknown[]): void => {
  for (const leave of process.listeners('exit')) if (!before.includes(leave)) leave(0);
};

test('the files of serving go with the process that ends in the midst of it, and so does a folder made for one', () => {
  const folder = temporaryFolder();
  const before = process.listeners('exit');
  const files = [openDotenv(join(folder, '.env')), openCaFile(join(folder, 'ca.pem')), openCaFile(undefined)];
  for (const file of files) file.write('text');
  const whileServing = files.map(({ path }) => existsSync(path));

  endProcess(before);

  expect(whileServing).toEqual([true, true, true]);
  expect(readdirSync(folder)).toEqual([]);
  expect(existsSync(dirname(files[2]?.path ?? ''))).toBe(false);
  for (const file of files) file.remove();
  expect(process.listeners('exit')).toEqual(before);
});

const openers = [
  ['--dotenv', openDotenv],
  ['--ca-file', openCaFile],
] as const;

test.each(openers)('behind %s, a file of the user is neither replaced nor removed', (option, open) => {
  const folder = temporaryFolder({ mine: 'MINE=1\n' });

  expect(() => open(join(folder, 'mine'))).toThrow(`${option}: ${join(folder, 'mine')} is there, and not by serve`);

  expect(readFileSync(join(folder, 'mine'), 'utf8')).toBe('MINE=1\n');
});

test.each(openers)('behind %s, an empty file is taken, and so is one that a server left behind', (_option, open) => {
  const folder = temporaryFolder({ 'file.txt': '' });
  const path = join(folder, 'file.txt');

  const texts = ['A', 'B'].map((text) => {
    const file = open(path);
    file.write(text);
    onTestFinished(() => file.remove());
    return readFileSync(path, 'utf8');
  });

  const form = (text: string): string => `# stunt-double serve, process ${process.pid}\n${text}`;
  expect(texts).toEqual(['A', 'B'].map(form));
});

test.skipIf(process.platform === 'win32').each([
  ['--dotenv', ['--dotenv', 'pipe'], 'STUNT_DOUBLE_CLIENT_ID=application-1'],
  ['--ca-file', ['--tls', '--ca-file', 'pipe'], '-----END CERTIFICATE-----'],
])('behind %s, a pipe is written to, and neither read nor removed', async (_option, argv, holds) => {
  const folder = temporaryFolder();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reading = promisify(execFile)('cat', [pipe]);
  using serving = start(folder, ['serve', ...argv, '--', 'true']);

  const { stdout } = await reading;

  expect(stdout).toContain(holds);
  expect(await serving.ended).toMatchObject({ code: 0 });
  expect(statSync(pipe).isFIFO()).toBe(true);
});
