/**
 * What was written, with a mark right before the mistake, what is said about it, and what is advised. One step is written
 * without the file around it, and a field of the whole without the name.
 */
export type Mistake = readonly [marked: string, what: string, hint: string];

const mark = '‸';

/** The text of a file with the mistake in it, and the place of that, as `line:column`. */
export const setMistake = (marked: string): { readonly text: string; readonly place: string } => {
  const written = wrap(marked);
  const at = written.indexOf(mark);
  const before = written.slice(0, at).split('\n');
  const text = written.replace(mark, '');
  return { text, place: `${before.length}:${(before.at(-1)?.length ?? 0) + 1}` };
};

const wrap = (marked: string): string => {
  const text = marked.replace(mark, '');
  if (text.startsWith('{')) return `name: x\nsteps:\n  - ${marked}`;
  return text.includes('\n') ? marked : `name: x\n${marked}`;
};
