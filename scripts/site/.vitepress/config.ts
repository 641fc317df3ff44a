import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { anchorOf } from '../anchor-of.ts';
import { readContents } from '../contents.ts';
import { asOnePage, leadOut, markFindings, nameFiles } from '../markdown.ts';

const root = resolve(import.meta.dirname, '../../..');
const host = 'https://github.com/stunt-double/stunt-double';

/** In the page itself, so that no folder has to hold it. */
const icon =
  'data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22><circle cx=%228%22 cy=%228%22 r=%227%22 fill=%22%23c2510f%22/><path d=%22M4 11 8 4l4 7%22 fill=%22none%22 stroke=%22white%22 stroke-width=%222%22/></svg>';

type Items = DefaultTheme.SidebarItem[];

const linkTo = (path: string): string => `/${path.replace(/README\.md$/, '').replace(/\.md$/, '')}`;

/** The folders of the API, by entry point and kind. */
const api = (folder = 'api', isOpen = true): Items =>
  readdirSync(join(root, '.site/pages', folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'index.md')
    .map((entry) =>
      entry.isDirectory()
        ? {
            text: entry.name,
            collapsed: !isOpen,
            link: hasIndex(`${folder}/${entry.name}`),
            items: api(`${folder}/${entry.name}`, false),
          }
        : { text: entry.name.slice(0, -'.md'.length), link: linkTo(`${folder}/${entry.name}`) },
    );

const hasIndex = (folder: string): string | undefined =>
  readdirSync(join(root, '.site/pages', folder)).includes('index.md') ? `/${folder}/` : undefined;

const sidebar: Items = readContents().map(({ title, pages }, index) => ({
  text: title,
  collapsed: index > 2,
  items: pages.map((page) => ({ text: page.title, link: linkTo(page.path) })),
}));

export default defineConfig({
  title: 'stunt-double',
  description: 'Stands in for three HTTP interfaces inside your test suite, and takes the falls for your client.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: icon }]],
  base: process.env['SITE_BASE'] ?? '/',
  srcDir: '../../.site/pages',
  outDir: '../../.site/html',
  cacheDir: '../../.site/cache',
  markdown: {
    html: false,
    linkify: false,
    anchor: { slugify: anchorOf },
    toc: { slugify: anchorOf },
    codeTransformers: [markFindings],
    config: (markdown) => {
      asOnePage(markdown);
      nameFiles(markdown);
      leadOut(markdown, `${host}/blob/main`);
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'How to', link: '/how-to/retry-jitter', activeMatch: '/how-to/' },
      { text: 'Rules', link: '/rules' },
      { text: 'API', link: '/api/', activeMatch: '/api/' },
    ],
    sidebar: { '/': sidebar, '/api/': [{ text: 'API', link: '/api/', items: api() }] },
    socialLinks: [{ icon: 'github', link: host }],
    footer: { message: 'MIT licence' },
  },
});
