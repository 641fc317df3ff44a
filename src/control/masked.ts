import { hideTexts, type Plain } from '../trace/told.ts';

/** So short a text tells no secret. */
const shortest = 8;

/** Plain data with every secret that the trace has a name for under that name. */
export const masked = (data: unknown, mask: (text: string) => string): unknown => {
  // Most of what a world says, it says again and again.
  const known = new Map<string, string>();
  const hide = (text: string): string => {
    if (text.length < shortest) return text;
    const before = known.get(text) ?? mask(text);
    known.set(text, before);
    return before;
  };
  return hideTexts(data as Plain, hide);
};
