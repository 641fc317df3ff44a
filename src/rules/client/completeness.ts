import type { ErrorName } from '../../spec/errors.ts';
import type { Entry } from '../../trace/entry.ts';
import type { History } from '../history.ts';
import { targetOf } from '../history/listing.ts';
import { isRow, isSuccess, isTransient, type Refusal } from '../history/response.ts';
import { collect, groupBy } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { type Evidence, held, heldUnless, inconclusive, unended, type Verdict } from '../verdicts.ts';
import { type BegunQuery, begunQueries, cameInPieces, portabilityCalls } from './calls.ts';
import { type Page, readDownloads, readPages } from './pages.ts';

export const complete = clientRule({
  id: 'C17',
  name: 'complete',
  level: 'must',
  claim: "The client ends with every record's data and schema, whole, or with an error that names the cause.",
  why: 'What is missing without a word is found missing when it is needed.',
  section: 'Endpoints, interface C',
  good: [
    ['10m', 'client', 'listDataQueryRecords → 200, two records'],
    ['10m', 'client', 'downloads two files and two schemas'],
    ['10m', 'client', 'finished'],
  ],
  bad: [
    ['10m', 'client', 'listDataQueryRecords → 200, two records'],
    ['10m', 'client', 'downloads one file and one schema'],
    ['10m', 'client', 'finished'],
  ],
  judge: (history) => {
    const { ended } = history;
    if (ended === undefined) return unended;
    return ended.outcome === 'rejected'
      ? judgeError(history, ended.error ?? '', ended.at)
      : judgeImports(history, ended.at);
  },
});

const judgeError = (history: History, error: string, at: number): Verdict => {
  if (/\[CLOCK_(STUCK|RUNAWAY)\]$/.test(error)) return inconclusive('the client did not end by itself');
  if (error.trim() === '') return heldUnless([{ at, text: 'the client ended with an error that says nothing' }]);
  if (!nothingStoodInTheWay(history)) return held;
  return heldUnless([{ at, text: 'the client ended with an error although nothing stood in its way' }]);
};

/** Whether all went as it should: no refusal, no fault, nothing late, nothing that a scenario did. */
const nothingStoodInTheWay = (history: History): boolean => {
  const { exchanges, notifications, entries } = history;
  const isSmooth = exchanges.every(
    ({ response, answer }) => response?.isWhole === true && response.answer.isOk && !answer?.isInjected,
  );
  const isDisturbed = entries.some(({ kind }) => interfering.includes(kind));
  const isHeld = [...begunQueries(history).values()].some(({ ended }) => ended === undefined);
  const isTaken = notifications.every(({ deliveries, status }) => status === 'COMPLETED' && deliveries.length > 0);
  return isSmooth && isTaken && !isDisturbed && !isHeld;
};

/** What a scenario does to a client. */
const interfering: readonly Entry['kind'][] = ['fault', 'notificationFault', 'action', 'slept'];

/** Customers and scopes for which the client began a query; one that was read to its end will do for each. */
const judgeImports = (history: History, at: number): Verdict => {
  const begun = [...begunQueries(history).values()];
  if (begun.length === 0) return inconclusive('no query was created');
  const slots = groupBy(begun, ({ begun: { customer, scope } }) => `${customer}\n${scope}`);
  const fetched = readFetched(history);
  const judged = [...slots.values()].map((queries) => {
    const gaps = queries.map((query) => findGap(history, query, fetched));
    if (gaps.includes('none')) return 'complete';
    const last = queries.at(-1);
    if (last === undefined || wasOutOfReach(history, last)) return 'out of reach';
    return gaps.includes('unsure') ? 'unsure' : { at, text: gaps.at(-1) ?? '' };
  });
  const against = judged.filter((one): one is Evidence => typeof one === 'object');
  if (against.length > 0) return heldUnless(against);
  if (judged.includes('unsure')) return inconclusive('whether some answers arrived whole, the trace does not tell');
  const isAll = judged.every((one) => one === 'complete');
  return isAll
    ? held
    : inconclusive('some data was out of reach, and the trace does not show what the client says of it');
};

/** Whether the data of a query was not to be had, whatever the client did. */
const wasOutOfReach = (history: History, { id, begun, ended, notifications }: BegunQuery): boolean => {
  if (ended?.state !== 'completed') return true;
  const isTold = notifications.some(({ deliveries }) => deliveries.some(({ status }) => status !== undefined));
  if (!isTold) return true;
  return portabilityCalls(history).some(({ subject, refusal }) => {
    const isOfQuery = subject.query === id || (subject.query === undefined && subject.scope === begun.scope);
    return isOfQuery && refusal !== undefined && isForGood(refusal);
  });
};

/** Refusals after which there is still a way to the data. */
const passing: readonly ErrorName[] = [
  'tokenExpired',
  'queryNotCompleted',
  'accessTimeElapsed',
  'blockedRequest',
  'requestConflict',
];

const isForGood = (refusal: Refusal): boolean => !isTransient(refusal) && !isRow(refusal, ...passing);

/** What was downloaded, by what the links lead to: for certain, and as far as the trace can tell. */
interface Fetched {
  readonly whole: ReadonlySet<string>;
  readonly maybe: ReadonlySet<string>;
}

const readFetched = (history: History): Fetched => {
  const whole = new Set<string>();
  const maybe = new Set<string>();
  for (const call of readDownloads(history)) {
    const { response, request, answer } = call;
    const target = targetOf(request.url);
    const isPart = response?.status === 206;
    if (response !== undefined && isSuccess(response.status)) (response.isWhole && !isPart ? whole : maybe).add(target);
    else if (cameInPieces(call) && answer?.isOk === true) maybe.add(target);
  }
  return { whole, maybe };
};

/** What is missing of a query, in words; where the trace does not tell, that. */
const findGap = (history: History, { id }: BegunQuery, { whole, maybe }: Fetched): string => {
  const pages = readPages(history).filter(({ query }) => query === id);
  const unread = portabilityCalls(history).some((call) => call.subject.query === id && cameInPieces(call));
  const path = followPages(pages);
  if (path === undefined) return unread ? 'unsure' : `query ${id} was not listed to its last page`;
  const targets = collect(path, ({ links }) => links.map(targetOf));
  const missing = targets.filter((target) => !whole.has(target));
  if (missing.length === 0) return 'none';
  if (missing.every((target) => maybe.has(target))) return 'unsure';
  const [first = ''] = missing.filter((target) => !maybe.has(target));
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
  return `${first.replace(/^.*?:\/\/[^/]*/, '')}${more} was never downloaded whole`;
};

/** The pages from the first to the last. A page listed again may have led on by either of its tokens. */
const followPages = (pages: readonly Page[]): readonly Page[] | undefined => {
  const byToken = groupBy(pages, ({ call }) => call.subject.pageToken);
  const visit = (token: string, before: readonly Page[]): readonly Page[] | undefined => {
    for (const page of byToken.get(token) ?? []) {
      if (before.includes(page)) continue;
      const path = page.next === undefined ? [...before, page] : visit(page.next, [...before, page]);
      if (path !== undefined) return path;
    }
    return undefined;
  };
  return visit('', []);
};
