import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reporterNames } from '../../src/report/reporters.ts';
import { describeReplay } from '../../src/cli/replay-line.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';

/** Moves the cursor, colours, turns the text around, and gives orders to three build servers. */
const hostile =
  '\u001b[31mred\u202Edlo\u0007\u009b2J ##vso[task.setvariable variable=a]b ##teamcity[x] ##[group]y \'"`$(touch z)`';

/** The same at the beginning of a line, where GitHub looks for its own. */
const lines = `${hostile}\n::error::broken\n  ::set-output name=a::b\n##vso[task.complete]`;

/** The name of a scenario is one line. */
const named = hostile.replace(/\p{Cc}/gu, '');

const files = {
  [`${hostile}/a.yaml`]: `name: ${JSON.stringify(named)}\nexpect: { client: succeeds }\n`,
  [`${hostile} project/package.json`]: '{}',
  'client.mjs': `export default async () => {
  throw new Error(${JSON.stringify(lines)});
};
`,
};

/** Notes for GitHub, which reads each as a whole, and takes nothing in the midst of it for another. */
const notes = /^::(?:error|warning) (?:file|title)=.*$/gm;

/** What a terminal or a build server would act upon. */
const harmIn = (text: string): readonly string[] => [
  ...(text.match(/[^\P{Cc}\n\t]|[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\u2028\u2029\uFEFF]/gu) ?? []),
  ...(text.replace(notes, '').match(/##\w*\[.*|^\s*::.*/gm) ?? []),
];

interface Command {
  readonly what: string;
  readonly argv: readonly string[];
  readonly code: number;
}

const commands: readonly Command[] = [
  ...reporterNames.map((name) => ({
    what: `run, reported as ${name}`,
    argv: ['run', 'DIR/a.yaml', '-c', 'CLIENT', '-r', name],
    code: 1,
  })),
  { what: 'check', argv: ['check', 'CLIENT', '--runs', '3', '--regressions', 'DIR/saved'], code: 1 },
  { what: 'check as JSON', argv: ['check', 'CLIENT', '--runs', '3', '-r', 'json'], code: 1 },
  { what: 'sweep', argv: ['sweep', 'CLIENT', '--scenario', 'DIR/a.yaml'], code: 1 },
  { what: 'diff', argv: ['diff', 'CLIENT', 'CLIENT', '--runs', '3'], code: 0 },
  { what: 'list', argv: ['list', 'scenarios', 'DIR'], code: 0 },
  { what: 'verify', argv: ['verify', 'DIR/a.yaml'], code: 2 },
  { what: 'init', argv: ['init', 'DIR project'], code: 0 },
  { what: 'explain', argv: ['explain', lines], code: 2 },
  { what: 'an option that there is not', argv: ['run', `--${lines}`], code: 2 },
  { what: 'a command that there is not', argv: [lines], code: 2 },
  { what: 'a value that is none', argv: ['run', 'DIR', '--seed', lines, '-c', 'CLIENT'], code: 2 },
  { what: 'a client that is not there', argv: ['run', 'DIR', '-c', `DIR/no-${lines}`], code: 2 },
  { what: 'a report for which there is no room', argv: ['run', 'DIR', '-r', `json=DIR/a.yaml/${lines}`], code: 2 },
  {
    what: 'a folder of traces for which there is none',
    argv: ['run', 'DIR', '-c', 'CLIENT', '-t', 'DIR/a.yaml'],
    code: 2,
  },
];

test.each(commands)('whatever names and texts say, it stays text: $what', async ({ argv, code }) => {
  const folder = temporaryFolder(files);
  const put = (word: string): string =>
    word.replace('DIR', () => `${folder}/${hostile}`).replace('CLIENT', () => `${folder}/client.mjs`);

  const ended = await run(argv.map(put));

  const said = ended.out + ended.err;
  expect({ code: ended.code, said }).toMatchObject({ code, said: expect.stringMatching(/.{10}/) });
  expect(harmIn(said)).toEqual([]);
});

test('what can do harm is told from what cannot', () => {
  expect(harmIn(lines)).toHaveLength(8);
  expect(harmIn('::error file=a.yaml::fine\n  a::b #1 ##')).toEqual([]);
});

const shells = ['bash', 'zsh'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0);

test.each(shells)('a replay line, pasted into %s, has each word as it was', (shell) => {
  const names = [hostile, lines, "it's", 'a b', '#::', 'ünï\u202E\u0001f', '\\x41', '!!', '$HOME', 'tab\tend'];
  const line = describeReplay({ scenario: lines, client: `/${hostile}`, seed: 1, assume: names });

  const { stdout } = spawnSync(shell, ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8', env: { LC_ALL: 'C' } });

  const words = stdout.split('\0');
  expect(words.slice(0, 4)).toEqual(['npx', 'stunt-double', 'run', lines]);
  expect(words.filter((_, index) => words[index - 1] === '--assume')).toEqual(names);
  expect(words).toContain(`/${hostile}`);
  expect(harmIn(line)).toEqual([]);
});

test('no symbolic link in an output folder is followed: by reports, traces, init', async () => {
  const folder = temporaryFolder({
    'mine/keep': 'mine',
    'a.yaml': 'name: a\n',
    'client.mjs': 'export default () => 1;\n',
    'project/package.json': '{}',
  });
  mkdirSync(`${folder}/traces`);
  symlinkSync('../mine/keep', `${folder}/traces/a.jsonl`);
  symlinkSync('mine/keep', `${folder}/report.json`);
  symlinkSync('../mine', `${folder}/project/.github`);
  const argv = ['run', `${folder}/a.yaml`, '-c', `${folder}/client.mjs`];

  const reported = await run([...argv, '-r', `json=${folder}/report.json`]);
  const traced = await run([...argv, '-t', `${folder}/traces`]);
  const made = await run(['init', `${folder}/project`]);

  expect(reported).toMatchObject({ code: 2, err: expect.stringContaining('symbolic link') });
  expect(traced).toMatchObject({ code: 74, err: expect.stringContaining('symbolic link') });
  expect(made).toMatchObject({ code: 2, err: expect.stringContaining('symbolic link') });
  expect(readFileSync(`${folder}/mine/keep`, 'utf8')).toBe('mine');
  expect(existsSync(`${folder}/mine/workflows`)).toBe(false);
});
