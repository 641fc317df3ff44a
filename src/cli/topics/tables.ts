/** The rows of all tables of two columns in a page, without their headings. */
export const readRows = (page: string): readonly (readonly [word: string, meaning: string])[] =>
  page.split('\n').flatMap((line, index, lines) => {
    const [, word = '', meaning = ''] = /^\| (.+?) \| (.+) \|$/.exec(line) ?? [];
    const isHeading = lines[index + 1]?.startsWith('|---') === true;
    return word === '' || isHeading ? [] : [[word, meaning] as const];
  });

/** A page by its headings of the second level. */
export const readSections = (page: string): ReadonlyMap<string, string> =>
  new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf('\n');
        return [part.slice(0, end), part.slice(end).trim()] as const;
      }),
  );

/** The text of a page for those who read it elsewhere: where a link leads is left out. */
export const withoutLinks = (text: string): string => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
