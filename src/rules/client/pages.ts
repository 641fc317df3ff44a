import { textIn } from '../history/read-text.ts';
import type { Call } from './calls.ts';
import { type Asked, readConduct } from './conduct.ts';
import { readOnce } from '../history/read-once.ts';
import type { Answer, History } from '../history.ts';
import { collect } from '../history/collect.ts';

/** A page of a listing that the client got, whole. */
export interface Page extends Pick<Asked, 'call' | 'subject'> {
  readonly query: string;
  readonly heardAt: number;
  readonly place: number;
  /** The token of the next page. (Assumption `list.tokenPosition`) */
  readonly next?: string;
  readonly links: readonly string[];
}

export const readPages = readOnce((history): readonly Page[] =>
  collect(readConduct(history).asked, ({ call, subject }) => {
    const { heard } = call;
    if (subject.query === undefined || heard?.isWhole !== true || !heard.answer.isOk) return [];
    const { json, wire } = heard.answer;
    const next = findNext(history, json, wire.headers);
    const links = readLinks(json?.['records']);
    const page = { call, subject, query: subject.query, heardAt: heard.at, place: heard.place, links };
    return [{ ...page, ...(next !== undefined && next !== '' && { next }) }];
  }),
);

type Json = Answer['json'];

const findNext = ({ context }: History, json: Json, headers: Readonly<Record<string, string>>): string | undefined => {
  switch (context.assumptions['list.tokenPosition']) {
    case 'header':
      return headers['nextpagetoken'];
    case 'pagination-object':
      return textIn(json?.['pagination'] as Json, 'nextPageToken');
    default:
      return textIn(json, 'nextPageToken');
  }
};

const readLinks = (records: unknown): readonly string[] => {
  if (!Array.isArray(records)) return [];
  return collect(records as readonly Json[], (record) =>
    [textIn(record, 'file'), textIn(record, 'schema')].filter((link) => link !== undefined),
  );
};

/** The pages on which the client was given a link, in order. */
export const readOrigins = readOnce((history): ReadonlyMap<string, readonly Page[]> => {
  const origins = new Map<string, Page[]>();
  for (const page of readPages(history)) {
    for (const link of page.links) {
      const known = origins.get(link);
      if (known === undefined) origins.set(link, [page]);
      else known.push(page);
    }
  }
  return origins;
});

/** What a link leads to, whenever it was made: its signature and its age stand behind the question mark. */
export const targetOf = (link: string): string => {
  const mark = link.indexOf('?');
  return mark < 0 ? link : link.slice(0, mark);
};

export const readDownloads = readOnce((history): readonly Call[] =>
  // What asks for the head of a file alone does not download it.
  readConduct(history)
    .by('downloadFile', 'downloadSchema')
    .filter(({ request }) => request.method !== 'HEAD'),
);
