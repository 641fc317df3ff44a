import { rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { findWatched } from '../../src/cli/watched-files.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { client, keptScenario } from './begin.ts';
import { start, type Started } from './start.ts';

const files = {
  'stories/a.yaml': keptScenario,
  'client.mjs': `import { status } from './lib/status.mjs';\n${client.replace('response.status', 'status(response)')}`,
  'lib/status.mjs': 'export const status = ({ status }) => status;\n',
};

const settle = async (running: Started, result: string): Promise<void> => {
  await running.said(result);
  await running.said(/watching \d+ files; Ctrl-C ends\n/);
  running.forget();
};

test('a change of a scenario, the client, what it imports, and a new scenario each make it run again', async () => {
  const folder = temporaryFolder(files);
  using running = start(folder, ['run', 'stories', '--client', 'client.mjs', '--watch']);
  await settle(running, '1 passed, 0 failed');

  writeFileSync(`${folder}/stories/a.yaml`, keptScenario.replace('201', '403'));
  await running.said('stories/a.yaml has changed');
  await settle(running, '0 passed, 1 failed');

  writeFileSync(`${folder}/lib/status.mjs`, 'export const status = () => 403;\n');
  await running.said('lib/status.mjs has changed');
  await settle(running, '1 passed, 0 failed');

  writeFileSync(`${folder}/client.mjs`, client);
  await running.said('client.mjs has changed');
  await settle(running, '0 passed, 1 failed');

  writeFileSync(`${folder}/stories/b.yaml`, keptScenario);
  await running.said('stories/b.yaml has changed');
  await settle(running, '1 passed, 1 failed');

  rmSync(`${folder}/stories/a.yaml`);
  await running.said('stories/a.yaml has changed');
  await settle(running, '1 passed, 0 failed');

  running.interrupt();
  expect((await running.ended).code).toBe(130);
});

test('a mistake is told, and the next change is waited for', async () => {
  const folder = temporaryFolder({ ...files, 'stories/a.yaml': 'name: [' });
  using running = start(folder, ['run', 'stories', '--client', 'client.mjs', '--watch']);
  await settle(running, 'this is not YAML');

  writeFileSync(`${folder}/stories/a.yaml`, keptScenario);
  await settle(running, '1 passed, 0 failed');
});

test('a run that does not end gives way to the next change, and to Ctrl-C', async () => {
  const endless = `export default async () => {
    console.log('begun');
    for (;;) await new Promise((resolve) => setImmediate(resolve));
  };\n`;
  const folder = temporaryFolder({ ...files, 'client.mjs': endless });
  using running = start(folder, ['run', 'stories', '--client', 'client.mjs', '--watch']);
  await running.said('begun');
  running.forget();

  writeFileSync(`${folder}/client.mjs`, `// again\n${endless}`);
  await running.said('client.mjs has changed');
  await running.said('begun');
  running.interrupt();

  const { code, text } = await running.ended;
  expect(code).toBe(130);
  expect(text).toContain('interrupted: 1 of 1 scenarios were not run');
});

test('what a run depends on are its scenarios, clients, what these import, and the configuration; not what it writes', async () => {
  const folder = temporaryFolder({
    'c.yaml': 'scenarios: stories\nclient: one.mjs\n',
    'one.mjs': "import './lib/a.js';\nconst b = await import('./lib/b.mjs');\nimport fs from 'node:fs';\n",
    'lib/a.ts': "export * from './deep/index.js';\nrequire('../data');\n",
    'lib/b.mjs': "import './gone.mjs';\nimport './b.mjs';\n",
    'lib/deep/index.ts': 'export {};\n',
    'data.json': '{}',
    'stories/x.yaml': 'name: x\nclient: ../two.cjs\n',
    'stories/deep/wrong.yaml': 'name: [',
    'two.cjs': 'module.exports = () => 1;\n',
    'unrelated.mjs': '',
    'stories/notes.txt': 'What is said of a run may be written here, and makes it run no more.',
  });

  const watched = await findWatched({
    paths: [],
    config: `${folder}/c.yaml`,
    reporter: ['terminal', `json=${folder}/stories/report.json`],
    trace: `${folder}/stories/traces`,
  });

  const names = (paths: ReadonlySet<string>): readonly string[] =>
    [...paths].map((path) => relative(folder, path)).sort();
  expect(names(watched.files)).toEqual([
    'c.yaml',
    'data.json',
    'lib/a.ts',
    'lib/b.mjs',
    'lib/deep/index.ts',
    'one.mjs',
    'stories/deep/wrong.yaml',
    'stories/x.yaml',
    'two.cjs',
  ]);
  expect(names(watched.folders)).toEqual(['stories', 'stories/deep']);
  expect(names(watched.written)).toEqual(['stories/report.json', 'stories/traces']);
});

test('what a scenario includes is watched, when the scenario alone is named, too, and though it is not there yet', async () => {
  const folder = temporaryFolder({
    'x.yaml': 'name: x\ninclude: [_steps.yaml, parts/_gone.yaml]\n',
    '_steps.yaml': 'include: parts/_world.yaml\n',
    'parts/_world.yaml': 'client: client.mjs\n',
    'y.yaml': 'name: y\ninclude: _steps.yaml\n',
    'parts/client.mjs': '',
    'client.mjs': '',
  });

  const watched = await findWatched({ paths: [`${folder}/x.yaml`, `${folder}/y.yaml`] });

  expect([...watched.files].map((path) => relative(folder, path)).sort()).toEqual([
    '_steps.yaml',
    'client.mjs',
    'parts/_gone.yaml',
    'parts/_world.yaml',
    'x.yaml',
    'y.yaml',
  ]);
});
