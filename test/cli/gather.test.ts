import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { gatherScenarios } from '../../src/cli/gather-scenarios.ts';
import { expandBraces, expandGlob } from '../../src/cli/glob.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { client, keptScenario, run } from './begin.ts';

const builder = resolve(import.meta.dirname, '../../src/language/builder.ts');

const one = (name: string): string => `import { scenario } from ${JSON.stringify(builder)};
export default scenario(${JSON.stringify(name)}).customer({ scope: 'orders', collects: '10h' }).expect({ result: { status: 201 } }).build();
`;
const several = `import { scenario } from ${JSON.stringify(builder)};
export default ['2h', '3h'].map((time) => scenario('held at ' + time).at(time).holdAccount().build());
`;

const files = {
  'a.yaml': keptScenario.replace('a query is created', 'a'),
  'b.json': '{ "name": "b" }',
  'deep/c.yml': 'name: c\n',
  'deep/deeper/d.yaml': 'name: d\n',
  'e.scenario.ts': one('e'),
  'story.ts': one('story'),
  'several.ts': several,
  'client.mjs': client,
  'helper.ts': 'export default 7;\n',
  'node_modules/x.yaml': 'name: x\n',
  '.hidden/y.yaml': 'name: y\n',
  'odd [1].yaml': 'name: odd\n',
  'parts/_base.yaml': 'customer: { records: 3 }\n',
  'parts/_more/f.yaml': 'customer: { records: 4 }\n',
  'parts/whole.scenario.ts': one('whole'),
};

test.each([
  { paths: ['a.yaml'], names: ['a'] },
  { paths: ['.'], names: ['a', 'b', 'c', 'd', 'odd', 'e', 'whole'] },
  { paths: ['parts'], names: ['whole'] },
  { paths: ['parts/**', '*/*.y*ml'], names: ['whole', 'c'].sort() },
  { paths: ['story.ts'], names: ['story'] },
  { paths: ['several.ts'], names: ['held at 2h', 'held at 3h'] },
  { paths: ['*.yaml'], names: ['a', 'odd'] },
  { paths: ['**/*.y*ml', '*.json'], names: ['a', 'c', 'd', 'odd', 'b'].sort() },
  { paths: ['deep/**'], names: ['c', 'd'] },
  { paths: ['{a,b}.{yaml,json}'], names: ['a', 'b'] },
  { paths: ['s[te]*.ts'], names: ['held at 2h', 'held at 3h', 'story'] },
  { paths: ['odd [1].yaml'], names: ['odd'] },
  { paths: ['deep', 'a.yaml', 'deep/c.yml', '*/c.yml'], names: ['c', 'd', 'a'] },
  { paths: ['several.ts', 'several.ts'], names: ['held at 2h', 'held at 3h'] },
])('$paths stands for $names', async ({ paths, names }) => {
  const folder = temporaryFolder(files);

  const found = await gatherScenarios(paths.map((path) => `${folder}/${path}`));

  const order =
    paths.length > 1 && paths[0]?.includes('**') ? found.map(({ name }) => name).sort() : found.map(({ name }) => name);
  expect(order).toEqual(names);
});

test('a mistake is told once, however often its file is named', async () => {
  const folder = temporaryFolder({ 'wrong.yaml': 'nam: a\n', 'other.yaml': 'name: 7\n' });

  const { err } = await run(['run', `${folder}/wrong.yaml`, `${folder}/wrong.yaml`, `${folder}/*.yaml`]);

  expect(err.match(/wrong\.yaml:1:1: "nam" is not a field/g)).toHaveLength(1);
  expect(err.match(/other\.yaml:1:7: 7 is not a name/g)).toHaveLength(1);
});

test('scenarios in TypeScript run like others; what is said of them names the file', async () => {
  const folder = temporaryFolder({ ...files, 'refused.ts': one('refused').replace('201', '403') });

  const { code, out } = await run(['run', `${folder}/story.ts`, `${folder}/refused.ts`, '-c', `${folder}/client.mjs`]);

  expect(code).toBe(1);
  expect(out).toContain(`at ${folder}/refused.ts, expect.result\n`);
  expect(out).toMatch(/\n1 passed, 1 failed\n$/);
});

test('where a file has several scenarios, the replay line names the one, also when no other was run', async () => {
  const folder = temporaryFolder(files);

  const { out } = await run(['run', `${folder}/several.ts`, '-c', `${folder}/client.mjs`, '--only', '2h']);
  const [, line = ''] = /replay: npx stunt-double (.*)/.exec(out) ?? [];
  const words = line.split(/ (?=(?:[^']*'[^']*')*[^']*$)/).map((word) => word.replaceAll("'", ''));
  const again = await run(words);

  expect(words.slice(2, 4)).toEqual(['--only', '/^held at 2h$/']);
  expect(again.out).toContain('✗ held at 2h');
  expect(again.out).toMatch(/\n0 passed, 1 failed\n$/);
});

test('where a file has one scenario, the replay line needs no name, whatever was typed to pick it', async () => {
  const folder = temporaryFolder({ ...files, 'refused.ts': one('refused').replace('201', '403') });

  const { out } = await run([
    'run',
    `${folder}/story.ts`,
    `${folder}/refused.ts`,
    '-c',
    `${folder}/client.mjs`,
    '--only',
    'refused.ts',
  ]);
  const [, line = ''] = /replay: npx stunt-double (.*)/.exec(out) ?? [];
  const again = await run(line.split(' '));

  expect(line).not.toContain('--only');
  expect(again.out).toMatch(/\n0 passed, 1 failed\n$/);
});

test('the replay line of one of two scenarios of one name in a file plays that one', async () => {
  const twins = `name: a query $n
each: [{ n: 1, status: 403 }, { n: 1, status: 201 }, { n: 1, status: 404 }]
customer: { scope: orders, records: 3, collects: 10h }
expect: { result: { status: $status } }
`;
  const folder = temporaryFolder({ 'twins.yaml': twins, 'client.mjs': client });

  const { out } = await run(['run', `${folder}/twins.yaml`, '-c', `${folder}/client.mjs`]);
  const lines = [...out.matchAll(/replay: npx stunt-double (.*)/g)].map(([, line = '']) => line.split(' '));
  const again = await run(lines[1] ?? []);

  expect(lines).toHaveLength(2);
  expect(again.out).toMatch(/result.status is 404[^]*\n0 passed, 1 failed\n$/);
});

test.each([
  { pattern: 'a{b,c{d,e}}f', all: ['abf', 'acdf', 'acef'] },
  { pattern: '{a,}b', all: ['ab', 'b'] },
  { pattern: '{a}', all: ['{a}'] },
  { pattern: 'a{b', all: ['a{b'] },
])('the braces of $pattern stand for $all', ({ pattern, all }) => {
  expect([...new Set(expandBraces(pattern))].sort()).toEqual([...all].sort());
});

test.each(['[z-a].yaml', '[', 'a\\', '+(a).yaml', '(.yaml', '$^.yaml', '*'.repeat(200)])(
  'a strange pattern (%s) is only text that matches little',
  async (pattern) => {
    const folder = temporaryFolder(files);

    expect((await expandGlob(`${folder}/${pattern}`)).every((file) => file.startsWith(folder))).toBe(true);
  },
);

test('list scenarios names them with their files', async () => {
  const folder = temporaryFolder(files);

  const { code, out } = await run(['list', 'scenarios', `${folder}/deep`, `${folder}/several.ts`]);

  expect(code).toBe(0);
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    [`${folder}/deep/c.yml`, 'c'],
    [`${folder}/deep/deeper/d.yaml`, 'd'],
    [`${folder}/several.ts`, 'held at 2h'],
    [`${folder}/several.ts`, 'held at 3h'],
  ]);
});
