import { afterAll, expect, test } from 'vitest';
import { kinds, openEmptyProject } from '../scripts/packed/empty-project.ts';
import { packedOnce } from './packed-once.ts';

/** What users install: `npm test` builds it first. */
const packed = packedOnce();
const [, kind = { name: '', files: {}, packages: [] }] = kinds;
const project = openEmptyProject(packed, { ...kind, packages: ['vitest'] });
afterAll(() => {
  project[Symbol.dispose]();
});

/** What an ES module tells that runs in the project, beside `require` as CommonJS has it. */
const tell = (body: string, ...flags: readonly string[]): unknown => {
  const program = `import { createRequire } from 'node:module';
    const require = createRequire(process.cwd() + '/a.cjs');
    const loaded = () => Object.keys(require.cache).map((path) => path.replaceAll('\\\\', '/').replace(/.*node_modules\\//, ''));
    const told = await (async () => { ${body} })();
    console.log(JSON.stringify(told));`;
  const { exit, output } = project.node(...flags, '--input-type=module', '--eval', program);
  expect({ exit, output }).toMatchObject({ exit: 0 });
  return JSON.parse(output);
};

test('an import of the root loads what it exports, and nothing below that, of its own or of others', () => {
  const loaded = tell(`await import('stunt-double'); return loaded();`) as readonly string[];

  expect(loaded.every((path) => path.startsWith('stunt-double/dist/cjs/'))).toBe(true);
  expect(loaded.length).toBeLessThan(5);
});

test('a first answer through fetch loads neither rules nor schemas, nor sockets, nor what nobody has asked for yet', () => {
  const loaded = tell(
    `
    const { simulate } = await import('stunt-double');
    const sim = await simulate({ transport: 'fetch' });
    await fetch(sim.env.tokenUrl, { method: 'POST' });
    await sim.stop();
    return loaded();`,
  ) as readonly string[];
  const chunks = loaded.flatMap((path) => /^stunt-double\/dist\/cjs\/chunks\/(.*)\.js$/.exec(path)?.[1] ?? []);

  expect(chunks).toEqual(expect.arrayContaining(['simulation', 'clock']));
  const unused = ['rules', 'language', 'play', 'check', 'sockets', 'vendor', 'report', 'control'];
  const unasked = ['operations', 'reading', 'steps', 'ways'];
  for (const name of [...unused, ...unasked]) {
    expect(packed.files).toContain(`dist/cjs/chunks/${name}.js`);
    expect(chunks).not.toContain(name);
  }
  expect(loaded.filter((path) => /^(?:yaml|valibot|commander|fast-check|@?hono)\//.test(path))).toEqual([]);
});

test('all code is ASCII, of which Node holds a byte a character', () => {
  const { length, others } = tell(`
    const { readdirSync, readFileSync } = await import('node:fs');
    const folder = 'node_modules/stunt-double/dist/cjs/';
    const code = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
    const isOther = (name) => /[^\\0-\\x7F]/.test(readFileSync(folder + name, 'utf8'));
    return { length: code.length, others: code.filter(isOther) };`) as { length: number; others: readonly string[] };

  expect(length).toBeGreaterThan(20);
  expect(others).toEqual([]);
});

test('an import changes nothing in the process, apart from register', () => {
  const changes = (entry: string): unknown =>
    tell(`
      const owners = [globalThis, require('node:timers'), require('node:net'), require('node:crypto'), process, Math, Date];
      // Node makes some of its globals when they are first read: those are not there yet.
      const before = owners.map((owner) => Object.entries(Object.getOwnPropertyDescriptors(owner))
        .filter(([, { value }]) => typeof value === 'function'));
      await import('${entry}');
      return before.flatMap((all, at) => all.filter(([key, { value }]) => owners[at][key] !== value).map(([key]) => key));`);

  for (const entry of ['stunt-double', 'stunt-double/node-test', 'stunt-double/msw', 'stunt-double/nock'])
    expect(changes(entry), entry).toEqual([]);
  expect(changes('stunt-double/register')).toContain('setTimeout');
});

// All of src is imported, which takes a machine that has much to do a while.
test('the root exports what its source does, in both formats', async () => {
  const names = Object.keys(await import('../src/index.ts')).toSorted();

  expect(tell(`return Object.keys(await import('stunt-double')).sort();`)).toEqual(names);
  expect(tell(`return Object.keys(require('stunt-double')).sort();`)).toEqual(names);
});

test('named imports of timers are what they were, whoever fakes timers while a simulation comes and goes', () => {
  expect(
    tell(`
      const { simulate } = await import('stunt-double');
      const names = await import('node:timers/promises');
      const modules = require('node:timers/promises');
      const before = { named: names.setTimeout, own: modules.setTimeout };
      modules.setTimeout = () => new Promise(() => undefined);
      const sim = await simulate({ transport: 'fetch' });
      await sim.stop();
      const during = names.setTimeout === before.named;
      modules.setTimeout = before.own;
      return [during, names.setTimeout === before.named];`),
  ).toEqual([true, true]);
});

test('both formats and all entries have one class Misuse and one state', () => {
  expect(
    tell(`
      const root = await import('stunt-double');
      const common = require('stunt-double');
      const { withSimulation } = await import('stunt-double/node-test');
      const refused = await withSimulation({ seed: -1 }, () => undefined)().catch((error) => error);
      return [root.Misuse === common.Misuse, root.simulate === common.simulate, refused instanceof common.Misuse];`),
  ).toEqual([true, true, true]);
});

test('an error of the library names the function that threw it, at a line that shows it', () => {
  const [name, line] = tell(`
    const { readFileSync } = await import('node:fs');
    const { simulate } = await import('stunt-double');
    const error = await simulate({ epoch: 'noon' }).catch((thrown) => thrown);
    const [, name, file, line] = /at (?:Object\\.)?(\\S+) .*?\\(?(\\/.*?):(\\d+):/.exec(error.stack) ?? [];
    return [name, readFileSync(file, 'utf8').split('\\n')[line - 1]];`) as readonly [string, string];

  expect(name).toBe('readEpoch');
  expect(line).toMatch(/^(?:const )?readEpoch\b/);
  expect(line.length).toBeLessThan(500);
});

test('nothing of a simulation that has ended waits for a large collection of garbage', () => {
  const bytes = tell(
    `
    const { getHeapStatistics } = require('node:v8');
    const { simulate } = await import('stunt-double');
    const times = 300;
    const play = async () => {
      for (let time = 0; time < times; time++) await (await simulate({ transport: 'none' })).stop();
    };
    const held = async () => {
      gc();
      const before = getHeapStatistics().used_heap_size;
      await play();
      gc({ type: 'minor' });
      gc({ type: 'minor' });
      return getHeapStatistics().used_heap_size - before;
    };
    const other = await simulate({ transport: 'none' });
    await play();
    // What Node itself makes meanwhile is in one of them, what is kept is in each.
    const least = Math.min(await held(), await held(), await held());
    await other.stop();
    return least / times;`,
    '--expose-gc',
    // So large that no collection comes in between.
    '--min-semi-space-size=64',
    '--max-semi-space-size=64',
  );

  // It takes some 70,000 to make one.
  expect(bytes).toBeLessThan(5000);
});
