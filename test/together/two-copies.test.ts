import { execFile } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { builtModule } from '../built.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');

/** As where two packages of one repository have theirs, whose tests share a process. */
const twoCopies = (script: string): string => {
  builtModule();
  const folder = temporaryFolder({ 'script.mjs': script });
  for (const copy of ['one', 'two']) {
    cpSync(`${root}/dist`, `${folder}/${copy}/dist`, { recursive: true });
    cpSync(`${root}/package.json`, `${folder}/${copy}/package.json`);
  }
  symlinkSync(`${root}/node_modules`, `${folder}/node_modules`, 'junction');
  return folder;
};

test('each of two copies in a process gives the time limits of undici their virtual time, one copy after the other', async () => {
  const folder = twoCopies(`
import { request } from 'undici';
import { simulate as one } from './one/dist/index.js';
import { simulate as two } from './two/dist/index.js';

const told = [];
for (const simulate of [one, two, one])
  for (const ask of [fetch, request]) {
    const sim = await simulate({ latency: '10m' });
    const code = await sim.run(() =>
      ask(sim.env.emailUrl).then(() => 'answered', ({ code, cause }) => code ?? cause.code),
    );
    told.push({ code, seconds: Math.round(sim.elapsed / 1000) });
    await sim.stop();
  }
console.log(JSON.stringify(told));
`);

  const { stdout } = await promisify(execFile)(process.execPath, ['script.mjs'], { cwd: folder });

  // undici gives up after 300 s, and counts in steps of half a second.
  const seconds = expect.toSatisfy((taken: number) => taken >= 299 && taken <= 302) as unknown;
  expect(JSON.parse(stdout)).toEqual(Array.from({ length: 6 }, () => ({ code: 'UND_ERR_HEADERS_TIMEOUT', seconds })));
});
