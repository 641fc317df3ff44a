import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readme, readmeFiles } from '../../scripts/first-steps/readme-files.ts';
import { checkClient, type Client, simulate, type SimulateOptions, type Simulation } from '../../src/index.ts';
import { deepTest } from '../sampled.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** What the README shows is run from the tarball by scripts/first-steps.ts; here is what can be told without installing anything. */

const root = resolve(import.meta.dirname, '../..');
const { homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly homepage: string };
const byName = (one = '', other = ''): number => one.localeCompare(other);
const repository = homepage.replace('#readme', '');

test('it is short, says what it is for at once, and gives both commands', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(150);
  expect(readme.split('\n').slice(2, 5).join(' ')).toMatch(
    /data portability.*store.*access\s+tokens.*transactional mail/,
  );
  expect(readme).toContain('npm ci && npm start');
  expect(readme).toContain('npm ci && npm test');
});

test('its files are a client, and a test of it for each runner', () => {
  expect(Object.keys(readmeFiles)).toEqual(['orders.test.mjs', 'orders.test.cjs', 'import-orders.cjs']);
});

/** The registry shows the page elsewhere, and from there only whole addresses lead anywhere. */
test('its links are whole addresses, or headings of its own; those of this repository lead to files that are there', () => {
  const links = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const raw = `${repository.replace('github.com', 'raw.githubusercontent.com')}/main/`;
  const ours = links
    .flatMap((link) =>
      [`${repository}/blob/main/`, raw].map((base) => (link.startsWith(base) ? link.slice(base.length) : '')),
    )
    .filter((path) => path !== '');

  expect(links.filter((link) => !/^https:\/\/|^#/.test(link))).toEqual([]);
  expect(ours.length).toBeGreaterThan(8);
  expect(ours.filter((path) => !existsSync(join(root, path.replace(/#.*/, ''))))).toEqual([]);
});

const loadClient = (): Client => {
  const folder = temporaryFolder(readmeFiles);
  return createRequire(join(folder, 'a.cjs'))('./import-orders.cjs') as Client;
};

/** Among these are a limit that lasts longer than its client once waited, and dead links that it once asked for again. */
deepTest(
  'no scenario that a check draws breaks its client',
  async () => {
    const { runs } = await checkClient(loadClient(), { transport: 'fetch', runs: 400, seed: 0 });

    expect(runs).toBe(400);
  },
  30_000,
);

test('what its table has a test write before a run, happens', async () => {
  const [, table = ''] = readme.split('| to test | before `sim.run` |\n|---|---|\n');
  const importOrders = loadClient();
  const [, options = ''] = /with `(assumptions: \{[^`]*\})`/.exec(table) ?? [];
  const steps = [...table.slice(0, table.indexOf('\n\n')).matchAll(/`(sim\.[^`]*)`/g)].map(([, code]) => code);
  expect(steps).toHaveLength(5);

  for (const step of steps) {
    const told = runInThisContext(`({ ${options} })`) as SimulateOptions;
    const sim = await simulate({ transport: 'fetch', ...told });
    (runInThisContext(`(sim) => ${step}`) as (sim: Simulation) => unknown)(sim);
    await sim.run(() => importOrders(sim.env)).catch(() => undefined);
    await sim.stop(); // a step that never fired would be thrown
    if (step?.includes('tooManyRequests')) expect(JSON.stringify(sim.trace.entries)).toContain('"retry-after":"1"');
  }
});

test('its table of env has every field that a client gets, and no other', async () => {
  await using sim = await simulate({ transport: 'none' });
  const [, table = ''] = readme.split('| `env` | what it is |\n|---|---|\n');
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n');

  const told = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));

  expect(told.toSorted(byName)).toEqual(Object.keys(sim.env).toSorted(byName));
});
