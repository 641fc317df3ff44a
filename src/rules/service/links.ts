import { ms, showDuration } from '../../spec/time.ts';
import type { Answered, History } from '../history.ts';
import { decode } from '../history/read-text.ts';
import { serviceRule } from '../rule.ts';
import type { Findings } from '../verdicts.ts';
import { readPages } from './pages.ts';
import { ageOf, isList, isOwn } from './portability.ts';

export const links = serviceRule({
  id: 'S9',
  name: 'links',
  claim: 'A link works for five minutes from the answer that gave it, and then never again.',
  why: 'A download would fail that should not, or data would stay open to whoever has its address.',
  section: 'Limits, interface C',
  good: [
    ['10m', 'client', 'listDataQueryRecords → 200, a link'],
    ['14m59s', 'client', 'downloadFile → 200'],
    ['15m', 'client', 'downloadFile → 403'],
  ],
  bad: [
    ['10m', 'client', 'listDataQueryRecords → 200, a link'],
    ['16m', 'client', 'downloadFile → 200'],
  ],
  judge: (history, findings) => {
    const { answered } = history;
    const book = openBook();
    if (!answered.some(({ host }) => host === 'links')) return findings.decide('no link was fetched');
    for (let turn = 0; turn < answered.length; turn++) {
      const exchange = answered[turn] as Answered;
      if (!isOwn(exchange)) continue;
      if (isList(exchange) && exchange.answer.isOk) enter(history, book, exchange);
      if (!isDownload(history, exchange)) continue;
      checkDownload(history, findings, exchange, book.byLink.get(signedIn(exchange.request.url)));
    }
    return findings.decide('no link was fetched');
  },
});

const isDownload = ({ context }: History, { host, operation, request }: Answered): boolean =>
  host === 'links' &&
  operation !== 'unknown' &&
  (request.method !== 'HEAD' || context.assumptions['links.head'] !== 'refused-403');

const checkDownload = (
  history: History,
  findings: Findings,
  exchange: Answered,
  sending: Sending | undefined,
): void => {
  const { answer, request } = exchange;
  if (sending === undefined) {
    if (!answer.isOk || history.world === undefined || history.continues) return;
    findings.test();
    return findings.against(exchange, 'fetched a link that no answer had given');
  }
  findings.test();
  const { least, most } = ageOf(history, sending.last, exchange);
  if (answer.isOk && isOver(history, least)) findings.against(exchange, `fetched ${sayLink(sending, least)}`);
  // Of a HEAD request it can mean that no such thing is there to ask for: `links.head`.
  const isNotFound = answer.status === 404 && request.method !== 'HEAD';
  const isRefused = isNotFound || answer.status === 403 || answer.status === 410;
  if (isRefused && !isOver(history, most)) findings.against(exchange, `was refused ${sayLink(sending, least)}`);
};

const sayLink = ({ last }: Sending, age: number): string =>
  `a link of #${last.number} after ${showDuration(Math.round(age))}`;

/** (Limits, interface C; the instant itself: `links.boundary`) */
const isOver = ({ context }: History, age: number): boolean => {
  const length = ms(context.limits.linkLifetime.value);
  return age > length || (age === length && context.assumptions['links.boundary'] === 'dead');
};

/** The answer from which the five minutes of a page's links count. */
interface Sending {
  last: Answered;
}

interface Book {
  readonly byPage: Map<object, Sending>;
  readonly byLink: Map<string, Sending>;
}

const openBook = (): Book => ({ byPage: new Map(), byLink: new Map() });

const enter = (history: History, { byPage, byLink }: Book, exchange: Answered): void => {
  const page = readPages(history).byExchange.get(exchange);
  if (page === undefined) return;
  const known = byPage.get(page);
  const renews = history.context.assumptions['links.lifetimeUnderCache'] === 'every-sending';
  if (known !== undefined) {
    if (!renews) return;
    known.last = exchange;
    for (const link of page.links) byLink.set(signedIn(link), known);
    return;
  }
  const sending: Sending = { last: exchange };
  byPage.set(page, sending);
  for (const link of page.links) byLink.set(signedIn(link), sending);
};

/** What is signed: the path, escaped or not, and the parameters to the letter, in any order. How the machine is written makes no other link. */
const signedIn = (url: string): string => {
  const [, path = url, query = ''] = /^[^/]*\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(url) ?? [];
  return `${decode(path) ?? path}?${query.split('&').sort().join('&')}`;
};
