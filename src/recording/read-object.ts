import { isFields } from '../language/data.ts';

/** A JSON object; undefined for whatever else a text may be. */
export const readObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
