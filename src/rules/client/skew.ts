import { ms, readInstant, showDuration } from '../../spec/time.ts';
import type { History } from '../history.ts';
import { collect } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { atCall, heldUnless, inconclusive } from '../verdicts.ts';
import { portabilityCalls } from './calls.ts';
import { complete } from './completeness.ts';
import { freshLinks } from './fresh-links.ts';
import { noFutilePoll } from './futile-poll.ts';
import { insideTheHour } from './listing-hour.ts';
import { type Page, readDownloads, readOrigins, surePages } from './pages.ts';
import { linkLifetime } from './published.ts';

/** Smaller differences are everyday, and could be the way of an answer. */
const noticeable = ms('1m');

/** How far the clock of the service, as its answers date themselves, is from the clock of the client. */
const readSkew = ({ epoch, exchanges }: History): number => {
  if (epoch === undefined) return 0;
  let widest = 0;
  for (let index = 0; index < exchanges.length; index++) {
    const sure = exchanges[index]?.sure;
    const date = sure?.answer.wire.headers['date'];
    if (sure === undefined || date === undefined) continue;
    const skew = (readInstant(date) ?? Number.NaN) - epoch - sure.answer.at;
    if (Math.abs(skew) > Math.abs(widest)) widest = skew;
  }
  return widest;
};

/** What goes wrong for a client that takes times of the service for its own. */
const symptoms = [noFutilePoll, freshLinks, insideTheHour, complete];

/**
 * A page whose links the client left although they were alive, since they seemed dead by its own clock: it listed the page anew, or
 * never asked for any of them. Undefined where nothing shows that it goes by that clock.
 */
const findMisled = (history: History): Page | undefined => {
  const lifetime = linkLifetime(history);
  const seemsDead = (page: Page, now: number): boolean => {
    const given = givenAt(history, page);
    return given !== undefined && now - given >= lifetime && now - page.at < lifetime;
  };
  const downloads = readDownloads(history);
  const pages = surePages(history).filter(({ links }) => links.length > 0);
  const uses = collect(downloads, (call) => {
    const page = readOrigins(history)
      .get(call.request.url)
      ?.findLast(({ place }) => place < call.place);
    return page === undefined ? [] : [{ page, at: call.at }];
  });
  if (uses.some(({ page, at }) => seemsDead(page, at))) return undefined;
  const calls = portabilityCalls(history);
  return pages.find((page) => {
    const again = calls.find(({ place, subject }) => place > page.place && subject.key === page.call.subject.key);
    if (again !== undefined) return seemsDead(page, again.at);
    return seemsDead(page, page.at) && !uses.some((use) => use.page === page);
  });
};

/** When a page was made by the clock of the service, read as one's own time. */
const givenAt = ({ epoch = 0 }: History, { call }: Page): number | undefined => {
  const date = readInstant(call.sure?.answer.wire.headers['date'] ?? '');
  return date === undefined ? undefined : date - epoch;
};

const notSoSure = inconclusive('nothing shows that it was the clock that made the difference');

export const skewTolerant = clientRule({
  id: 'C25',
  name: 'skew-tolerant',
  level: 'should',
  claim: 'The client works although the clock of the service is minutes away from its own.',
  why: 'Nobody promises that two clocks agree; lengths of time are the same for both.',
  section: 'Limits, interface C',
  good: [
    ['11m', 'client', 'listDataQueryRecords → 200, dated 17m, a link'],
    ['11m', 'client', 'downloadFile → 200'],
  ],
  bad: [
    ['11m', 'client', 'listDataQueryRecords → 200, dated 5m, a link'],
    ['11m', 'client', 'takes the link for dead: listDataQueryRecords → 200, as remembered'],
  ],
  judge: (history) => {
    const skew = readSkew(history);
    if (Math.abs(skew) < noticeable) return inconclusive('no answer showed another time than the client had');
    const broken = symptoms.some((rule) => rule.judge(history).verdict === 'broken');
    if (!broken) return complete.judge(history);
    const misled = findMisled(history);
    if (misled === undefined) return notSoSure;
    // Of a clock that is ahead nothing seems old.
    const by = `the clock of the service is ${showDuration(Math.abs(skew))} behind`;
    return heldUnless([atCall(misled.call, `its links were taken for dead while they were alive, where ${by}`)]);
  },
});
