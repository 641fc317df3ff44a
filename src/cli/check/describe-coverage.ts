import type { Style } from '../../print/style.ts';
import { wrapTexts } from '../../print/wrap.ts';
import type { CheckSummary } from './summary.ts';

/** What the scenarios came across, in how many of them, and what none did. */
export const describeCoverage = ({ coverage }: CheckSummary, { columns, signs }: Style): readonly string[] => {
  if (coverage === undefined) return [];
  const { cells, gaps, met } = coverage;
  const seen = Object.entries(cells).map(([cell, count]): Cell => [cell, ` ${signs.times}${count}`]);
  const show = (all: readonly Cell[]): readonly string[] =>
    group(all).map(([title, texts]) => list(title, texts, columns));
  return [
    `${Math.floor(met * 100)} % of what is within the client's reach came to pass, each in so many scenarios:`,
    ...show(seen),
    ...(gaps.length > 0 ? ['never happened:', ...show(gaps.map((cell): Cell => [cell, '']))] : []),
    '',
  ];
};

/** On the line of its title, or below it when there is not enough room. */
const list = (title: string, texts: readonly string[], columns: number): string => {
  const line = `  ${title}: ${texts.join(', ')}`;
  if (line.length <= columns) return line;
  return [`  ${title}:`, ...wrapTexts(texts, ',', columns - 4).map((one) => `    ${one}`)].join('\n');
};

type Cell = readonly [cell: string, note: string];

/** `createDataQuery: conflict` stands under `createDataQuery`. */
const group = (cells: readonly Cell[]): readonly (readonly [string, readonly string[]])[] => {
  const groups = new Map<string, string[]>();
  for (const [cell, note] of cells) {
    const [, title = 'states and ends', text = cell] = /^(\w+): (.*)$/.exec(cell) ?? [];
    const texts = groups.get(title) ?? [];
    texts.push(`${text}${note}`);
    groups.set(title, texts);
  }
  return [...groups];
};
