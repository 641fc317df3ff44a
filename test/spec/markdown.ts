export interface MarkdownTable {
  readonly section: string;
  /** The third-level heading above the table, or an empty text. */
  readonly heading: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const readCells = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1'));

/** The second-level headings of a page, in order. */
export const readSections = (page: string): string[] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('## '))
    .map((line) => line.slice(3));

/** Every table of a page with the headings it stands under. Inline code around a whole cell is taken off. */
export const readTables = (page: string): MarkdownTable[] => {
  const tables: { section: string; heading: string; columns: string[]; rows: string[][] }[] = [];
  let section = '';
  let heading = '';
  let isInside = false;
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) [section, heading] = [line.slice(3), ''];
    if (line.startsWith('### ')) heading = line.slice(4);
    const isRow = line.startsWith('|');
    if (isRow && !isInside) tables.push({ section, heading, columns: readCells(line), rows: [] });
    else if (isRow && !/^[|-]+$/.test(line)) tables.at(-1)?.rows.push(readCells(line));
    isInside = isRow;
  }
  return tables;
};
