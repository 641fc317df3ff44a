import { readdir, stat } from 'node:fs/promises';

/** Whether a file or folder is passed by, by its name. */
type PassBy = (name: string) => boolean;

const none: PassBy = () => false;

/** All files below a folder, as `folder/…`, sorted. Hidden ones, `node_modules` and links to folders are passed by as well. */
export const walk = async (folder: string, passBy = none): Promise<readonly string[]> => {
  const files: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules' || passBy(entry.name)) continue;
    const path = folder === '/' ? `/${entry.name}` : `${folder}/${entry.name}`;
    if (entry.isDirectory()) files.push(...(await walk(path, passBy)));
    else if (entry.isFile() || (await stat(path).catch(() => undefined))?.isFile() === true) files.push(path);
  }
  return files.sort();
};

const magic = /[*?[\]{}]/;

export const isGlob = (path: string): boolean => magic.test(path);

/** The files that a pattern names, sorted: `*` and `?` within a name, `**` across folders, `[a-z]`, `{one,two}`. */
export const expandGlob = async (pattern: string, passBy = none): Promise<readonly string[]> => {
  const found = new Set<string>();
  for (const plain of expandBraces(pattern)) {
    const segments = plain.split('/');
    const first = segments.findIndex(isGlob);
    const base = segments.slice(0, first < 0 ? -1 : first).join('/');
    const matches = compile(plain);
    // The root of the file system is an empty text before the first slash.
    for (const file of await walk(base === '' ? (plain.startsWith('/') ? '/' : '.') : base, passBy)) {
      const path = file.replace(/^\.\//, '');
      if (matches.test(path)) found.add(path);
    }
  }
  return [...found].sort();
};

/** `a{b,c{d,e}}` → `ab`, `acd`, `ace`. What has no comma or no end stands for itself. */
export const expandBraces = (pattern: string): readonly string[] => {
  const innermost = /^(.*)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(pattern);
  if (innermost === null) return [pattern];
  const [, before = '', choices = '', after = ''] = innermost;
  return choices.split(',').flatMap((choice) => expandBraces(`${before}${choice}${after}`));
};

const compile = (pattern: string): RegExp => {
  const source = pattern.replace(/^\.\//, '').replace(/\*\*\/|\*\*|\*|\?|\[!?[^\]/]+\]|[^*?[]+|\[/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (/^\[.+\]$/.test(part)) return part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
    return part.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
  });
  try {
    return new RegExp(`^${source}$`, 'u');
  } catch {
    // A range from the later letter to the earlier, say: it matches nothing.
    return /(?!)/;
  }
};
