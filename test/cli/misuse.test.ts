import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { version } from '../../src/cli/version.ts';
import { client, folderWith, keptScenario, run } from './begin.ts';

const files = {
  'a.yaml': keptScenario,
  'wrong.yaml': 'name: [unclosed',
  'lost.yaml': `client: ./elsewhere.mjs\n${keptScenario}`,
  'client.mjs': client,
  'empty/.keep': '',
  'folder/client.mjs/.keep': '',
  'named.mjs': 'export const client = () => 1;\n',
  'text.mjs': 'export default "client";\n',
  'thrower.mjs': '\nthrow new Error("no database");\n',
  'syntax.mjs': 'export default = 1;\n',
};

interface Row {
  readonly mistake: string;
  /** `@` stands for the folder of the test. */
  readonly argv: string;
  readonly says: readonly string[];
}

const rows: readonly Row[] = [
  { mistake: 'no command', argv: '', says: ['Usage: stunt-double'] },
  { mistake: 'an unknown command', argv: 'runn @', says: ["unknown command 'runn'", 'Did you mean run?'] },
  { mistake: 'an unknown option', argv: 'run @ --sed 3', says: ["unknown option '--sed'", 'Did you mean --seed?'] },
  { mistake: 'no path', argv: 'run', says: ["missing required argument 'paths'"] },
  { mistake: 'an option without its value', argv: 'run @ --seed', says: ['argument missing'] },
  { mistake: 'a path that does not exist', argv: 'run @/b.yaml', says: ['b.yaml: there is no such file or folder'] },
  { mistake: 'a folder without scenarios', argv: 'run @/empty', says: ['the folder holds no scenario'] },
  { mistake: 'a scenario that is not YAML', argv: 'run @/wrong.yaml', says: ['wrong.yaml:1', 'SCENARIO_INVALID'] },
  { mistake: 'no client at all', argv: 'run @/a.yaml', says: ['a.yaml: no client is named', '--client <module>'] },
  {
    mistake: 'a client that does not exist',
    argv: 'run @/a.yaml --client @/clint.mjs',
    says: ['--client: there is no client', 'did you mean "client.mjs"?', 'CLIENT_INVALID'],
  },
  {
    mistake: "a scenario's client that does not exist",
    argv: 'run @/lost.yaml',
    says: ['lost.yaml: there is no client', 'elsewhere.mjs', 'it was looked for in'],
  },
  {
    mistake: 'a client that is a folder',
    argv: 'run @/a.yaml --client @/folder/client.mjs',
    says: ['is not a file', 'name the module itself'],
  },
  {
    mistake: 'a client without a default export',
    argv: 'run @/a.yaml --client @/named.mjs',
    says: ['named.mjs: the module has no function as its default export', 'export default'],
  },
  {
    mistake: 'a default export that is not a function',
    argv: 'run @/a.yaml --client @/text.mjs',
    says: ['text.mjs: the module has no function as its default export'],
  },
  {
    mistake: 'a client that throws while it loads',
    argv: 'run @/a.yaml --client @/thrower.mjs',
    says: ['thrower.mjs', 'the module cannot be loaded: no database', 'CLIENT_INVALID'],
  },
  {
    mistake: 'a client with an error of syntax',
    argv: 'run @/a.yaml --client @/syntax.mjs',
    says: ['syntax.mjs', 'the module cannot be loaded'],
  },
  ...['-1', '1.5', '4294967296', '1e3', '0x1', 'seven'].map((seed) => ({
    mistake: `${seed} for a seed`,
    argv: `run @/a.yaml --client @/client.mjs --seed ${seed}`,
    says: [`--seed: "${seed}" is not a seed`, 'a whole number from 0 to 4294967295'],
  })),
  {
    mistake: 'a trace folder that is a file',
    argv: 'run @/a.yaml --client @/client.mjs --trace @/a.yaml',
    says: ['--trace: traces cannot be written to'],
  },
];

test.each(rows)('$mistake: exit code 2, and the message says what to do', async ({ argv, says }) => {
  const folder = folderWith(files);

  const words = argv.split(' ').filter((word) => word !== '');
  const { code, out, err } = await run(words.map((word) => word.replace('@', folder)));

  expect({ code, out }).toEqual({ code: 2, out: '' });
  for (const fragment of says) expect(err).toContain(fragment);
  expect(err).not.toMatch(/^\s+at /m);
});

test('an empty text for --client names no client', async () => {
  const folder = folderWith(files);

  const { code, err } = await run(['run', `${folder}/a.yaml`, '--client', '']);

  expect(code).toBe(2);
  expect(err).toContain('--client: no client is named');
});

test('nothing runs when one of the scenarios cannot be read', async () => {
  const folder = folderWith(files);

  const { code, out } = await run(['run', `${folder}/a.yaml`, `${folder}/wrong.yaml`, '-c', `${folder}/client.mjs`]);

  expect({ code, out }).toEqual({ code: 2, out: '' });
});

test('--help shows an example, and is no misuse', async () => {
  const { code, out } = await run(['run', '--help']);

  expect(code).toBe(0);
  expect(out).toContain('$ stunt-double run scenarios --client');
});

test('--version is the version of the package', async () => {
  const packed: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

  expect(packed).toMatchObject({ version });
  expect(await run(['--version'])).toMatchObject({ code: 0, out: `${version}\n` });
});
