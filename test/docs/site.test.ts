import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { checkSite } from '../../scripts/site/check-site.ts';
import { readContents } from '../../scripts/site/contents.ts';
import { blockOf } from '../../scripts/site/stage.ts';
import { openTemporaryFolder } from '../../scripts/temporary-folder.ts';

const docs = resolve(import.meta.dirname, '../../docs');

const linksOf = (page: string): readonly string[] =>
  [...readFileSync(join(docs, page), 'utf8').matchAll(/\]\(([^)#\s]+\.md)(?:#[^)]*)?\)/g)].map(([, link = '']) =>
    posix.join(dirname(page), link),
  );

test('the table of contents leads to every page there is, by itself or by an index that it names', () => {
  const listed = readContents().flatMap(({ pages }) => pages.map(({ path }) => path));
  const indexes = listed.filter((path) => path.endsWith('/README.md'));
  const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md');

  const reached = new Set([...listed, ...indexes.flatMap(linksOf)]);
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

test('every part of it has a title and pages, each with a title', () => {
  const contents = readContents(
    '# All\n\n## Begin\n\n| page | for |\n|---|---|\n| [One](one.md) | it [two](two.md) |\n',
  );

  expect(contents).toEqual([{ title: 'Begin', pages: [{ title: 'One', path: 'one.md' }] }]);
});

test('what the front page shows of the tutorial is there', () => {
  const tutorial = readFileSync(join(docs, 'tutorial.md'), 'utf8');
  const front = readFileSync(resolve(docs, '../scripts/site/index.md'), 'utf8');
  const shown = [...front.matchAll(/<!-- tutorial: (\S+) -->/g)].map(([, name = '']) => name);

  expect(shown.length).toBeGreaterThan(0);
  for (const name of shown) expect(blockOf(tutorial, name)).toContain('broken: ');
  expect(() => blockOf(tutorial, 'nothing')).toThrow('shows no "nothing"');
});

test('of a built site, links that lead nowhere are found, and what a page would fetch from elsewhere', () => {
  using folder = openTemporaryFolder({
    'index.html': '<a href="/how/to.html#one">1</a><a href="how/to.html#two">2</a><a href="https://a.test">3</a>',
    'how/to.html': '<h2 id="one"></h2><a href="./../index.html">4</a><a href="./gone.html">5</a><a href="#one">6</a>',
    'other.html': '<script src="https://a.test/x.js"></script><img src="/gone.png"><a href="/how/to">7</a>',
  });

  const { broken, ...counted } = checkSite(folder.path, '/');

  expect(broken.toSorted()).toEqual([
    'how/to.html: ./gone.html',
    'index.html: how/to.html#two',
    'other.html: /gone.png',
    'other.html: https://a.test/x.js is fetched from elsewhere',
  ]);
  expect(counted).toEqual({ pages: 3, links: 6 });
});
