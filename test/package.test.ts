import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** What users install: `npm test` builds it first. */
const root = resolve(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly main: string;
  readonly types: string;
  readonly typesVersions: { readonly '*': { readonly '*': readonly string[] } };
};

const run = (flags: readonly string[], script: string): unknown =>
  JSON.parse(execFileSync(process.execPath, [...flags, '-e', script], { cwd: root, encoding: 'utf8' }));

const play = `
  const sim = await simulate();
  const status = await sim.run(async () => {
    await new Promise((resolve) => setTimeout(resolve, 3_600_000));
    return (await fetch(sim.env.tokenUrl, { method: 'POST' })).status;
  });
  const { elapsed } = sim;
  await sim.stop();
  console.log(JSON.stringify([status, elapsed]));
`;

test('the package is imported by its name, as an ES module', () => {
  const script = `import { simulate } from 'stunt-double'; ${play}`;

  expect(run(['--input-type=module'], script)).toEqual([400, 3_600_000]);
});

test('the package is required by its name, as CommonJS', () => {
  const script = `const { simulate } = require('stunt-double'); (async () => { ${play} })();`;

  expect(run(['--input-type=commonjs'], script)).toEqual([400, 3_600_000]);
});

test('both forms of it in one process share one interception, and hide nothing from a client that an old Node has not', () => {
  const script = `
    import { request } from 'node:https';
    import { createRequire } from 'node:module';
    import { simulate } from 'stunt-double';
    const required = createRequire(import.meta.url)('stunt-double');
    delete Promise.withResolvers;
    const get = (url) => new Promise((done, fail) => request(url, done).on('error', fail).end());
    const ask = (sim) => sim.run(async () => [(await get(sim.env.tokenUrl)).statusCode, typeof Promise.withResolvers]);
    const first = await simulate();
    const second = await required.simulate();
    const told = [await ask(first), await ask(second)];
    await first.stop();
    told.push(await ask(second));
    await second.stop();
    console.log(JSON.stringify([...told, typeof Promise.withResolvers]));
  `;

  const found = [404, 'undefined'];
  expect(run(['--input-type=module'], script)).toEqual([found, found, found, 'undefined']);
});

test('importing the package changes nothing in the process and loads no interceptor', () => {
  const script = `
    import net from 'node:net';
    import { createRequire } from 'node:module';
    const look = () => [setTimeout, Date, Date.now, performance.now, AbortSignal.timeout, fetch, Promise.withResolvers,
      net.Socket.prototype.connect, net.Socket.prototype.setTimeout, WebAssembly.compile, process.hrtime];
    const before = look();
    await import('stunt-double');
    const after = look();
    const loaded = Object.keys(createRequire(import.meta.url).cache).filter((name) => name.includes('interceptors'));
    console.log(JSON.stringify([before.every((one, index) => one === after[index]), loaded,
      Reflect.ownKeys(globalThis).map(String).filter((name) => /stunt|MSW/.test(name))]));
  `;

  expect(run(['--input-type=module'], script)).toEqual([true, [], []]);
});

test('everything that the manifest points to is built', () => {
  const targets =
    JSON.stringify([manifest.exports, manifest.bin, manifest.main, manifest.types]).match(/\.\/dist\/[^"]+/g) ?? [];

  expect(targets.length).toBeGreaterThan(8);
  expect(targets.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('users get at most ten packages with it, all made for Node 20, and none runs a script when installed', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<
      Record<
        string,
        {
          dev?: boolean;
          optional?: boolean;
          devOptional?: boolean;
          peer?: boolean;
          hasInstallScript?: boolean;
          engines?: { node?: string };
        }
      >
    >;
  };
  const shipped = Object.entries(lock.packages).filter(
    ([path, { dev, optional, devOptional, peer }]) => path !== '' && !dev && !optional && !devOptional && !peer,
  );

  expect(shipped.length).toBeGreaterThanOrEqual(3);
  expect(shipped.length).toBeLessThanOrEqual(10);
  expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
  const oldest = shipped.map(([, { engines }]) => Number(/^>= ?(\d+)/.exec(engines?.node ?? '>=0')?.[1]));
  expect(oldest.filter((major) => !(major <= 20))).toEqual([]);
});

// Beside a version that is out of the range, npm installs nothing, and may not even say why.
test('no peer is too new', () => {
  for (const range of Object.values(manifest.peerDependencies)) expect(range).toMatch(/^>=\d+$/);
});

test('TypeScript that reads no "exports" finds the types of every entry', () => {
  const found = (path: string) => manifest.typesVersions['*']['*'].map((to) => join(root, to.replace('*', path)));
  const modules = Object.keys(manifest.exports).filter((entry) => !entry.endsWith('.json') && entry !== '.');

  for (const entry of modules) expect(found(`${entry.slice(2)}.d.ts`).some(existsSync), entry).toBe(true);
});
