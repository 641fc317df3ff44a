import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';
import { errorNames } from '../src/spec/errors.ts';
import { apiNames } from '../src/spec/hosts.ts';
import { regionNames } from '../src/spec/regions.ts';
import { operationNames } from '../src/spec/routes.ts';

/** What each layer may import besides itself. `root` are the files directly below src. */
const layers: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  misuse: [],
  core: ['spec'],
  clock: ['spec', 'misuse'],
  trace: ['spec', 'core'],
  // What people read, for every layer that tells them something.
  print: ['spec', 'misuse', 'core', 'trace'],
  // A judge shares no code with the judged.
  rules: ['spec', 'misuse', 'trace'],
  // Another service could stand on these three: of the core they know what goes over the wire, and nothing else.
  engine: ['spec', 'misuse', 'core/wire.ts', 'clock', 'trace'],
  vendor: [],
  transport: ['spec', 'misuse', 'core/wire.ts', 'clock', 'engine', 'vendor'],
  language: ['spec', 'misuse', 'core', 'rules'],
  driver: ['spec', 'misuse', 'core', 'clock', 'trace', 'engine', 'language'],
  simulation: [
    'spec',
    'misuse',
    'core',
    'clock',
    'trace',
    'print',
    'rules',
    'engine',
    'transport',
    'language',
    'driver',
  ],
  play: ['spec', 'misuse', 'core', 'clock', 'trace', 'print', 'rules', 'engine', 'transport', 'language', 'simulation'],
  check: ['spec', 'misuse', 'core', 'trace', 'print', 'rules', 'engine', 'transport', 'language', 'simulation', 'play'],
  recording: ['spec', 'misuse', 'core', 'trace', 'rules', 'language', 'simulation', 'play'],
  // A run as lanes and bars, for whoever shows or exports it.
  picture: ['spec', 'core', 'trace'],
  // Runs in a browser: nothing of Node, and of this package only what is data.
  page: ['spec', 'core', 'trace', 'print/printable.ts', 'picture'],
  report: [
    'spec',
    'misuse',
    'core',
    'trace',
    'print',
    'rules',
    'engine',
    'language',
    'simulation',
    'play',
    'picture',
    'page',
  ],
  // A simulation driven from outside of the process.
  control: [
    'spec',
    'misuse',
    'core',
    'trace',
    'print',
    'rules',
    'language',
    'simulation',
    'play',
    'picture',
    'page',
    'report',
  ],
  cli: [
    'spec',
    'misuse',
    'core',
    // Of the clock, how to say that a process is none of the client's work.
    'clock/signals/process.ts',
    'trace',
    'print',
    'rules',
    'engine',
    'language',
    'simulation',
    'play',
    'check',
    'recording',
    'picture',
    'page',
    'report',
    'control',
    'register',
  ],
  runner: [
    'spec',
    'misuse',
    'core',
    'clock',
    'trace',
    'print',
    'rules',
    'language',
    'simulation',
    'play',
    'page',
    'report',
    'index',
  ],
  register: ['clock'],
  index: [
    'spec',
    'misuse',
    'core',
    'clock',
    'trace',
    'rules',
    'transport',
    'language',
    'simulation',
    'play',
    'check',
    'recording',
  ],
};

/** Files directly below src that are a layer's, not a layer of their own. */
const homes: Readonly<Record<string, string>> = {
  'misuse.ts': 'misuse',
  'nearest.ts': 'misuse',
  'error-text.ts': 'misuse',
  'write-file.ts': 'misuse',
  'package-file.ts': 'misuse',
  'built-page.ts': 'report',
  'simulator-bug.ts': 'misuse',
  'runtime.ts': 'misuse',
  'simulate.ts': 'simulation',
  'register.ts': 'register',
  'index.ts': 'index',
};

/** Third parties enter in the one file made for each; types alone may be named anywhere in that file's layer. */
const doors: Readonly<Record<string, string>> = {
  'vendor/interceptors.js': 'transport/sockets/interception.ts',
  valibot: 'language/shapes.ts',
  yaml: 'language/yaml-source.ts',
  commander: 'cli/',
  preact: 'page/',
  tsx: 'cli/load-module.ts',
  hono: 'control/router.ts',
  '@hono/node-server': 'control/open-control.ts',
  'fast-check': 'check/load-fast-check.ts',
  vitest: 'runner/vitest.ts',
  '@jest/globals': 'runner/jest.ts',
  'jest-environment-node': 'runner/jest-environment.ts',
};

interface Ban {
  readonly word: RegExp;
  readonly instead: string;
}

const noClock = '`now` is an argument; instants are numbers';

/** Pure layers: what they may not use, and what to use instead. */
const bans: readonly Ban[] = [
  { word: /\bDate\b/, instead: noClock },
  { word: /\b(set|clear)(Timeout|Interval|Immediate)\b/, instead: 'return a due time as an effect' },
  { word: /\bMath\.random\b/, instead: 'hash the seed with core/ids.ts' },
  { word: /\basync\b|\bawait\b|\bPromise\b/, instead: 'the core is synchronous; the engine waits' },
  { word: /\bprocess\b|\bnode:/, instead: 'give it in as data' },
  { word: /\*\*|\bMath\.pow\b/, instead: 'powers differ between Node versions; multiply whole numbers' },
];

/** Where dates are written and read as text: of an instant that is given, never of the clock's. */
const datesAsText = 'spec/time.ts';
const clockReads: Ban = { word: /\bDate\.now\b|\bnew Date(?:\(\)|\b(?!\())|(?<!new )\bDate\(/, instead: noClock };

const src = resolve(import.meta.dirname, '../src');

interface SourceFile {
  readonly name: string;
  readonly text: string;
}

const files: readonly SourceFile[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name: name.split(sep).join('/'), text: readFileSync(join(src, name), 'utf8') }));

const layerOf = (name: string): string => (name.includes('/') ? (name.split('/')[0] ?? '') : (homes[name] ?? name));

const importsOf = ({ text }: SourceFile): readonly string[] =>
  [
    ...text.matchAll(
      /(?:^|\n)(?:import|export)\b[^;`]*?\bfrom\s+'([^']+)'|(?<!\{)\bimport\('([^']+)'\)|(?:^|\n)import '([^']+)'/g,
    ),
  ].map((found) => found[1] ?? found[2] ?? found[3] ?? '');

/** Every breach of the laws above in a file, each with the way out. */
const breaches = (file: SourceFile): readonly string[] => [
  ...wrongImports(file),
  ...wrongThirdParties(file),
  ...bannedWords(file),
];

const wrongImports = (file: SourceFile): readonly string[] => {
  const layer = layerOf(file.name);
  const allowed = layers[layer];
  if (allowed === undefined) return [`${file.name}: "${layer}" is no layer; add it to the table of layers`];
  return importsOf(file)
    .filter((path) => path.startsWith('.'))
    .map((path) =>
      relative(src, resolve(dirname(join(src, file.name)), path))
        .split(sep)
        .join('/'),
    )
    .filter((target) => layerOf(target) !== layer && !allowed.includes(layerOf(target)) && !allowed.includes(target))
    .map((target) => `${file.name} imports ${target}: ${layer} may import ${allowed.join(', ') || 'nothing'}`);
};

const wrongThirdParties = (file: SourceFile): readonly string[] =>
  importsOf(file)
    .map((path) => path.replace(/^(?:\.\.\/)+vendor\//, 'vendor/'))
    .filter((path) => !path.startsWith('.') && !path.startsWith('node:'))
    .flatMap((path) => {
      const known = Object.keys(doors).find((name) => path === name || path.startsWith(`${name}/`));
      if (known === undefined)
        return [`${file.name} imports ${path}: third parties need a file of their own in "doors"`];
      const door = doors[known] ?? '';
      const isOfLayer = layerOf(file.name) === layerOf(door);
      if (isOfLayer && new RegExp(`import type [^;]*from '${path}'`).test(file.text)) return [];
      return file.name.startsWith(door) ? [] : [`${file.name} imports ${path}: it enters only in ${door}`];
    });

const bannedWords = (file: SourceFile): readonly string[] => {
  if (!['spec', 'core', 'rules'].includes(layerOf(file.name))) return [];
  const code = file.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, (skipped) =>
    skipped.startsWith("'node:") ? skipped : ' ',
  );
  const all = file.name === datesAsText ? [clockReads, ...bans.slice(1)] : bans;
  return all
    .filter(({ word }) => word.test(code))
    .map(({ word, instead }) => `${file.name} uses ${String(word)}: ${instead}`);
};

test('imports run one way, third parties enter by one door, the core is pure', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(breaches)).toEqual([]);
});

test.each([
  { name: 'core/step.ts', text: "import { stage } from '../engine/engine.ts';\n", breach: 'core may import spec' },
  {
    name: 'spec/errors.ts',
    text: "import type { World } from '../core/world.ts';\n",
    breach: 'spec may import nothing',
  },
  { name: 'transport/server.ts', text: "export { step } from '../language/ast.ts';\n", breach: 'transport may import' },
  { name: 'engine/engine.ts', text: "const all = await import('../cli/main.ts');\n", breach: 'engine may import' },
  { name: 'play/expectations.ts', text: "import * as v from 'valibot';\n", breach: 'only in language/shapes.ts' },
  {
    name: 'transport/sockets.ts',
    text: "import { SocketInterceptor } from '../vendor/interceptors.js';\n",
    breach: 'only in transport/sockets/interception.ts',
  },
  { name: 'core/ids.ts', text: "import { v4 } from 'uuid';\n", breach: 'file of their own' },
  { name: 'core/links.ts', text: 'const now = Date.now();\n', breach: '`now` is an argument' },
  { name: 'spec/time.ts', text: 'const now = new Date();\n', breach: '`now` is an argument' },
  { name: 'spec/time.ts', text: 'const now = Date.now();\n', breach: '`now` is an argument' },
  { name: 'core/ids.ts', text: 'const id = Math.random();\n', breach: 'hash the seed' },
  { name: 'core/step.ts', text: 'export const step = async () => {};\n', breach: 'the core is synchronous' },
  { name: 'spec/limits.ts', text: 'setTimeout(() => 1, 2);\n', breach: 'return a due time' },
  { name: 'somewhere/else.ts', text: '', breach: 'is no layer' },
])('a planted breach in $name is named: $breach', ({ breach, ...planted }) => {
  const found = breaches(planted);

  expect(found).toHaveLength(1);
  expect(found[0]).toContain(breach);
});

test('engine, clock and transports name nothing of our service', () => {
  const ours = new RegExp(`\\b(?:${[...operationNames, ...regionNames, ...errorNames, ...apiNames].join('|')})\\b`);
  const shells = files.filter(({ name }) => ['engine', 'clock', 'transport'].includes(layerOf(name)));

  expect(shells.flatMap(({ name, text }) => (ours.test(text) ? [`${name}: ${ours.exec(text)?.[0]}`] : []))).toEqual([]);
});

test('source files stay small enough to hold in the head', () => {
  const isTable = ({ name, text }: SourceFile): boolean =>
    name.startsWith('spec/') || text.startsWith('// Written by scripts/');
  const long = files.filter((file) => !isTable(file) && file.text.split('\n').length > 251);
  const lengths = files.map(({ text }) => text.split('\n').length).sort((one, other) => one - other);

  expect(long.map(({ name }) => name)).toEqual([]);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(90);
});

test('what is said of a whole file is no doc comment: editors would show it for the next declaration, and it would be shipped', () => {
  const loose = files.filter(({ text }) => /^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n(?:\n|\/\*\*)/m.test(text));

  expect(loose.map(({ name }) => `${name}: begin it with /*`)).toEqual([]);
});

test('the text of a refusal stands in the tables of src/spec and nowhere else', () => {
  const doubled = files.filter(({ name, text }) => !name.startsWith('spec/') && /'Access token is expired/.test(text));

  expect(doubled.map(({ name }) => name)).toEqual([]);
});

test('CONTRIBUTING draws the layers as they are enforced, in both directions', () => {
  const page = readFileSync(resolve(src, '../CONTRIBUTING.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| .+ \| ([\w,/. ]+) \|$/gm)];
  const drawn = rows.map(([, layer = '', imports = '']) => [layer, imports === 'nothing' ? [] : imports.split(', ')]);

  expect(Object.fromEntries(drawn)).toEqual(layers);
});
