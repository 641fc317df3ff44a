import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { validate, ValidationSeverity } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { createProgram } from '../src/cli/program.ts';

const text = readFileSync(resolve(import.meta.dirname, '../docker/Containerfile'), 'utf8');
const instructions = [...text.matchAll(/^([A-Z]+) (.*)$/gm)];
const last = (name: string): string => instructions.findLast(([, keyword]) => keyword === name)?.[2] ?? '';
const [program, name, ...options] = JSON.parse(last('ENTRYPOINT')) as string[];

test('a linter has nothing against the container file, and names what is wrong with one that is', () => {
  const severities = {
    deprecatedMaintainer: ValidationSeverity.ERROR,
    directiveCasing: ValidationSeverity.ERROR,
    emptyContinuationLine: ValidationSeverity.ERROR,
    instructionCasing: ValidationSeverity.ERROR,
    instructionCmdMultiple: ValidationSeverity.ERROR,
    instructionEntrypointMultiple: ValidationSeverity.ERROR,
    instructionHealthcheckMultiple: ValidationSeverity.ERROR,
    instructionJSONInSingleQuotes: ValidationSeverity.ERROR,
    instructionWorkdirRelative: ValidationSeverity.ERROR,
  };

  expect(validate(text, severities)).toEqual([]);
  expect(validate(text.replace('WORKDIR /project', 'WORKDIR project'), severities)).toHaveLength(1);
});

test('it runs as nobody special, on the oldest Node that is supported, at the port that it shows', () => {
  const port = options[options.indexOf('--port') + 1];

  expect(last('USER')).toBe('node');
  expect(last('EXPOSE')).toBe(port);
  expect(last('FROM')).toBe(`node:${/\d+/.exec(manifest.engines.node)?.[0]}-slim`);
  expect(options).toContain('0.0.0.0');
});

test('what it begins is a command that there is, with options that it takes', () => {
  const nowhere = { write: () => true } as never;
  const known = createProgram({ stdout: nowhere, stderr: nowhere, env: {} }, () => undefined).commands.find(
    (command) => command.name() === name,
  );

  expect(Object.keys(manifest.bin)).toEqual([program]);
  expect(known?.options.map(({ long }) => long)).toEqual(
    expect.arrayContaining(options.filter((word) => word.startsWith('--'))),
  );
});
