import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { brokenScenario, client, keptScenario } from './begin.ts';
import { start } from './start.ts';

/** Never comes to an end in real time, though nothing blocks. */
const endless = `export default async () => {
  console.log('begun');
  for (;;) await new Promise((resolve) => setImmediate(resolve));
};
`;

const files = {
  'a.yaml': keptScenario,
  'b.yaml': brokenScenario,
  'c.yaml': 'name: without end\nclient: ./endless.mjs\n',
  'd.yaml': keptScenario,
  'client.mjs': client,
  'endless.mjs': endless,
  'stunt-double.config.yaml': 'scenarios: .\nclient: client.mjs\n',
};

const paths = ['a.yaml', 'b.yaml', 'c.yaml', 'd.yaml'];

test('Ctrl-C ends a run with 130 and a summary of what ran', async () => {
  const folder = temporaryFolder(files);
  using running = start(folder, ['run', ...paths]);

  await running.said('begun');
  running.interrupt();
  const { code, text } = await running.ended;

  expect(code).toBe(130);
  expect(text).toContain('\ninterrupted\n');
  expect(text).toContain(
    '\ninterrupted: 2 of 4 scenarios were not run\n  without end  (c.yaml)\n  a query is created  (d.yaml)\n',
  );
  expect(text).toMatch(/\n1 passed, 1 failed\n$/);
});

test('told twice at once, as a terminal and a runner of scripts tell it, it still ends with a summary', async () => {
  const folder = temporaryFolder(files);
  using running = start(folder, ['run', ...paths]);

  await running.said('begun');
  running.interrupt();
  running.interrupt();

  expect(await running.ended).toMatchObject({ code: 130, text: expect.stringMatching(/\n1 passed, 1 failed\n$/) });
});

test('Ctrl-C while a client is loaded ends it, too', async () => {
  const folder = temporaryFolder({
    ...files,
    'client.mjs': `console.log('loading');\nsetInterval(() => undefined, 1000);\nawait new Promise(() => undefined);\n`,
  });
  using running = start(folder, ['run', 'a.yaml']);

  await running.said('loading');
  running.interrupt();

  expect(await running.ended).toEqual({ code: 130, text: 'loading\n\ninterrupted\n' });
});
