import type { Edit } from './read-recipes.ts';

/**
 * The text of a file once it is edited; `undefined` stands for a file that is not there yet. The lines that say where are
 * found from top to bottom, whatever stands between them; what is added before the first of them goes right before it.
 * Throws where one is not there.
 */
export const applyEdit = ({ file, lines }: Edit, text: string | undefined): string => {
  if (text === undefined) {
    if (lines.some(({ kind }) => kind !== 'added')) throw new Error(`${file} is not there`);
    return lines.map((line) => `${line.text}\n`).join('');
  }
  const result = text.split('\n');
  const find = (wanted: string, from: number): number => {
    const found = result.indexOf(wanted, from);
    if (found === -1) throw new Error(`${file} has no line "${wanted}"`);
    return found;
  };
  const first = lines.find(({ kind }) => kind !== 'added');
  let next = first === undefined ? result.length : find(first.text, 0);
  for (const line of lines) {
    if (line.kind === 'added') result.splice(next, 0, line.text);
    else next = find(line.text, next);
    if (line.kind === 'removed') result.splice(next, 1);
    else next += 1;
  }
  return result.join('\n');
};
