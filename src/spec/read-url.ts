/**
 * Undefined for what is no absolute URL. `URL.canParse` would say so, but on Node 20 and 22 it takes no letter beyond ASCII any more
 * once it has been called often.
 */
export const readUrl = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};
