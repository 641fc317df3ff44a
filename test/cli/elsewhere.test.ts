import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { endOf } from './start.ts';

const goes = "process.chdir(new URL('elsewhere', import.meta.url).pathname);";

const files = {
  'scenarios/1.yaml': 'name: first\nexpect: { client: succeeds }\n',
  'scenarios/2.yaml': 'name: second\nexpect: { client: succeeds }\n',
  'elsewhere/nothing.txt': '',
  'in-a-run.mjs': `export default async () => { ${goes} throw new Error('x'); };\n`,
  'as-it-is-loaded.mjs': `${goes}\nexport default async () => { throw new Error('x'); };\n`,
};

const outputs = '-r terminal -r junit=out/junit.xml --report out/page.html'.split(' ');

test.each(['in-a-run.mjs', 'as-it-is-loaded.mjs'])(
  'a client that goes to another folder, as %s, takes no report with it',
  async (client) => {
    const folder = temporaryFolder(files);

    const { code, text } = await endOf(folder, ['run', 'scenarios', '-c', client, ...outputs, '-t', 'traces']);

    expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining('0 passed, 2 failed') });
    expect(readdirSync(`${folder}/elsewhere`)).toEqual(['nothing.txt']);
    expect(readdirSync(`${folder}/out`).sort()).toEqual(['junit.xml', 'page.html']);
    expect(readdirSync(`${folder}/traces`).sort()).toEqual(['1.jsonl', '2.jsonl']);
    for (const name of ['1', '2']) {
      expect(text).toMatch(new RegExp(`replay: npx stunt-double run scenarios/${name}\\.yaml .*--client ${client}`));
    }
  },
);

test('a check saves what it finds where it was told to, wherever the client goes', async () => {
  const folder = temporaryFolder(files);
  const argv = [
    'check',
    'in-a-run.mjs',
    '--runs',
    '3',
    '--regressions',
    'saved',
    '-r',
    'terminal',
    '-r',
    'json=out/check.json',
  ];

  const { code, text } = await endOf(folder, argv);

  expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining('saved as saved/') });
  expect(readdirSync(`${folder}/elsewhere`)).toEqual(['nothing.txt']);
  expect(readdirSync(`${folder}/saved`)).toHaveLength(1);
  expect(existsSync(`${folder}/out/check.json`)).toBe(true);
});
