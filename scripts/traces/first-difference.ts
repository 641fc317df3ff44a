/** Where two traces begin to differ, with what each has there; undefined where they are the same to the byte. */
export const firstDifference = (one: string | undefined, other: string | undefined): string | undefined => {
  if (one === other) return undefined;
  if (one === undefined || other === undefined) return 'it is only on one of them';
  const [before, after] = [one.split('\n'), other.split('\n')];
  const line = before.findIndex((text, index) => text !== after[index]);
  const at = line < 0 ? before.length : line;
  return `line ${at + 1}\n    ${before[at] ?? 'nothing'}\n    ${after[at] ?? 'nothing'}`;
};
