import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/**
 * Pages are plain Markdown, for code hosts too: what Vue would take for a part of a template is shown as it stands.
 * Comments, which say how a page is made, are left out.
 */
export const asOnePage = (markdown: MarkdownRenderer): void => {
  markdown.core.ruler.before('normalize', 'comments', (state) => {
    state.src = state.src.replaceAll(/^<!--[\s\S]*?-->\n/gm, '');
    // TypeDoc marks the rows of its tables by elements, and escapes all else.
    state.md.options.html = pageOf(state.env)?.startsWith('api/') === true;
  });
  const escaped = markdown.utils.escapeHtml;
  markdown.renderer.rules.text = (tokens, index) =>
    escaped(tokens[index]?.content ?? '')
      .replaceAll('{{', '&#123;&#123;')
      .replaceAll('}}', '&#125;&#125;');
};

/** Undefined for a title, which is rendered by itself. */
const pageOf = (env: unknown): string | undefined => (env as { readonly relativePath?: string }).relativePath;

/** A block that is a file has its name above it. */
export const nameFiles = (markdown: MarkdownRenderer): void => {
  const render = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    const [language = '', name] = token?.info.split(' ') ?? [];
    if (token !== undefined) token.info = language;
    const block = render?.(tokens, index, ...rest) ?? '';
    return name === undefined ? block : `<p class="file-name">${markdown.utils.escapeHtml(name)}</p>${block}`;
  };
};

/** In what the tool prints, the lines that tell what is wrong. */
export const markFindings = {
  name: 'findings',
  line(this: { source: string }, node: { properties: Record<string, unknown> }, line: number): void {
    const text = this.source.split('\n')[line - 1] ?? '';
    if (/^\s*(?:broken:|▶|✗|⚠)/.test(text)) node.properties['class'] = 'line is-finding';
    if (/^\s*✓/.test(text)) node.properties['class'] = 'line is-kept';
  },
};

/** Links to files beside `docs` lead to the code host; those to a folder's README lead to its first page. */
export const leadOut = (markdown: MarkdownRenderer, host: string): void => {
  markdown.core.ruler.push('lead out', (state) => {
    const page = pageOf(state.env) ?? '';
    for (const link of state.tokens.flatMap((token) => token.children ?? [])) {
      const target = link.type === 'link_open' ? link.attrGet('href') : null;
      if (target === null || /^(?:\w+:|#|\/)/.test(target)) continue;
      const path = posix.join('docs', posix.dirname(page), target);
      if (!path.startsWith('docs/')) link.attrSet('href', `${host}/${path}`);
      else if (path.startsWith('docs/README.md')) link.attrSet('href', target.replace('README.md', 'contents.md'));
      else link.attrSet('href', target.replace(/README\.md(?=#|$)/, 'index.md'));
    }
  });
};
