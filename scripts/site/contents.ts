import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A part of the documentation, with its pages in the order in which they are to be read. */
export interface Part {
  readonly title: string;
  readonly pages: readonly { readonly title: string; readonly path: string }[];
}

const root = resolve(import.meta.dirname, '../..');

/** docs/README.md is the one table of contents: its headings are the parts, and each link that begins a row is a page. */
export const readContents = (text = readFileSync(resolve(root, 'docs/README.md'), 'utf8')): readonly Part[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      pages: [...part.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) \|/gm)].map(([, title = '', path = '']) => ({
        title,
        path,
      })),
    }));
