import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate, ValidationSeverity } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { createProgram } from '../src/cli/program.ts';

const text = readFileSync(resolve(import.meta.dirname, '../docker/Containerfile'), 'utf8');
const file = DockerfileParser.parse(text);
const instructions = file.getInstructions().map((one) => ({
  keyword: one.getKeyword(),
  words: one.getArguments().map((argument) => argument.getValue()),
}));
const last = (keyword: string): readonly string[] => instructions.findLast((one) => one.keyword === keyword)?.words ?? [];

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
  expect(validate(text.replace('WORKDIR /work', 'WORKDIR work'), severities)).toHaveLength(1);
});

test('it runs as nobody special, on the oldest Node that is supported, at the port that it shows', () => {
  const [, , ...options] = JSON.parse(text.slice(text.lastIndexOf('ENTRYPOINT ') + 'ENTRYPOINT '.length)) as string[];
  const port = options[options.indexOf('--port') + 1];

  expect(last('USER')).toEqual(['node']);
  expect(last('EXPOSE')).toEqual([port]);
  expect(last('FROM')[0]).toBe(`node:${/\d+/.exec(manifest.engines.node)?.[0]}-slim`);
  expect(options).toContain('0.0.0.0');
});

test('what it begins is a command that there is, with options that it takes', () => {
  const [program, name, ...options] = JSON.parse(text.slice(text.lastIndexOf('ENTRYPOINT ') + 11)) as string[];
  const nowhere = { write: () => true } as never;
  const known = createProgram({ stdout: nowhere, stderr: nowhere, env: {} }, () => undefined).commands.find(
    (command) => command.name() === name,
  );

  expect(Object.keys(manifest.bin)).toEqual([program]);
  expect(known?.options.map(({ long }) => long)).toEqual(
    expect.arrayContaining(options.filter((word) => word.startsWith('--'))),
  );
});
