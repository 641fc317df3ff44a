import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { keptScenario } from './begin.ts';
import { endOf } from './start.ts';

const broken = 'export default async (env) => {\n  const answer = ;\n};\n';
const brokenCommon = broken.replace('export default', 'module.exports =');

/** Clients that are no JavaScript or TypeScript, and where they stop being it. */
const clients: Readonly<Record<string, readonly [files: Readonly<Record<string, string>>, place: string]>> = {
  'an ES module': [{ 'client.mjs': broken }, 'client.mjs:2:18'],
  CommonJS: [{ 'client.cjs': brokenCommon }, 'client.cjs:2:18'],
  'a .js of CommonJS': [{ 'client.js': brokenCommon, 'package.json': '{ "type": "commonjs" }' }, 'client.js:2:18'],
  'a .js of an ES module': [{ 'client.js': broken, 'package.json': '{ "type": "module" }' }, 'client.js:2:18'],
  'a module that it imports': [
    { 'client.mjs': "import './other.mjs';\nexport default async () => {};\n", 'other.mjs': broken },
    'other.mjs:2:18',
  ],
  'an import of what the other does not export': [
    { 'client.mjs': "import { none } from './other.mjs';\nexport default none;\n", 'other.mjs': '' },
    'client.mjs:1:10',
  ],
};

test.each(Object.entries(clients))('a syntax error has its line and column: %s', async (_, [files, place]) => {
  const folder = temporaryFolder({ 'a.yaml': keptScenario, ...files });
  const [client = ''] = Object.keys(files);

  const { code, text } = await endOf(folder, ['run', 'a.yaml', '--client', client]);

  expect(code).toBe(2);
  expect(text).toContain(`error: ${place}: the module cannot be loaded: `);
  const column = Number(place.split(':').at(-1));
  expect(text).toMatch(/^> \d \| +\S/m);
  expect(text).toMatch(new RegExp(`^ +\\| {${column}}\\^$`, 'm'));
});
