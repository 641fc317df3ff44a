import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isReadByNode } from '../../src/cli/native-typescript.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const erasable = { target: 'es2022', erasableSyntaxOnly: true, verbatimModuleSyntax: true };

/** A client that Node can read, unless something else is said of its project. */
const project = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': JSON.stringify({ compilerOptions: erasable }),
  'client.ts': `import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from './untyped';
import axios from 'axios';
import {
  wait,
  type Length,
} from './wait.ts';
export default async (env: Env) => { await sleep(1); return [axios, wait as Length, await import('./late.js')]; };
`,
  'wait.ts': 'export const wait = 1;\nexport interface Length { value: number }\n',
  'late.js': 'export const late = 1;\n',
};

const isRead = (files: Readonly<Record<string, string>>, { strips = true, client = 'client.ts' } = {}): boolean => {
  const folder = temporaryFolder({ ...project, ...files });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(import.meta.dirname, '../../node_modules/axios'), join(folder, 'node_modules/axios'), 'junction');
  if (files['workspace/index.ts'] !== undefined)
    symlinkSync(join(folder, 'workspace'), join(folder, 'node_modules/workspace'), 'junction');
  return isReadByNode(join(folder, client), { strips, folder });
};

const withOption = (option: object): Readonly<Record<string, string>> => ({
  'tsconfig.json': JSON.stringify({ compilerOptions: { ...erasable, ...option } }),
});

test('Node reads a client by itself where its project is written for that', () => {
  expect(isRead({})).toBe(true);
});

test('a tsconfig.json may have lines that are comments', () => {
  expect(isRead({ 'tsconfig.json': `{\n  // strict\n  "compilerOptions": ${JSON.stringify(erasable)}\n}\n` })).toBe(
    true,
  );
});

test('an ending says that a file is an ES module, whatever its package says', () => {
  expect(isRead({ 'package.json': '{}', 'client.mts': project['client.ts'] }, { client: 'client.mts' })).toBe(true);
});

/** What tsx would do something about, which Node does not. */
const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a package of CommonJS': { 'package.json': '{}' },
  'a package.json that is none': { 'package.json': '{' },
  'no tsconfig.json': { 'tsconfig.json': '' },
  'a tsconfig.json with a comment behind a value': {
    'tsconfig.json': `{ "compilerOptions": ${JSON.stringify(erasable)} } // so`,
  },
  'a tsconfig.json that goes on elsewhere': {
    'tsconfig.json': JSON.stringify({ extends: './base.json', compilerOptions: erasable }),
  },
  'syntax that has to be translated': withOption({ erasableSyntaxOnly: false }),
  'imports of types that look like those of values': withOption({ verbatimModuleSyntax: false }),
  'paths of its own': withOption({ paths: { '~/*': ['./src/*'] } }),
  'decorators of old': withOption({ experimentalDecorators: true }),
  'fields of old': withOption({ useDefineForClassFields: false }),
  'an old target': withOption({ target: 'es2019' }),
  'an enum': { 'wait.ts': 'export enum Wait { Short }\nexport const wait = Wait.Short;\n' },
  'a namespace': { 'wait.ts': 'export namespace wait { export const a = 1; }\n' },
  'a decorator': { 'wait.ts': '@sealed\nexport class wait {}\n' },
  'a resource that is disposed of': { 'wait.ts': 'export const wait = () => {\n  using file = open();\n};\n' },
  'a file without its ending': { 'client.ts': `import { wait } from './wait';\nexport default wait;\n` },
  'a file by the ending that it will have': {
    'client.ts': `import { wait } from './wait.js';\nexport default wait;\n`,
  },
  'a file that is not there': { 'client.ts': `export { none as default } from './none.ts';\n` },
  'a file with elements': { 'client.ts': `import './view.tsx';\n`, 'view.tsx': 'export const view = <p />;\n' },
  'a package that is not there': { 'client.ts': `import none from 'none';\nexport default none;\n` },
  'a package of the workspace': { 'client.ts': `import 'workspace';\n`, 'workspace/index.ts': '' },
};

test.each(Object.entries(others))('tsx reads a client with %s', (_, files) => {
  expect(isRead(files)).toBe(false);
});

test('a Node that strips no types reads none', () => {
  expect(isRead({}, { strips: false })).toBe(false);
});
