/** So many lines of what happened are in one report of a scenario; whoever needs more has the trace. */
const most = 2000;

/** Of what is cut, less is shown of its beginning than of its end, where it broke. */
const shownFirst = 500;

/** Lines for a document that others load as a whole: the first and the last, and how many there are between them. */
export const embed = (lines: readonly string[]): readonly string[] => {
  const hidden = lines.length - most;
  if (hidden <= 0) return lines;
  const last = lines.slice(shownFirst + hidden);
  return [...lines.slice(0, shownFirst), `… ${hidden} more lines, which --trace writes into a file …`, ...last];
};
