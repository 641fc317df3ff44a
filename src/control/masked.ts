/** Plain data with every secret that the trace has a name for under that name. */
export const masked = (data: unknown, mask: (text: string) => string): unknown => {
  if (typeof data === 'string') return mask(data);
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map((item) => masked(item, mask));
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, masked(value, mask)]));
};
