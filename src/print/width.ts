/* How many columns of a terminal a text takes, and texts made to fit into a number of them. */

let graphemes: Intl.Segmenter | undefined;

/** Made for the first text that is not plain: it takes as long as to play a scenario. */
const segmentsOf = (text: string): Intl.Segments =>
  (graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })).segment(text);

const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\uFE0F/u;
const unseen = /^[\p{M}\p{Cf}\p{Cc}]+$/u;

const widthOfOne = (grapheme: string): number => {
  if (unseen.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
};

export const widthOf = (text: string): number => {
  // Most texts are plain, and the segmenter takes its time.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmentsOf(text)) width += widthOfOne(segment);
  return width;
};

/** The beginning of a text that fits, with a mark where something is missing. */
export const truncate = (text: string, width: number, mark: string): string => {
  if (widthOf(text) <= width) return text;
  const room = width - widthOf(mark);
  if (room < 0) return mark.slice(0, Math.max(0, width));
  let [taken, used] = ['', 0];
  for (const { segment } of segmentsOf(text)) {
    used += widthOfOne(segment);
    if (used > room) break;
    taken += segment;
  }
  return `${taken.trimEnd()}${mark}`;
};

/** A text filled up with blanks on the right, or truncated. */
export const fit = (text: string, width: number, mark: string): string => {
  const short = truncate(text, width, mark);
  return `${short}${' '.repeat(Math.max(0, width - widthOf(short)))}`;
};
