import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

interface Checked {
  readonly pages: number;
  readonly links: number;
  /** Each as `page: link`. */
  readonly broken: readonly string[];
}

const valuesOf = (html: string, pattern: RegExp): readonly string[] =>
  [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'));

/** What a browser would fetch by itself: a page shows without a network only if all of it is in the site. */
const fetched = /<(?:script|img|iframe)\b[^>]*\ssrc="([^"]*)"|<link\b[^>]*\shref="([^"]*)"/g;

/** Every link of a built site leads to a file of it, and to an anchor that is there; nothing is fetched from elsewhere. */
export const checkSite = (folder: string, base: string): Checked => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const pages = files.filter((name) => name.endsWith('.html'));
  const html = new Map(pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')]));
  const ids = new Map([...html].map(([page, text]) => [page, new Set(valuesOf(text, /\sid="([^"]*)"/g))]));
  const broken: string[] = [];
  let links = 0;

  const leads = (page: string, link: string): boolean => {
    const [path = '', anchor = ''] = link.split('#');
    const whole =
      path === '' ? page : path.startsWith('/') ? path.slice(base.length) : posix.join(posix.dirname(page), path);
    const target = [whole, `${whole}.html`, posix.join(whole, 'index.html')].find(
      (name) => ids.has(name) || (name !== '' && !name.endsWith('/') && files.includes(name)),
    );
    if (target === undefined) return false;
    return anchor === '' || (ids.get(target)?.has(decodeURIComponent(anchor)) ?? true);
  };

  for (const [page, text] of html) {
    for (const link of new Set(valuesOf(text, /<a\b[^>]*\shref="([^"]*)"/g))) {
      if (/^(?:https?|mailto):/.test(link)) continue;
      links += 1;
      if (!leads(page, link)) broken.push(`${page}: ${link}`);
    }
    for (const [, src, href] of text.matchAll(fetched)) {
      const from = src ?? href ?? '';
      if (from.startsWith('data:')) continue;
      if (/^(?:https?:)?\/\//.test(from)) broken.push(`${page}: ${from} is fetched from elsewhere`);
      else if (!existsSync(join(folder, from.slice(base.length)))) broken.push(`${page}: ${from}`);
    }
  }
  return { pages: pages.length, links, broken };
};
