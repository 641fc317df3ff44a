import type { History } from '../history.ts';
import { short } from '../../trace/short.ts';
import type { Findings } from '../verdicts.ts';
import { findLost } from './lost-queries.ts';
import { type Page, readPages } from './pages.ts';
import { readOnce } from '../history/selectors.ts';
import { serviceRule } from '../rule.ts';
import { tokenOf } from './portability.ts';

export const pagination = serviceRule({
  id: 'S8',
  name: 'pagination',
  claim:
    'The pages of a listing, joined by their tokens, hold every record once; no page is larger than was asked for.',
  why: 'An import would miss records, or bring some in twice.',
  section: 'Endpoints, interface C',
  good: [
    ['10m', 'client', 'listDataQueryRecords → 200, records 1 to 250 and a token'],
    ['10m', 'client', 'listDataQueryRecords with it → 200, records 251 to 300'],
  ],
  bad: [
    ['10m', 'client', 'listDataQueryRecords → 200, records 1 to 250 and a token'],
    ['10m', 'client', 'listDataQueryRecords with it → 200, records 250 to 300'],
  ],
  judge: (history, findings) => {
    const { all } = readPages(history);
    const parents = new Set(all.map(({ parent }) => parent));
    for (const page of all) {
      findings.test();
      checkSize(history, findings, page);
      checkEnd(history, findings, page);
      if (!parents.has(page)) checkDoubles(findings, page);
    }
    for (const { exchange, elsewhere } of findLost(history)) {
      if (elsewhere || exchange.answer.row !== 'invalidNextPage') continue;
      findings.against(exchange, 'was refused a page token that was good');
    }
    return findings.decide('nothing was listed');
  },
});

const checkSize = ({ context }: History, findings: Findings, page: Page): void => {
  const most = sizeOf(context, page);
  if (most === undefined || page.files.length <= most) return;
  findings.against(page.first, `gave ${page.files.length} records, at most ${most} were asked for`);
};

/** How many were asked for; under another reading of the open point the listing keeps the size it began with. */
const sizeOf = (context: History['context'], page: Page): number | undefined => {
  const keeps = context.assumptions['list.pageSizeOnToken'] === 'token-carries' && !page.isFirst;
  if (keeps) return page.parent && sizeOf(context, page.parent);
  const asked = page.first.parsed.query.get('maxResults') ?? '';
  return asked === '' ? context.limits.pageSize.usual : Number(asked);
};

/** How many records a listing has given by the end of each page; undefined where its beginning is not known. */
const countRecords = readOnce((history): ReadonlyMap<Page, number | undefined> => {
  const counts = new Map<Page, number | undefined>();
  for (const page of readPages(history).all) {
    const before = page.isFirst ? 0 : page.parent && counts.get(page.parent);
    counts.set(page, before === undefined ? undefined : before + page.files.length);
  }
  return counts;
});

const checkEnd = (history: History, findings: Findings, page: Page): void => {
  const { customer, scope = page.first.parsed.scope } = tokenOf(history, page.first) ?? {};
  const holding = history.world?.holdings.find((one) => one.customer === customer && one.scope === scope);
  const given = countRecords(history).get(page);
  if (holding === undefined || given === undefined) return;
  const { records } = holding;
  if (page.next === undefined && given !== records) {
    findings.against(page.first, `ended a listing of ${given} records, there are ${records}`);
  } else if (page.next !== undefined && given >= records) {
    findings.against(page.first, `gave a token to more, although all ${records} records had been given`);
  }
};

/** From a page that no other follows back to the first. */
const checkDoubles = (findings: Findings, last: Page): void => {
  const seen = new Set<string>();
  let count = 0;
  for (let page: Page | undefined = last; page !== undefined; page = page.parent) {
    for (const file of page.files) seen.add(file);
    count += page.files.length;
    if (seen.size === count) continue;
    const listing = `a listing of query ${short(page.query)}`;
    return findings.against(last.first, `ends ${listing} that gave a record twice, first by #${page.first.number}`);
  }
};
