import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type ExitName, exitCodes, exitMeanings } from '../../src/cli/exit-codes.ts';
import { createProgram } from '../../src/cli/program.ts';
import { reporters } from '../../src/report/reporters.ts';
import { readTables } from '../spec/markdown.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/command-line.md'), 'utf8');
const tables = readTables(page);

const tableUnder = (section: string, heading = ''): readonly (readonly string[])[] =>
  tables.find((table) => table.section === section && table.heading === heading)?.rows ?? [];

const nowhere = { write: () => true } as never;
const program = createProgram({ stdout: nowhere, stderr: nowhere, env: {} }, () => undefined);
const optionsOf = (name: string): readonly (readonly string[])[] =>
  (program.commands.find((command) => command.name() === name)?.options ?? []).map(({ flags, description }) => [
    flags,
    description,
  ]);

test('the page names every command, and no other', () => {
  const commands = program.commands.map((command) => {
    const parameters = command.registeredArguments.map((argument) => {
      const name = argument.variadic ? `${argument.name()}...` : argument.name();
      return argument.required ? `<${name}>` : `[${name}]`;
    });
    return [[command.name(), ...parameters].join(' '), command.description()];
  });

  expect(tableUnder('Commands')).toEqual(commands);
});

test('it names every option of run, and no other; replay has the same but for those of paths and the seed', () => {
  const options = optionsOf('run');

  expect(tableUnder('Options of run')).toEqual(options);
  const replayed = optionsOf('replay').map(([flags]) => flags);
  expect(options.map(([flags]) => flags).filter((flags) => !replayed.includes(flags))).toEqual([
    '-o, --only <text>',
    '--shard <i/n>',
    '-b, --bail',
    '-w, --watch',
    '-s, --seed <n>',
  ]);
});

test.each(['check', 'sweep', 'diff', 'serve'])('it names every option of %s, and no other', (command) => {
  expect(optionsOf(command).length).toBeGreaterThan(3);
  expect(tableUnder(`Options of ${command}`)).toEqual(optionsOf(command));
});

test('it names every exit code, and what each means', () => {
  const rows = Object.entries(exitCodes).map(([name, code]) => [String(code), exitMeanings[name as ExitName]]);

  expect(tables.find(({ columns }) => columns[0] === 'exit code')?.rows).toEqual(rows);
});

test('it names every report', () => {
  const rows = Object.entries(reporters).map(([name, { what }]) => [name, what]);

  expect(tableUnder('Reports')).toEqual(rows);
});

test('it names every field of the configuration', async () => {
  const folder = temporaryFolder({ 'c.yaml': 'none: 1\n' });
  const { err } = await run(['run', '--config', `${folder}/c.yaml`]);

  const known = /known: ([^)]*)\)/.exec(err)?.[1]?.split(', ') ?? [];
  expect(known.length).toBeGreaterThan(5);
  expect(tableUnder('Configuration').map(([field]) => field)).toEqual(known);
});
