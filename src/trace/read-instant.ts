/** The instant that a text names, in milliseconds since 1970: ISO 8601, or as HTTP writes dates. */
export const readInstant = (text: string): number | undefined => {
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? undefined : instant;
};
