import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { kinds, openEmptyProject } from '../scripts/packed/empty-project.ts';
import { packedOnce } from './packed-once.ts';

/** What users install: `npm test` builds it first. */
const packed = packedOnce();
const project = openEmptyProject(packed, kinds[1] ?? { name: '', files: {}, packages: [] });
afterAll(() => {
  project[Symbol.dispose]();
});

const tell = (body: string, ...flags: readonly string[]): unknown => {
  const program = `(async () => { ${body} })().then((told) => console.log(JSON.stringify(told)));`;
  const { exit, output } = project.node(...flags, '--eval', program);
  expect({ exit, output }).toMatchObject({ exit: 0 });
  // Nothing warns: there is one line, which is what was told.
  return JSON.parse(output);
};

const root = resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { readonly version: string };
const sources = `https://raw.githubusercontent.com/stunt-double/stunt-double/v${version}/`;

interface Frame {
  readonly name: string;
  readonly place: string;
  readonly line: string;
}

/** The frames of a stack that are ours, the innermost first, each with its line as the repository has it. */
const readFrames = (stack: string): readonly Frame[] =>
  [...stack.matchAll(/^ +at (?:async )?(?:(\S+?)(?: \[as \S+\])? \()?(https:\S+?):(\d+):\d+\)?$/gm)].map(
    ([, called = '', url = '', line]) => {
      expect(url.slice(0, sources.length)).toBe(sources);
      const path = url.slice(sources.length);
      const text = readFileSync(`${root}/${path}`, 'utf8').split('\n')[Number(line) - 1] ?? '';
      return { name: /(\w+)(?:\$\d+)?$/.exec(called)?.[1] ?? '', place: `${path}:${line}`, line: text };
    },
  );

const mistakes = [
  `simulate({ epoch: 'noon' })`,
  `readScenario('nonsense: [')`,
  `scenario('wait').at('1 hour')`,
  `runScenario('no-such.yaml', async () => {})`,
  `checkTrace('garbage')`,
  `checkClient(async () => {}, { runs: -1 })`,
  `sweepClient(async () => {}, { faults: ['none'] })`,
  `redactHar('garbage')`,
];

describe('with --enable-source-maps, a stack names the file and the line of the source', () => {
  test.each(mistakes)('%s', (call) => {
    const stack = tell(
      `const ours = require('stunt-double');
      return await (async () => ours.${call})().catch((error) => error.stack);`,
      '--enable-source-maps',
    ) as string;
    const frames = readFrames(stack);

    expect(stack).not.toContain('node_modules');
    expect(frames.length, stack).toBeGreaterThan(1);
    expect(frames[0]?.line).toMatch(/\bthrow\b|\bnew \w+\(|\brefuse/);
    for (const [index, { place, line }] of frames.slice(1).entries())
      expect(line, `${place}, which calls what is above it in\n${stack}`).toContain(frames[index]?.name);
  });
});

test('without it, a stack names the files of the package, as runners take it for none of the user', () => {
  const stack = tell(
    `return await require('stunt-double').simulate({ epoch: 'noon' }).catch((error) => error.stack);`,
  ) as string;

  expect(stack).toMatch(/at readEpoch \(\S*\/node_modules\/stunt-double\/dist\/cjs\/chunks\/\w+\.js:\d+:\d+\)/);
  expect(stack).not.toContain('https:');
});

test('a debugger is told of the map of each chunk, and test runners find none', () => {
  const told = tell(`
    const { Session } = require('node:inspector');
    const { existsSync, readFileSync } = require('node:fs');
    const session = new Session();
    const scripts = [];
    session.connect();
    session.on('Debugger.scriptParsed', ({ params }) => scripts.push(params));
    session.post('Debugger.enable');
    await require('stunt-double').simulate({ transport: 'none' }).then((sim) => sim.stop());
    const chunks = scripts.filter(({ url }) => /stunt-double.dist.cjs.chunks/.test(url));
    return chunks.map(({ url, sourceMapURL }) => ({
      name: url.split('/').at(-1),
      map: sourceMapURL,
      isFound: /sourceMappingURL=[^\\s'"]/.test(readFileSync(new URL(url), 'utf8')),
      isThere: sourceMapURL !== '' && existsSync(new URL(sourceMapURL, url)),
    }));`) as readonly { name: string; map: string; isFound: boolean; isThere: boolean }[];

  const chunks = told.filter(({ name }) => name !== 'rolldown-runtime.js');
  expect(chunks.length).toBeGreaterThan(2);
  expect(chunks).toEqual(chunks.map(({ name }) => ({ name, map: `${name}.map`, isFound: false, isThere: true })));
});

test('maps hold lines of files that are there, and no text of them', () => {
  const maps = packed.files.filter((path) => path.endsWith('.map'));
  const inside = `${project.folder}/node_modules/stunt-double`;

  expect(maps.length).toBeGreaterThan(20);
  for (const path of maps) {
    const map = JSON.parse(readFileSync(`${inside}/${path}`, 'utf8')) as Record<string, unknown>;
    expect(Object.keys(map)).toEqual(['version', 'sourceRoot', 'sources', 'names', 'mappings']);
    expect(map).toMatchObject({ version: 3, sourceRoot: sources, names: [] });
    for (const source of map['sources'] as readonly string[])
      expect(() => readFileSync(`${root}/${source}`), `${path}: ${source}`).not.toThrow();
  }
});
