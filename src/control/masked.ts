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
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return hide(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(walk);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one)]));
  };
  return walk(data);
};
