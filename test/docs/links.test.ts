import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { anchorOf } from '../../scripts/site/anchor-of.ts';

const root = resolve(import.meta.dirname, '../..');

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');

const anchorsIn = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

test.each(pages)('every link of %s leads to a file, and to a heading that is there', (page) => {
  const links = [...withoutCode(readFileSync(join(root, page), 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link));

  const broken = links.filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? join(root, page) : resolve(root, dirname(page), path);
    return !existsSync(target) || (anchor !== undefined && !anchorsIn(target).includes(anchor));
  });

  expect(broken).toEqual([]);
});
