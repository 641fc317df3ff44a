import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Changes, compareReports, isAtLeast, leastVersion } from './api/judge.ts';
import { writeReports } from './api/reports.ts';
import type { Finding, Part } from './part.ts';

const kept = 'api';

const createGit =
  (root: string) =>
  (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The newest release before this version. */
const lastRelease = (root: string, version: string): string | undefined =>
  createGit(root)('tag', '--list', 'v[0-9]*', '--sort=-version:refname')
    .split('\n')
    .map((tag) => tag.slice(1))
    .find((one) => /^\d+\.\d+\.\d+$/.test(one) && !isAtLeast(one, version));

const changesSince = (root: string, last: string, reports: ReadonlyMap<string, string>): Changes => {
  const git = createGit(root);
  const old = git('ls-tree', '--name-only', `v${last}`, `${kept}/`).split('\n').filter(Boolean);
  const names = [...new Set([...reports.keys(), ...old.map((path) => path.slice(kept.length + 1, -'.api.md'.length))])];
  const all = names.map((name) => {
    const path = `${kept}/${name}.api.md`;
    const before = old.includes(path) ? git('show', `v${last}:${path}`) : '';
    const { breaking, added } = compareReports(before, reports.get(name) ?? '');
    const place = (one: string): string => `${name}: ${one}`;
    return { breaking: breaking.map(place), added: added.map(place) };
  });
  return { breaking: all.flatMap(({ breaking }) => breaking), added: all.flatMap(({ added }) => added) };
};

const judge = (root: string, version: string, reports: ReadonlyMap<string, string>): Finding => {
  const last = lastRelease(root, version);
  if (last === undefined) return { what: `no release before ${version}: there is nothing to break`, isMet: true };
  const changes = changesSince(root, last, reports);
  const least = leastVersion(last, changes);
  return {
    what: `since ${last}, ${changes.breaking.length} changes break and ${changes.added.length} add: ${version}`,
    budget: `${least} at least`,
    isMet: isAtLeast(version, least),
    lines: [...changes.breaking.map((one) => `breaks  ${one}`), ...changes.added.map((one) => `adds    ${one}`)],
  };
};

/** The public types are kept as reports, so that a change of them is seen where it is made; `update` writes them anew. */
export const createApi = (update: boolean): Part => ({
  what: 'the public types are those that were agreed to, and the version says what became of them',
  look: async ({ root, version, folder }) => {
    const reports = await writeReports(folder, join(root, 'node_modules'));
    const home = join(root, kept);
    if (update) {
      rmSync(home, { recursive: true, force: true });
      mkdirSync(home);
      for (const [name, text] of reports) writeFileSync(join(home, `${name}.api.md`), text);
    }
    const read = (name: string): string => {
      const path = join(home, `${name}.api.md`);
      return existsSync(path) ? readFileSync(path, 'utf8') : '';
    };
    const stale = [...reports].filter(
      ([name, text]) => read(name).replaceAll('\r\n', '\n') !== text.replaceAll('\r\n', '\n'),
    );
    return [
      {
        what: `the types of ${reports.size} entries, of which ${stale.length} are not as ${kept}/ has them`,
        isMet: stale.length === 0,
        lines: stale.map(
          ([name]) =>
            `${kept}/${name}.api.md: npm run release:check -- --only api --update, and look at what it changes`,
        ),
      },
      judge(root, version, reports),
    ];
  },
});
