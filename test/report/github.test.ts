import { expect, test } from 'vitest';
import { createGithubReporter } from '../../src/report/github.ts';
import { printable } from '../../src/print/printable.ts';
import { finding, hostileTexts, sample } from './sample.ts';

interface Command {
  readonly command: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

const unescapeData = (text: string): string =>
  text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
const unescapeProperty = (text: string): string =>
  text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');

/** As the runner reads a line of a log: `::command key=value,key=value::data`, if it is a command at all. */
const readCommand = (line: string): Command | undefined => {
  const text = line.trim();
  const end = text.indexOf('::', 2);
  if (!text.startsWith('::') || end < 0) return undefined;
  const head = text.slice(2, end);
  const space = head.indexOf(' ');
  const pairs =
    space < 0
      ? []
      : head
          .slice(space + 1)
          .split(',')
          .map((pair) => pair.split('='));
  const properties = pairs.map(([key = '', ...value]) => [key, unescapeProperty(value.join('='))]);
  return {
    command: space < 0 ? head : head.slice(0, space),
    properties: Object.fromEntries(properties),
    data: unescapeData(text.slice(end + 2)),
  };
};

const reporter = createGithubReporter();

test('what broke is an error at the line of the scenario that expected otherwise, and what was kept says nothing', () => {
  const text = reporter.result(
    sample({ findings: [finding(), finding({ place: 'scenarios/plain.yaml, expect.result' })] }),
    0,
  );

  const commands = text.trimEnd().split('\n').map(readCommand);
  expect(commands.map((command) => [command?.command, command?.properties])).toEqual([
    ['error', { file: 'scenarios/plain.yaml', line: '7', col: '5', title: 'plain import' }],
    ['error', { file: 'scenarios/plain.yaml', title: 'plain import' }],
  ]);
  expect(commands[0]?.data).toBe(
    'expected: result.records is 600\n  found: 599\n  at scenarios/plain.yaml:7:5\nreplay: npx stunt-double run scenarios/plain.yaml --seed 7',
  );
  expect(reporter.result(sample(), 0)).toBe('');
});

test.each(hostileTexts)('%j is text in one command', (text) => {
  const written = reporter.result(
    sample({ name: text, source: text, findings: [finding({ claim: text, place: `${text}:3:4` })] }),
    0,
  );

  const lines = written.split('\n').filter((line) => line !== '');
  expect(lines).toHaveLength(1);
  const command = readCommand(lines[0] ?? '');
  expect(command?.properties).toEqual({ file: printable(text), line: '3', col: '4', title: printable(text) });
  expect(command?.data).toContain(`expected: ${printable(text)}\n`);
});
