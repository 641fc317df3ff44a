import { type Json, textIn } from './read-text.ts';

/** What the body of a page says. */
export interface Listing {
  /** Links of data and schema, as they were given. */
  readonly links: readonly string[];
  /** What the records are, whatever their links. */
  readonly files: readonly string[];
  /** The token of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

export const readListing = (json: Json | undefined, headers: Readonly<Record<string, string>>): Listing => {
  const records = Array.isArray(json?.['records']) ? (json['records'] as readonly (Json | undefined)[]) : [];
  const links: string[] = [];
  const files: string[] = [];
  for (const record of records) {
    const file = textIn(record, 'file');
    const schema = textIn(record, 'schema');
    if (file !== undefined) {
      links.push(file);
      files.push(targetOf(file));
    }
    if (schema !== undefined) links.push(schema);
  }
  return { links, files, next: readNext(json, headers) };
};

/** Wherever the assumptions may have it stand. (`list.tokenPosition`) */
const readNext = (json: Json | undefined, headers: Readonly<Record<string, string>>): string | undefined => {
  const { nextPageToken } = (json?.['pagination'] ?? {}) as { readonly nextPageToken?: unknown };
  const found = json?.['nextPageToken'] ?? nextPageToken ?? headers['nextpagetoken'];
  return typeof found === 'string' && found !== '' ? found : undefined;
};

/** What a link leads to, whenever it was made: its signature and its age stand behind the question mark. */
export const targetOf = (link: string): string => {
  const mark = link.indexOf('?');
  return mark < 0 ? link : link.slice(0, mark);
};
